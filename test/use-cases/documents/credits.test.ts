import { randomUUID } from 'node:crypto';
import type { CreditInput } from '../../../src/domain/documents/derived/credit-note';
import type { DocumentInput } from '../../../src/domain/documents/draft';
import { Companies } from '../../../src/use-cases/master-data/companies';
import { Journals } from '../../../src/use-cases/numbering/journals';
import { aBusiness, type Business } from '../../support/business';
import { A_LINE } from '../../support/documents';
import { MemoryService } from '../../support/memory/service';

let service: MemoryService;
let business: Business;
beforeEach(async () => {
  service = new MemoryService();
  business = await aBusiness(service.units, {
    clock: service.clock,
    company: { self_billing_enabled: true },
    default_journals: false,
  });
});

const unit = () => service.units.open();
const invoice = (members: Partial<DocumentInput> = {}) => business.issued(members);
const credit = (id: string, input: CreditInput = {}) =>
  service.credits.credit(unit(), business.company_id, id, input);
const MORE: CreditInput = { lines: [{ index: 0, quantity: '2' }] };

const setSelfBilling = (self_billing_enabled: boolean) =>
  new Companies(service.clock, service.ids).update(
    unit(),
    business.company_id,
    { self_billing_enabled },
    undefined,
  );

describe('a credit', () => {
  beforeEach(async () => {
    const journals = new Journals(service.clock, service.ids);
    for (const category of ['sales', 'purchase'] as const) {
      const input = { code: category, name: category, category, default: true };
      await journals.create(unit(), business.company_id, input);
    }
  });

  test.each<NonNullable<CreditInput['lines']>>([
    [{ index: 0, quantity: '0' }],
    [{ index: 0, quantity: '1' }, { index: 0 }],
  ])('of %j is refused before the invoice is looked for', async (...lines) => {
    await expect(credit(randomUUID(), { lines })).rejects.toMatchObject({ code: 'validation_error' });
    await expect(credit(randomUUID())).rejects.toMatchObject({ code: 'not_found' });
  });

  test('of more than is left is refused before the lack of a default journal', async () => {
    const { id } = await invoice();
    await expect(credit(id, MORE)).rejects.toMatchObject({ code: 'validation_error' });
    await expect(credit(id)).rejects.toMatchObject({ code: 'no_default_journal' });
  });

  test('of more than is left is refused before self-billing that is disabled', async () => {
    const { id } = await invoice({ type: 'purchase_invoice' });
    await setSelfBilling(false);
    await expect(credit(id, MORE)).rejects.toMatchObject({ code: 'validation_error' });
    await expect(credit(id)).rejects.toMatchObject({ code: 'self_billing_disabled' });
  });

  test('is an allowed action of a purchase invoice only while self-billing is enabled', async () => {
    const input = business.input({ type: 'purchase_invoice' });
    const created = await service.documents.create(unit(), business.company_id, input);
    const mayCredit = async () =>
      (await service.documents.get(unit(), business.company_id, created.id)).allowed_actions.includes(
        'credit',
      );
    expect([created.allowed_actions.includes('credit'), await mayCredit()]).toEqual([true, true]);
    await setSelfBilling(false);
    expect(await mayCredit()).toBe(false);
    const { id } = await invoice();
    const sold = await service.documents.get(unit(), business.company_id, id);
    expect(sold.allowed_actions).toContain('credit');
  });

  test('of a total below 0 is refused after the lack of a default journal', async () => {
    const { id } = await invoice({
      lines: [
        { ...A_LINE, quantity: '2' },
        { ...A_LINE, quantity: '-1' },
      ],
    });
    const lines = [{ index: 1 }];
    await expect(credit(id, { lines })).rejects.toMatchObject({ code: 'no_default_journal' });
    const journal_id = (
      await new Journals(service.clock, service.ids).create(unit(), business.company_id, {
        ...{ code: 'CN', name: 'Credit notes', category: 'sales_credit' },
      })
    ).id;
    await expect(credit(id, { lines, journal_id })).rejects.toMatchObject({ code: 'invalid_amount' });
  });
});

describe('an invoice whose total is credited', () => {
  beforeEach(async () => {
    const journals = new Journals(service.clock, service.ids);
    for (const category of ['sales', 'sales_credit'] as const) {
      const input = { code: category, name: category, category, default: true };
      await journals.create(unit(), business.company_id, input);
    }
  });

  test.each<[string, CreditInput['lines'], boolean]>([
    ['can be credited no more when nothing is left of its lines', undefined, false],
    ['can be credited when lines with a total of 0 are left', [{ index: 0 }], true],
  ])('%s, also with a credit note by hand, and after it is deleted', async (_, lines, is_creditable) => {
    const { id } = await invoice({ lines: [A_LINE, A_LINE, { ...A_LINE, quantity: '-1' }] });
    await credit(id, { lines });
    const isCreditable = async () => {
      const { allowed_actions } = await service.documents.get(unit(), business.company_id, id);
      return allowed_actions.includes('credit');
    };
    const states = [await isCreditable()];
    const preceding_document = { id };
    const free = [{ ...A_LINE, unit_price: '0' }];
    const by_hand = business.input({ type: 'credit_note', preceding_document, lines: free });
    const note = await service.documents.create(unit(), business.company_id, by_hand);
    states.push(await isCreditable());
    await service.documents.delete(unit(), business.company_id, note.id, undefined);
    states.push(await isCreditable());
    expect(states).toEqual([is_creditable, is_creditable, is_creditable]);
  });
});
