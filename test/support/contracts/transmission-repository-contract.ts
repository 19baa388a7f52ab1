import type { ResponseStatus } from '../../../src/domain/documents/responses/invoice-response';
import type { PeppolStatus } from '../../../src/domain/documents/document-status';
import { sendAccepted } from '../../../src/domain/e-invoicing/network-transitions';
import { afterAnswer, networkSettled, type NetworkAnswer } from '../../../src/domain/e-invoicing/settlement';
import { RESPONSE_IDENTIFIERS } from '../../../src/domain/e-invoicing/identifiers';
import { responseSent } from '../../../src/domain/e-invoicing/responses/response-transitions';
import {
  type DocumentTransmission,
  newTransmission,
  type Transmission,
} from '../../../src/domain/e-invoicing/transmission';
import { withNextVersion } from '../../../src/domain/version';
import type {
  TransmissionChange,
  TransmissionFilters,
} from '../../../src/ports/e-invoicing/transmission-repository';
import type { IssuedDocument } from '../../../src/ports/documents/document-repository';
import type { Page } from '../../../src/ports/page';
import type { CreationRequest, UnitsOfWork } from '../../../src/ports/unit-of-work';
import { aBusiness, type Business } from '../business';
import { aReceivedDocument, readOn, writeOn } from './stored-documents';

const ADDRESSING = {
  ...{ sender: '0208:0123456749', receiver: '0208:0876543270', sender_country: 'BE' },
  ...{ document_type: 'an-invoice', process: 'billing' },
};
const PAYLOAD = Buffer.from('<Invoice/>');
const LARGE = Buffer.alloc(1_000_000, 'x');

/** What every repository of transmissions does; run on the fake and on PostgreSQL. */
export function testTransmissionRepository(unitsOf: () => UnitsOfWork): void {
  const [read, write] = [readOn(unitsOf), writeOn(unitsOf)];
  let business: Business;
  let company_id: string;
  beforeEach(async () => {
    business = await aBusiness(unitsOf());
    ({ company_id } = business);
  });

  const documentOf = async (id: string) => (await read(({ documents }) => documents.find(company_id, id)))!;
  const find = (message_id: string) =>
    read(({ transmissions }) => transmissions.find(company_id, message_id));
  const take = ({ message_id }: Transmission) =>
    write(({ transmissions }) => transmissions.take(company_id, message_id, business.clock.now()));

  /** A transmission of the document, which has not been sent or failed before. */
  async function sent(document_id: string, payload: Uint8Array = PAYLOAD, lacks_pdf = false) {
    const { ids, clock } = business;
    const transmission = newTransmission(ADDRESSING, { message_id: ids.next(), document_id }, clock.now(), {
      lacks_pdf,
    });
    await write(async ({ documents, transmissions }) => {
      const document = (await documents.lock(company_id, document_id))!;
      await documents.save(company_id, document, sendAccepted(document, document, clock.now()));
      await transmissions.insert(company_id, transmission, payload);
    });
    clock.advance(1_000);
    return transmission;
  }
  const sentNew = async (...given: [payload?: Uint8Array, lacks_pdf?: boolean]) =>
    sent((await business.issued()).id, ...given);

  /** What a worker stores of an answer. */
  async function settled(transmission: Transmission, answer: NetworkAnswer) {
    const taken = (await take(transmission))!;
    const now = business.clock.now();
    const after = networkSettled(taken, afterAnswer(taken, answer, now), now);
    business.clock.advance(1_000);
    return saveOne({ before: taken, after });
  }
  async function saveOne(change: TransmissionChange) {
    const [is_saved] = await write(({ transmissions }) => transmissions.saveAll(company_id, [change]));
    return is_saved;
  }
  const FAILURE: NetworkAnswer = { kind: 'permanent_failure', code: 'invalid_document', reason: 'No.' };

  describe('a transmission', () => {
    test('is found as it was accepted, by its company alone', async () => {
      const transmission = await sentNew();
      expect(await find(transmission.message_id)).toEqual(transmission);
      const other = await aBusiness(unitsOf());
      expect(
        await read(({ transmissions }) => transmissions.find(other.company_id, transmission.message_id)),
      ).toBeUndefined();
      const company = (id: string) => read(({ transmissions }) => transmissions.findCompany(id));
      expect(await company(transmission.message_id)).toBe(company_id);
      expect(await company(business.ids.next())).toBeUndefined();
    });

    test('is stored with the document that it sends, and has its number in its payload and a job', async () => {
      const created = async (create: (request: CreationRequest) => Promise<IssuedDocument | undefined>) => {
        const request = await business.request();
        const addressed = { message_id: business.ids.next(), document_id: request.draft.id };
        const transmission = newTransmission(ADDRESSING, addressed, business.clock.now());
        const payload = [Buffer.from('<ID>'), Buffer.from('</ID>')] as const;
        const { number } = (await create({ ...request, send: { transmission, payload } }))!;
        const { message_id } = transmission;
        const stored = await read(({ transmissions }) => transmissions.findPayload(company_id, message_id));
        expect(Buffer.from(stored!).toString()).toBe(`<ID>${number}</ID>`);
        expect(await find(message_id)).toEqual(transmission);
        expect(await read(({ jobs }) => jobs.missing([{ company_id, message_id }]))).toEqual([]);
      };
      await created((request) =>
        write(async ({ documents, transmissions }) => {
          const issued = await documents.issue(company_id, request);
          await transmissions.insertNumbered(company_id, request.send!);
          return issued;
        }),
      );
      await created((request) =>
        unitsOf()
          .open()
          .createDocument(company_id, request, (issued) => issued),
      );
    });

    test('is untouched while it is pending and nobody takes it', async () => {
      const [first, second] = [await sentNew(), await sentNew()];
      const ids = [first, second].map(({ message_id }) => message_id);
      const untouched = async (before: Date, after?: string) => {
        const page = { after, limit: 1_000 };
        const found = await read(({ transmissions }) => transmissions.listUntouched(before, page));
        return found.flatMap((one) => (one.company_id === company_id ? one.message_id : []));
      };
      const now = business.clock.now();
      expect(await untouched(first.updated_at)).toEqual([]);
      expect(await untouched(now)).toEqual(ids);
      expect(await untouched(now, first.message_id)).toEqual([second.message_id]);
      await take(first);
      expect(await untouched(now)).toEqual([second.message_id]);
      await settled(second, FAILURE);
      expect(await untouched(business.clock.now())).toEqual([first.message_id]);
    });

    test.each<[PeppolStatus, NetworkAnswer]>([
      ['sent', { kind: 'sent' }],
      ['delivered', { kind: 'delivered' }],
    ])('that is %s, or pending, keeps its document from another one', async (state, answer) => {
      const transmission = await sentNew();
      const { ids, clock } = business;
      const again = () =>
        write(({ transmissions }) =>
          transmissions.insert(
            company_id,
            { ...transmission, message_id: ids.next(), created_at: clock.now() },
            PAYLOAD,
          ),
        );
      await expect(again()).rejects.toMatchObject({ error_name: 'already_sent' });
      expect(await settled(transmission, answer)).toBe(true);
      expect(await find(transmission.message_id)).toMatchObject({ state });
      await expect(again()).rejects.toMatchObject({ error_name: 'already_sent' });
    });

    test.each<[NetworkAnswer]>([[FAILURE], [{ kind: 'rejected', reason: 'Wrong.' }]])(
      'that ended with %j lets its document be sent again',
      async (answer) => {
        const first = await sentNew();
        await settled(first, answer);
        const second = await sent(first.document_id);
        expect(await find(second.message_id)).toEqual(second);
      },
    );

    test('is gone with its document', async () => {
      const transmission = await sentNew();
      await settled(transmission, FAILURE);
      const document = await documentOf(transmission.document_id);
      await write(({ documents }) => documents.deleteLast(company_id, document));
      expect(await find(transmission.message_id)).toBeUndefined();
      expect(await take(transmission)).toBeUndefined();
    });

    test('that is the latest of a number is that of our own document', async () => {
      const latest = (
        number: string,
        others: { receiver?: string; type?: 'invoice' | 'credit_note' } = {},
      ) => {
        const of = { number, receiver: ADDRESSING.receiver, type: null, ...others };
        return read(({ transmissions }) => transmissions.findLatestOfNumber(company_id, of));
      };
      const first = await sentNew();
      const { number } = await documentOf(first.document_id);
      await write(({ documents }) =>
        documents.insertReceived(company_id, [aReceivedDocument(business, { number })]),
      );
      await settled(first, FAILURE);
      const second = await sent(first.document_id);
      expect(await latest(number)).toEqual(second);
      expect(await latest(number, { type: 'invoice' })).toEqual(second);
      expect(await latest(number, { type: 'credit_note' })).toBeUndefined();
      expect(await latest(number, { receiver: '0208:0123456749' })).toBeUndefined();
      expect(await latest('NO-1')).toBeUndefined();
    });
  });

  describe('transmissions of responses', () => {
    const RESPONDING = { ...ADDRESSING, document_type: RESPONSE_IDENTIFIERS.document_type };

    /** A response about the received document, with its transmission. */
    async function responded(document_id: string, status: ResponseStatus) {
      const { ids, clock } = business;
      const [message_id, now] = [ids.next(), clock.now()];
      const content = { status, reasons: [], actions: [], note: null, effective_date: null };
      const transmission = newTransmission(RESPONDING, { message_id, document_id }, now);
      await write(async ({ documents, transmissions }) => {
        const document = (await documents.lock(company_id, document_id))!;
        await documents.save(company_id, document, responseSent(document, content, message_id, now));
        await transmissions.insert(company_id, transmission, PAYLOAD);
      });
      return transmission;
    }
    const settledLocked = (taken: DocumentTransmission, answer: NetworkAnswer) =>
      write(async ({ transmissions }) => {
        const locked = (await transmissions.lock(company_id, taken.message_id))!;
        const now = business.clock.now();
        const after = networkSettled(locked, afterAnswer(taken, answer, now), now);
        return (await transmissions.saveAll(company_id, [{ before: locked, after }]))[0];
      });

    test('of one document may be under way together, and each changes its own response only', async () => {
      const { id } = aReceivedDocument(business);
      await write(({ documents }) =>
        documents.insertReceived(company_id, [{ ...aReceivedDocument(business), id }]),
      );
      const before = await documentOf(id);
      const [first, second] = [await responded(id, 'AB'), await responded(id, 'AP')];
      // Both workers have read the document before one of them stores a result.
      const [one, other] = [(await take(first))!, (await take(second))!];
      expect(one.document.responses).toMatchObject([{ status: 'AB' }, { status: 'AP' }]);
      expect(await settledLocked(one, { kind: 'delivered' })).toBe(true);
      expect(await settledLocked(other, FAILURE)).toBe(true);
      const { responses, version } = await documentOf(id);
      expect(responses).toMatchObject([
        { id: first.message_id, state: 'delivered' },
        { id: second.message_id, state: 'failed' },
      ]);
      expect(version).toBe(before.version);
      expect(await documentOf(id)).toEqual({ ...before, responses });
      expect(await find(second.message_id)).toMatchObject({ state: 'failed' });
    });

    test('that change one document together: the first is stored', async () => {
      const { id } = aReceivedDocument(business);
      await write(({ documents }) =>
        documents.insertReceived(company_id, [{ ...aReceivedDocument(business), id }]),
      );
      const responses = [await responded(id, 'AB'), await responded(id, 'AP')];
      const now = business.clock.now();
      const changes: TransmissionChange[] = [];
      for (const response of responses) {
        const before = (await take(response))!;
        changes.push({ before, after: networkSettled(before, afterAnswer(before, FAILURE, now), now) });
      }
      expect(await write(({ transmissions }) => transmissions.saveAll(company_id, changes))).toEqual([
        true,
        false,
      ]);
      expect((await documentOf(id)).responses).toMatchObject([{ state: 'failed' }, { state: 'pending' }]);
      expect(await find(responses[1]!.message_id)).toMatchObject({ state: 'pending' });
    });

    test('change nothing once another worker has taken them', async () => {
      const document = aReceivedDocument(business);
      await write(({ documents }) => documents.insertReceived(company_id, [document]));
      const transmission = await responded(document.id, 'AB');
      const stale = (await take(transmission))!;
      await take(transmission);
      const now = business.clock.now();
      const after = networkSettled(stale, afterAnswer(stale, { kind: 'delivered' }, now), now);
      expect(await saveOne({ before: stale, after })).toBe(false);
      expect((await documentOf(document.id)).responses).toMatchObject([{ state: 'pending' }]);
    });
  });

  describe('lists of transmissions', () => {
    test('are of one document, page by page', async () => {
      const first = await sentNew();
      await settled(first, FAILURE);
      const second = await sent(first.document_id);
      await sentNew();
      const list = (page: object, filters: object = {}) =>
        read(({ transmissions }) =>
          transmissions.list(company_id, first.document_id, filters, {
            ...{ sort: 'created_at', limit: 50 },
            ...page,
          }),
        );
      const ids = ({ data }: { data: readonly Transmission[] }) => data.map(({ message_id }) => message_id);
      expect(ids(await list({}))).toEqual([first.message_id, second.message_id]);
      expect(ids(await list({ sort: '-updated_at' }))).toEqual([second.message_id, first.message_id]);
      const page = await list({ limit: 1 });
      expect(page.next).toMatchObject({ id: first.message_id });
      expect(ids(await list({ limit: 1, after: page.next }))).toEqual([second.message_id]);
      expect(ids(await list({}, { updated_since: second.updated_at }))).toEqual([second.message_id]);
    });

    test('are of all the company’s documents, with what they are called', async () => {
      const [first, second] = [await sentNew(), await sentNew()];
      const page = { sort: 'created_at', limit: 50 };
      const { data } = await read(({ transmissions }) => transmissions.listOfCompany(company_id, page));
      expect(data).toEqual([
        { ...first, number: 'INV-2026-00001', type: 'invoice' },
        { ...second, number: 'INV-2026-00002', type: 'invoice' },
      ]);
    });
  });

  describe('the list of all companies', () => {
    const list = async (filters: TransmissionFilters, page: object = {}) =>
      read(({ transmissions }) =>
        transmissions.listOfAll(filters, { sort: 'created_at', limit: 50, ...page }),
      );
    const ids = ({ data }: { data: readonly Transmission[] }) => data.map(({ message_id }) => message_id);

    test('names company and document', async () => {
      const sent_one = await sentNew();
      const company = await read(({ companies }) => companies.find(company_id));
      const { data } = await list({ company_id });
      expect(data).toEqual([
        {
          ...sent_one,
          company: { id: company_id, name: company!.name },
          document: { id: sent_one.document_id, number: 'INV-2026-00001', type: 'invoice' },
        },
      ]);
    });

    test('has the transmissions of each company, page by page', async () => {
      const first = await sentNew();
      const other = await aBusiness(unitsOf());
      ({ company_id } = business = other);
      const second = await sentNew();
      const mine = [first.message_id, second.message_id];
      const found: string[] = [];
      for (let after: Page<Transmission>['next'] | undefined; after !== null;) {
        const page = await list({}, { sort: '-created_at', limit: 1, after });
        found.push(...ids(page));
        after = page.next;
      }
      expect(new Set(found).size).toBe(found.length);
      expect(found.filter((id) => mine.includes(id)).sort()).toEqual([...mine].sort());
    });

    test('filters by company, state, receiver and time', async () => {
      const first = await sentNew();
      await settled(first, FAILURE);
      const second = await sentNew();
      expect(ids(await list({ company_id, state: 'failed' }))).toEqual([first.message_id]);
      expect(ids(await list({ company_id, state: 'pending' }))).toEqual([second.message_id]);
      expect(ids(await list({ company_id, state: 'delivered' }))).toEqual([]);
      expect(ids(await list({ company_id, receiver: ADDRESSING.receiver }))).toHaveLength(2);
      expect(ids(await list({ company_id, receiver: '0208:none' }))).toEqual([]);
      expect(ids(await list({ company_id, updated_since: second.updated_at }))).toEqual([second.message_id]);
      expect(ids(await list({ company_id: business.ids.next() }))).toEqual([]);
    });

    test('compares receivers without case', async () => {
      const { ids: next, clock } = business;
      const { id: document_id } = await business.issued();
      const transmission = newTransmission(
        { ...ADDRESSING, receiver: '9925:BE0123456749' },
        { message_id: next.next(), document_id },
        clock.now(),
      );
      await write(({ transmissions }) => transmissions.insert(company_id, transmission, PAYLOAD));
      expect(ids(await list({ company_id, receiver: '9925:be0123456749' }))).toEqual([
        transmission.message_id,
      ]);
    });
  });

  describe('what is sent', () => {
    test('is kept byte for byte, and read whole or in pieces', async () => {
      const { message_id } = await sentNew(LARGE);
      const whole = await read(({ transmissions }) => transmissions.findPayload(company_id, message_id));
      expect(LARGE.equals(whole!)).toBe(true);
      const piece = await read(({ transmissions }) =>
        transmissions.readPayload(company_id, message_id, 999_990, 100),
      );
      expect(Buffer.from(piece)).toEqual(LARGE.subarray(999_990));
      const nothing = read(({ transmissions }) => transmissions.findPayload(company_id, business.ids.next()));
      expect(await nothing).toBeUndefined();
    });

    test('is known by its size once it is complete', async () => {
      const { document_id, message_id } = await sentNew();
      const sent_payload = { message_id, state: 'pending', size: PAYLOAD.length, incomplete: null };
      const found = (document: string, message: string) =>
        read(({ transmissions }) => transmissions.findSent(company_id, document, message));
      expect(await found(document_id, message_id)).toEqual(sent_payload);
      expect(await found(business.ids.next(), message_id)).toBeUndefined();
      expect(await found(document_id, business.ids.next())).toBeUndefined();
    });

    test('is handed out while it lacks its PDF', async () => {
      const { document_id } = await sentNew(PAYLOAD, true);
      const latest = await read(({ transmissions }) => transmissions.findLatestSent(company_id, document_id));
      expect(Buffer.from(latest!.incomplete!)).toEqual(PAYLOAD);
    });

    test('is that of the latest transmission', async () => {
      const first = await sentNew();
      await settled(first, FAILURE);
      const second = await sent(first.document_id, LARGE);
      expect(
        await read(({ transmissions }) => transmissions.findLatestSent(company_id, first.document_id)),
      ).toMatchObject({ message_id: second.message_id, size: LARGE.length });
      const unsent = await business.issued();
      expect(
        await read(({ transmissions }) => transmissions.findLatestSent(company_id, unsent.id)),
      ).toBeUndefined();
    });

    test('is completed once, by the worker who took it last', async () => {
      const transmission = await sentNew(PAYLOAD, true);
      const complete = (taken: Transmission, text: string) =>
        write(({ transmissions }) => transmissions.complete(company_id, taken, Buffer.from(text)));
      const former = (await take(transmission))!;
      const taken = (await take(transmission))!;
      expect(await complete(former, 'former')).toBe(false);
      expect(await complete(taken, 'whole')).toBe(true);
      expect(await complete(taken, 'again')).toBe(false);
      const { message_id } = transmission;
      expect(await find(message_id)).toMatchObject({ lacks_pdf: false });
      const payload = await read(({ transmissions }) => transmissions.findPayload(company_id, message_id));
      expect(Buffer.from(payload!).toString()).toBe('whole');
    });
  });

  test('A payload is not completed once its transmission is pending no more', async () => {
    const transmission = await sentNew(PAYLOAD, true);
    const taken = (await take(transmission))!;
    const now = business.clock.now();
    const after = networkSettled(taken, afterAnswer(taken, FAILURE, now), now);
    expect(await saveOne({ before: taken, after })).toBe(true);
    const complete = () =>
      write(({ transmissions }) => transmissions.complete(company_id, taken, Buffer.from('whole')));
    expect(await complete()).toBe(false);
    expect(await find(transmission.message_id)).toMatchObject({ lacks_pdf: true });
  });

  describe('a transmission that is put back', () => {
    const putBack = (taken: Transmission) =>
      unitsOf()
        .open()
        .statement(({ transmissions }) => transmissions.putBack(company_id, taken));

    test('is as it was before it was taken', async () => {
      const transmission = await sentNew();
      await settled(transmission, { kind: 'transient_failure', reason: 'Away.' });
      const before = (await find(transmission.message_id))!;
      const taken = (await take(transmission))!;
      expect(await putBack(taken)).toBe(true);
      expect(await find(transmission.message_id)).toEqual({ ...before, updated_at: taken.updated_at });
      expect(await putBack(taken)).toBe(false);
    });

    test('stays as it is once another worker has taken it, or when no attempt was started', async () => {
      const transmission = await sentNew();
      const former = (await take(transmission))!;
      const taken = (await take(transmission))!;
      expect(await putBack(former)).toBe(false);
      expect(await find(transmission.message_id)).toMatchObject({ generation: 2, attempts: taken.attempts });
      const now = business.clock.now();
      const after = networkSettled(taken, afterAnswer(taken, { kind: 'accepted' }, now), now);
      await saveOne({ before: taken, after });
      const asking = (await take(transmission))!;
      expect(await putBack(asking)).toBe(false);
      expect(await find(transmission.message_id)).toMatchObject({ generation: 3, attempts: after.attempts });
    });
  });

  describe('a worker that takes a transmission', () => {
    test('gets it with its document and what is sent, and notes an attempt', async () => {
      const transmission = await sentNew();
      const taken = (await take(transmission))!;
      const now = business.clock.now();
      expect(taken).toMatchObject({
        ...{ ...transmission, generation: 1, updated_at: now, payload_size: PAYLOAD.length },
        attempts: [{ at: now.toISOString(), outcome: 'started', message: null }],
        document: { status: 'sent', peppol_status: 'pending', marked_sent: false, version: 2 },
      });
      expect(Buffer.from(taken.payload!)).toEqual(PAYLOAD);
      const { payload: _payload, payload_size: _size, document: _document, ...stored } = taken;
      expect(await find(transmission.message_id)).toEqual(stored);
    });

    test('gets no large payload with it', async () => {
      expect(await take(await sentNew(LARGE))).toMatchObject({ payload: null, payload_size: LARGE.length });
    });

    test('notes no attempt when the network has the message', async () => {
      const transmission = await sentNew();
      await settled(transmission, { kind: 'accepted' });
      expect(await take(transmission)).toMatchObject({ generation: 2, attempts: [{ outcome: 'accepted' }] });
    });

    test.each<[NetworkAnswer]>([[FAILURE], [{ kind: 'rejected', reason: 'Wrong.' }]])(
      'gets nothing that ended with %j',
      async (answer) => {
        const transmission = await sentNew();
        await settled(transmission, answer);
        expect(await take(transmission)).toBeUndefined();
      },
    );

    test('gets nothing that there is none of', async () => {
      const unknown = { ...(await sentNew()), message_id: business.ids.next() };
      expect(await take(unknown)).toBeUndefined();
    });
  });

  describe('a new state', () => {
    const changed = (before: DocumentTransmission, answer: NetworkAnswer = { kind: 'delivered' }) => {
      const now = business.clock.now();
      return { before, after: networkSettled(before, afterAnswer(before, answer, now), now) };
    };
    const save = (...change: Parameters<typeof changed>) => saveOne(changed(...change));

    test('is stored together with others, but for those that have changed since they were taken', async () => {
      const sent = [await sentNew(), await sentNew(), await sentNew(), await sentNew()];
      const taken: DocumentTransmission[] = [];
      for (const transmission of sent) taken.push((await take(transmission))!);
      await take(sent[1]!);
      const changes = taken.map((one) => changed(one)).reverse();
      expect(await write(({ transmissions }) => transmissions.saveAll(company_id, changes))).toEqual([
        ...[true, true, false, true],
      ]);
      const states = await Promise.all(sent.map(async ({ message_id }) => (await find(message_id))!.state));
      expect(states).toEqual(['delivered', 'pending', 'delivered', 'delivered']);
    });

    test('is stored with what its document says of it', async () => {
      const transmission = await sentNew();
      const taken = (await take(transmission))!;
      expect(await save(taken, FAILURE)).toBe(true);
      expect(await find(transmission.message_id)).toMatchObject({
        ...{ state: 'failed', finished_at: business.clock.now() },
        attempts: [{ outcome: 'failed', message: 'No.' }],
      });
      expect(await documentOf(transmission.document_id)).toMatchObject({
        ...{ status: 'draft', peppol_status: 'failed', version: 3, updated_at: business.clock.now() },
        peppol_error: { code: 'invalid_document', message: 'No.' },
      });
    });

    test('is not stored by a worker after another one took the transmission', async () => {
      const transmission = await sentNew();
      const former = (await take(transmission))!;
      await take(transmission);
      expect(await save(former)).toBe(false);
      expect(await documentOf(transmission.document_id)).toMatchObject({
        peppol_status: 'pending',
        version: 2,
      });
    });

    test('is not stored when the document has changed since', async () => {
      const transmission = await sentNew();
      const taken = (await take(transmission))!;
      await write(async ({ documents }) => {
        const document = (await documents.lock(company_id, transmission.document_id))!;
        await documents.save(company_id, document, withNextVersion(document, business.clock.now()));
      });
      expect(await save(taken)).toBe(false);
      expect(await find(transmission.message_id)).toMatchObject({ state: 'pending' });
      const locked = await write(({ transmissions }) =>
        transmissions.lock(company_id, transmission.message_id),
      );
      expect(await save(locked!)).toBe(true);
      expect(await documentOf(transmission.document_id)).toMatchObject({
        ...{ peppol_status: 'delivered', version: 4 },
      });
    });

    test('is not stored when the transmission has another one since', async () => {
      const transmission = await sentNew();
      const taken = (await take(transmission))!;
      expect(await save(taken, { kind: 'sent' })).toBe(true);
      expect(await save(taken, FAILURE)).toBe(false);
      expect(await find(transmission.message_id)).toMatchObject({ state: 'sent' });
    });

    test('is locked with its document', async () => {
      const transmission = await sentNew();
      const lock = (message_id: string) =>
        write(({ transmissions }) => transmissions.lock(company_id, message_id));
      expect(await lock(transmission.message_id)).toMatchObject({
        ...transmission,
        document: { peppol_status: 'pending', version: 2 },
      });
      expect(await lock(business.ids.next())).toBeUndefined();
    });
  });
}
