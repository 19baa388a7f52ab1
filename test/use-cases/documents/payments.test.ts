import { aBusiness } from '../../support/business';
import { MemoryService } from '../../support/memory/service';

test('A payment without a date is dated today in the time zone of the company', async () => {
  const { clock, payments, units } = new MemoryService();
  const business = await aBusiness(units, {
    clock,
    company: { timezone: 'Pacific/Auckland' },
  });
  const { id } = await business.issued();
  clock.advance(13.5 * 3_600_000);
  expect(clock.now().toISOString()).toBe('2026-07-01T23:30:00.000Z');
  const payment = await payments.create(units.open(), business.company_id, id, { amount: '1' });
  expect(payment.date).toBe('2026-07-02');
});
