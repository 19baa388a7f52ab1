import { randomUUID } from 'node:crypto';
import { RESPONSE_IDENTIFIERS } from '../../../src/domain/e-invoicing/identifiers';
import type { NetworkAnswer } from '../../../src/domain/e-invoicing/settlement';
import type { ResponseStatus } from '../../../src/domain/documents/responses/invoice-response';
import { aBusiness, type Business } from '../../support/business';
import { aReceivedDocument } from '../../support/contracts/stored-documents';
import { MemoryService } from '../../support/memory/service';
import { ScriptedNetwork } from '../../support/scripted-network';

const SELLER = '0088:5412345000013';

let service: MemoryService;
let business: Business;
let company_id: string;
beforeEach(async () => {
  service = new MemoryService();
  business = await aBusiness(service.units, { clock: service.clock });
  ({ company_id } = business);
});

const unit = () => service.units.open();
const responsesOf = async (id: string) => (await service.documents.get(unit(), company_id, id)).responses;

/** The id of a document that came over the network. */
async function received(electronic_address: string | null = SELLER): Promise<string> {
  const document = aReceivedDocument(business);
  const of_sender = { ...document, seller: { ...document.seller, electronic_address } };
  const file = { content_type: 'application/xml', size: 1, sha256: null, key: 'key', type_code: '380' };
  const sender = { electronic_address, vat: null, identifiers: [] };
  const { id: document_id } = document;
  const message = { message_id: document_id, document_id, content: null };
  await unit().transaction(async ({ documents, receptions }) => {
    await documents.insertReceived(company_id, [of_sender]);
    await receptions.insertAll(company_id, [{ ...file, document_id, sender }]);
    await receptions.insertMessages(company_id, [message], service.clock.now());
  });
  return document_id;
}

async function responded(id: string, status: ResponseStatus = 'AB') {
  const { responses } = await service.responses.send(unit(), company_id, id, { status });
  return responses.at(-1)!.id;
}

describe('a response that was accepted', () => {
  test('is handed over as it was stored, and has the state of its transmission', async () => {
    const id = await received();
    const message_id = await responded(id);
    expect(service.queue.wakes).toBe(1);
    const network = new ScriptedNetwork();
    await service.worker(network).work(unit(), service.jobOf(message_id));
    const { document_type, process } = RESPONSE_IDENTIFIERS;
    expect(network.sent).toMatchObject([{ message_id, receiver: SELLER, document_type, process }]);
    expect(await responsesOf(id)).toMatchObject([{ id: message_id, state: 'delivered' }]);
    expect(service.jobsOf(message_id)).toEqual([]);
  });

  test('is asked for, and not sent again, when the network did not say whether it has it', async () => {
    const id = await received();
    const message_id = await responded(id);
    const silence: NetworkAnswer = { kind: 'unknown', reason: 'No answer.' };
    const network = new ScriptedNetwork({ send: () => silence, statusOf: () => ({ kind: 'delivered' }) });
    await service.worker(network).work(unit(), service.jobOf(message_id));
    expect(await responsesOf(id)).toMatchObject([{ state: 'pending' }]);
    await service.worker(network).work(unit(), service.jobOf(message_id));
    expect([network.sent.length, network.asked]).toEqual([1, [message_id]]);
    expect(await responsesOf(id)).toMatchObject([{ state: 'delivered' }]);
  });

  test('that has lost its job gets a new one', async () => {
    const message_id = await responded(await received());
    await unit().transaction(({ jobs }) => jobs.removeAll([service.jobOf(message_id).id]));
    service.clock.advance(11 * 60_000);
    expect(await service.worker().resume(unit())).toBe(1);
    expect(service.jobsOf(message_id)).toHaveLength(1);
  });

  test('that failed may be sent again', async () => {
    const id = await received();
    const refusal: NetworkAnswer = { kind: 'permanent_failure', code: 'invalid_document', reason: 'No.' };
    const network = new ScriptedNetwork({ send: () => refusal });
    await service.worker(network).work(unit(), service.jobOf(await responded(id)));
    await responded(id);
    expect(await responsesOf(id)).toMatchObject([{ state: 'failed' }, { state: 'pending' }]);
  });
});

describe('a later response', () => {
  const silence: NetworkAnswer = { kind: 'unknown', reason: 'No answer.' };
  const work = (network: ScriptedNetwork, message_id: string) =>
    service.worker(network).work(unit(), service.jobOf(message_id));
  const transmissionOf = (message_id: string) =>
    unit().read(({ transmissions }) => transmissions.find(company_id, message_id));

  test('is handed over after the earlier one, and its wait is no attempt', async () => {
    const id = await received();
    const [first, second] = [await responded(id), await responded(id, 'PD')];
    const network = new ScriptedNetwork({
      send: (_, nth) => (nth === 1 ? silence : { kind: 'delivered' }),
      statusOf: () => null,
    });
    await work(network, second);
    await work(network, first);
    await work(network, second);
    expect(network.sent.map(({ message_id }) => message_id)).toEqual([first]);
    expect(await transmissionOf(second)).toMatchObject({ state: 'pending', attempts: [], generation: 0 });
    expect(service.jobsOf(second)).toMatchObject([{ delay_s: 1 }]);
    await work(network, first);
    await work(network, second);
    expect(network.sent.map(({ message_id }) => message_id)).toEqual([first, first, second]);
    expect(network.asked).toEqual([first]);
    expect((await transmissionOf(second))!.attempts).toMatchObject([{ outcome: 'delivered' }]);
  });

  test('is handed over when the earlier one has failed, or an operator has closed it', async () => {
    const id = await received();
    const refusal: NetworkAnswer = { kind: 'permanent_failure', code: 'invalid_document', reason: 'No.' };
    const network = new ScriptedNetwork({ send: (_, nth) => (nth === 1 ? refusal : { kind: 'delivered' }) });
    const [failed, closed, last] = [
      await responded(id),
      await responded(id, 'IP'),
      await responded(id, 'PD'),
    ];
    await work(network, failed);
    await service.transmissions.close(unit(), closed, 'failed');
    await work(network, last);
    expect(network.sent.map(({ message_id }) => message_id)).toEqual([failed, last]);
    expect(await responsesOf(id)).toMatchObject([
      { state: 'failed' },
      { state: 'failed' },
      { state: 'delivered' },
    ]);
  });

  test('keeps its only job when the lease is about to end', async () => {
    const id = await received();
    const [, second] = [await responded(id), await responded(id, 'PD')];
    const network = new ScriptedNetwork();
    const job = service.jobOf(second);
    await service.worker(network).work(unit(), { ...job, isLeased: () => false });
    expect(service.jobsOf(second)).toMatchObject([{ id: job.id }]);
    expect(await transmissionOf(second)).toMatchObject({ attempts: [], generation: 0 });
  });

  test('about another document does not wait', async () => {
    await responded(await received());
    const other = await responded(await received());
    const network = new ScriptedNetwork();
    await work(network, other);
    expect(network.sent).toMatchObject([{ message_id: other }]);
  });
});

test('a response to a sender without an electronic address is refused, and nothing is stored', async () => {
  const id = await received(null);
  await expect(responded(id)).rejects.toMatchObject({ error_name: 'send_failed' });
  expect(await responsesOf(id)).toEqual([]);
});

test('a response without the reason that it needs is refused before the document is looked for', async () => {
  const { id: own } = await business.issued();
  for (const id of [randomUUID(), own]) {
    const answer = service.responses.send(unit(), company_id, id, { status: 'RE' });
    await expect(answer).rejects.toMatchObject({ error_name: 'validation_error' });
  }
});
