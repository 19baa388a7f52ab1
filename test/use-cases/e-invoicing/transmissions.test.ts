import { randomUUID } from 'node:crypto';
import { aBusiness, type Business } from '../../support/business';
import { MemoryService } from '../../support/memory/service';
import { ScriptedNetwork } from '../../support/scripted-network';

let service: MemoryService;
let business: Business;
let company_id: string;
beforeEach(async () => {
  service = new MemoryService();
  business = await aBusiness(service.units, { clock: service.clock });
  ({ company_id } = business);
});

const unit = () => service.units.open();
const read = (id: string) => service.documents.get(unit(), company_id, id);
const page = { sort: 'created_at', limit: 50 };

/** An accepted send, and the job that is due for it. */
async function accepted() {
  const { id, number } = await business.issued();
  await service.sending.send(unit(), company_id, id);
  const { message_id } = (await service.transmissions.list(unit(), company_id, id, {}, page)).data[0]!;
  return { id, number, message_id, job: service.jobOf(message_id) };
}

describe('an operator who closes a transmission', () => {
  const close = (message_id: string, outcome: 'sent' | 'failed') =>
    service.transmissions.close(unit(), message_id, outcome);

  test.each([
    ['sent', { status: 'sent', peppol_status: 'sent', peppol_error: null }],
    ['failed', { status: 'draft', peppol_status: 'failed', peppol_error: { code: 'closed_by_operator' } }],
  ] as const)('as %s changes its document, once', async (outcome, document) => {
    const { id, message_id } = await accepted();
    service.clock.advance(1_000);
    const now = service.clock.now();
    expect(await close(message_id, outcome)).toMatchObject({ state: outcome, finished_at: now });
    const closed = await read(id);
    expect(closed).toMatchObject({ ...document, version: 3 });
    service.clock.advance(1_000);
    expect(await close(message_id, outcome)).toMatchObject({ state: outcome, finished_at: now });
    expect(await read(id)).toEqual(closed);
    const other = outcome === 'sent' ? 'failed' : 'sent';
    await expect(close(message_id, other)).rejects.toMatchObject({ error_name: 'already_sent' });
  });

  test('cannot close it as failed while it is handed over', async () => {
    const { id, message_id, job } = await accepted();
    const network = new ScriptedNetwork({
      async send() {
        await expect(close(message_id, 'failed')).rejects.toMatchObject({ error_name: 'already_sent' });
        return { kind: 'delivered' };
      },
    });
    await service.worker(network).work(unit(), job);
    expect(network.sent).toHaveLength(1);
    expect(await read(id)).toMatchObject({ peppol_status: 'delivered' });
  });

  test('is refused for an id that there is none of', async () => {
    await expect(close(randomUUID(), 'sent')).rejects.toMatchObject({ error_name: 'not_found' });
  });
});

describe('the transmissions of a company', () => {
  test('are listed with what their documents are called', async () => {
    const { number, message_id } = await accepted();
    const { data } = await service.transmissions.listOfCompany(unit(), company_id, page);
    expect(data).toMatchObject([{ message_id, number, type: 'invoice', state: 'pending' }]);
  });

  test('are not found without the company', async () => {
    await expect(service.transmissions.listOfCompany(unit(), randomUUID(), page)).rejects.toMatchObject({
      error_name: 'not_found',
    });
  });
});
