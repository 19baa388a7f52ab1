import { randomUUID } from 'node:crypto';
import type { DocumentInput } from '../../../src/domain/documents/draft';
import type { NetworkAnswer, StatusMessage } from '../../../src/domain/e-invoicing/settlement';
import type { TakenJob } from '../../../src/ports/job-queue';
import type { OutgoingUbl } from '../../../src/use-cases/e-invoicing/outgoing-ubl';
import type { TransmissionWorker } from '../../../src/use-cases/e-invoicing/transmission-worker';
import { aBusiness, type Business } from '../../support/business';
import type { ResponseContent } from '../../../src/domain/documents/responses/invoice-response';
import { MemoryService } from '../../support/memory/service';
import { ScriptedNetwork } from '../../support/scripted-network';
import { until } from '../../support/until';

const RECEIVER = '0208:0876543270';
const SILENCE: NetworkAnswer = { kind: 'unknown', reason: 'No answer.' };
const REFUSAL: NetworkAnswer = { kind: 'permanent_failure', code: 'invalid_document', reason: 'No.' };

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
const worker = (network: ScriptedNetwork, ubl?: Pick<OutgoingUbl, 'withPdf'>) => service.worker(network, ubl);
const page = { sort: 'created_at', limit: 50 };

async function transmissionsOf(id: string) {
  return (await service.transmissions.list(unit(), company_id, id, {}, page)).data;
}

/** The latest transmission of a document, and its job. */
async function latest(id: string) {
  const { message_id } = (await transmissionsOf(id)).at(-1)!;
  return { id, message_id, nextJob: () => service.jobOf(message_id), job: service.jobOf(message_id) };
}

/** An accepted send, and the job that is due for it. */
async function accepted() {
  const { id, number } = await business.issued();
  await service.sending.send(unit(), company_id, id);
  return { number, ...(await latest(id)) };
}

/** As `accepted`, of a document that was created to be sent: its PDF is still to be made. */
async function acceptedWithoutPdf(members: Partial<DocumentInput> = {}) {
  const { id } = await service.created_and_sent.create(unit(), company_id, business.input(members));
  return latest(id);
}

describe('a worker', () => {
  test('hands the stored bytes to the network, and removes the job', async () => {
    const { id, message_id, job } = await accepted();
    const network = new ScriptedNetwork();
    await worker(network).work(unit(), job);
    const [message] = network.sent;
    expect(message).toMatchObject({ message_id, receiver: RECEIVER, sender_country: 'BE' });
    expect(Buffer.from(message!.xml).toString()).toContain(`<Invoice>INV-2026-00001 ${RECEIVER}`);
    expect(await read(id)).toMatchObject({ peppol_status: 'delivered', version: 3 });
    expect(service.jobsOf(message_id)).toEqual([]);
  });

  test('asks for a message whose answer was lost, and does not send it twice', async () => {
    const { id, job, nextJob } = await accepted();
    const network = new ScriptedNetwork({ send: () => SILENCE, statusOf: () => ({ kind: 'delivered' }) });
    await worker(network).work(unit(), job);
    expect(await read(id)).toMatchObject({
      ...{ status: 'sent', peppol_status: 'pending', sent_at: null },
      peppol_error: { code: 'outcome_unknown', message: 'No answer.' },
    });
    await worker(network).work(unit(), nextJob());
    expect(network.sent).toHaveLength(1);
    expect(await read(id)).toMatchObject({ peppol_status: 'delivered', peppol_error: null });
  });

  test('sends again what the network never had, the same bytes under the same id', async () => {
    const { id, job, nextJob } = await accepted();
    const network = new ScriptedNetwork({
      send: (_, nth) => (nth === 1 ? SILENCE : { kind: 'duplicate' }),
      statusOf: () => null,
    });
    await worker(network).work(unit(), job);
    await worker(network).work(unit(), nextJob());
    expect(network.sent).toHaveLength(2);
    expect(network.sent[1]).toEqual(network.sent[0]);
    expect(await read(id)).toMatchObject({ peppol_status: 'delivered' });
    const [transmission] = await transmissionsOf(id);
    expect(transmission!.attempts).toMatchObject([{ outcome: 'unknown' }, { outcome: 'duplicate' }]);
  });

  test('tries again after a failure that may pass, later each time', async () => {
    const { id, message_id, job, nextJob } = await accepted();
    const network = new ScriptedNetwork({ send: () => ({ kind: 'transient_failure', reason: 'Away.' }) });
    const delays: number[] = [];
    let next = job;
    for (let n = 0; n < 3; n++) {
      await worker(network).work(unit(), next);
      next = nextJob();
      delays.push(next.delay_s);
      expect(service.jobsOf(message_id)).toHaveLength(1);
    }
    expect(delays).toEqual([...delays].sort((a, b) => a - b));
    expect(new Set(delays).size).toBe(3);
    expect(await read(id)).toMatchObject({
      ...{ status: 'sent', peppol_status: 'pending' },
      peppol_error: { code: 'network_unavailable', message: 'Away.' },
    });
  });

  test('leaves it open when the network can neither take the message nor be asked', async () => {
    const { id, job, nextJob } = await accepted();
    const network = new ScriptedNetwork({ send: () => SILENCE, statusOf: () => SILENCE });
    await worker(network).work(unit(), job);
    for (let n = 0; n < 3; n++) await worker(network).work(unit(), nextJob());
    expect(network.sent).toHaveLength(1);
    expect(await read(id)).toMatchObject({ status: 'sent', peppol_status: 'pending' });
  });

  test('gives up, like after other failures, when the network could never be reached', async () => {
    const { id, message_id, job, nextJob } = await accepted();
    const network = new ScriptedNetwork({
      send: () => ({ kind: 'transient_failure', reason: 'Refused.' }),
      statusOf: () => SILENCE,
    });
    await worker(network).work(unit(), job);
    while (service.jobsOf(message_id).length > 0) await worker(network).work(unit(), nextJob());
    expect(network.sent).toHaveLength(1);
    expect(await read(id)).toMatchObject({
      ...{ status: 'draft', peppol_status: 'failed' },
      peppol_error: { code: 'gave_up', message: 'No answer.' },
    });
  });

  test('never sends again what the network has accepted, even when it has forgotten it', async () => {
    const { id, job, nextJob } = await accepted();
    const network = new ScriptedNetwork({ send: () => ({ kind: 'accepted' }), statusOf: () => null });
    await worker(network).work(unit(), job);
    expect(await read(id)).toMatchObject({ peppol_status: 'pending', peppol_error: null });
    for (let n = 0; n < 3; n++) await worker(network).work(unit(), nextJob());
    expect(network.sent).toHaveLength(1);
    expect(await read(id)).toMatchObject({
      ...{ peppol_status: 'pending', peppol_error: { code: 'outcome_unknown' } },
    });
  });

  test('makes a refused document a draft again', async () => {
    const { id, message_id, job } = await accepted();
    await worker(new ScriptedNetwork({ send: () => REFUSAL })).work(unit(), job);
    expect(await read(id)).toMatchObject({
      ...{ status: 'draft', peppol_status: 'failed', sent_at: null },
      peppol_error: { code: 'invalid_document', message: 'No.' },
      allowed_actions: ['update', 'delete', 'send', 'pay', 'credit'],
    });
    expect(service.jobsOf(message_id)).toEqual([]);
  });

  test('takes over from a worker that died, and notes both attempts', async () => {
    const { id, job } = await accepted();
    const dead = new ScriptedNetwork({ send: () => new Promise(() => undefined) });
    void worker(dead).work(unit(), job);
    await until(async () => dead.sent.length === 1);
    const network = new ScriptedNetwork({ statusOf: () => null });
    await worker(network).work(unit(), job);
    expect(network.asked).toHaveLength(1);
    expect(await read(id)).toMatchObject({ peppol_status: 'delivered' });
    const [transmission] = await transmissionsOf(id);
    expect(transmission!.attempts).toMatchObject([
      { outcome: 'unknown', message: expect.stringContaining('process ended') },
      { outcome: 'delivered' },
    ]);
  });

  test('settles a document that was changed while the network was asked, and keeps that change', async () => {
    const { id, message_id, job } = await accepted();
    const network = new ScriptedNetwork({
      async send() {
        const link = { target: 'document', target_id: id, kind: 'reconciliation', amount: '1.00' } as const;
        await service.links.create(unit(), company_id, link);
        return { kind: 'delivered' };
      },
    });
    await worker(network).work(unit(), job);
    expect(await read(id)).toMatchObject({ payment_status: 'partial', peppol_status: 'delivered' });
    expect(service.jobsOf(message_id)).toEqual([]);
  });

  test('stores nothing when it ends after another worker took over', async () => {
    const { id, message_id, job } = await accepted();
    let wake!: (answer: NetworkAnswer) => void;
    const zombies = new ScriptedNetwork({ send: () => new Promise((resolve) => (wake = resolve)) });
    const zombie = worker(zombies).work(unit(), job);
    await until(async () => zombies.sent.length === 1);
    const network = new ScriptedNetwork({ send: () => ({ kind: 'sent' }), statusOf: () => null });
    await worker(network).work(unit(), job);
    const before = await read(id);
    wake(REFUSAL);
    await zombie;
    expect(await read(id)).toEqual(before);
    expect(before).toMatchObject({ status: 'sent', peppol_status: 'sent' });
    expect(service.jobsOf(message_id)).toHaveLength(1); // of the worker that took over: it asks what came of it
  });

  test.each([
    ['was over before', 0],
    ['may end while the message is handed over', 10_000],
  ])('sends nothing when its lease %s', async (_when, left_ms) => {
    const { id, job } = await accepted();
    const network = new ScriptedNetwork();
    await worker(network).work(unit(), { ...job, isLeased: (for_ms = 0) => for_ms < left_ms });
    expect(network.sent).toEqual([]);
    expect(await read(id)).toMatchObject({ peppol_status: 'pending', peppol_error: null });
    expect(await transmissionsOf(id)).toMatchObject([{ attempts: [], generation: 0 }]);
  });

  describe('that waits', () => {
    /** All of the memory that a worker may use for payloads. */
    const LARGE = Buffer.alloc(64 * 1024 * 1024);

    async function acceptedLarge() {
      const send = await accepted();
      const { transmissions } = service.units.session.tables;
      const stored = transmissions.get(company_id, send.message_id)!;
      transmissions.set({ ...stored, payload: LARGE }, company_id, send.message_id);
      return send;
    }

    /** A worker that hands over a large message until it is told to end, and so uses all of the memory. */
    async function busyWorker() {
      const { job } = await acceptedLarge();
      let end!: () => void;
      const ended = new Promise<void>((resolve) => (end = resolve));
      const network = new ScriptedNetwork({
        async send(_, nth) {
          if (nth === 1) await ended;
          return { kind: 'delivered' };
        },
      });
      const busy = worker(network);
      const running = busy.work(unit(), job);
      await until(async () => network.sent.length === 1);
      return { busy, network, end: () => (end(), running) };
    }

    /** A job whose lease ends when it is told. */
    function withLease(job: TakenJob) {
      const end = new AbortController();
      const lease = { isLeased: () => !end.signal.aborted, leaseSignal: () => end.signal };
      return { job: { ...job, ...lease }, endLease: () => end.abort() };
    }

    const transmissionOf = async (id: string) => (await transmissionsOf(id))[0]!;
    const isTaken = (id: string) => until(async () => (await transmissionOf(id)).generation === 1);
    /** Ends the lease of a job while it waits, and expects that nothing is left of its attempt. */
    async function expectPutBack(busy: TransmissionWorker, id: string, job: TakenJob): Promise<void> {
      const leased = withLease(job);
      const waiting = busy.work(unit(), leased.job);
      await isTaken(id);
      leased.endLease();
      await waiting;
      expect(await transmissionOf(id)).toMatchObject({ state: 'pending', attempts: [], generation: 0 });
    }

    test('for memory until its lease is too short leaves no attempt, and the next one sends', async () => {
      const { busy, network, end } = await busyWorker();
      const { id, job, nextJob } = await acceptedLarge();
      await expectPutBack(busy, id, job);
      await end();
      await busy.work(unit(), nextJob());
      expect(network.asked).toEqual([]);
      expect(await transmissionOf(id)).toMatchObject({
        state: 'delivered',
        attempts: [{ outcome: 'delivered' }],
      });
    });

    test('for a PDF until its lease is too short leaves no attempt', async () => {
      let end!: () => void;
      const ended = new Promise<void>((resolve) => (end = resolve));
      let drawn = 0;
      const busy = worker(new ScriptedNetwork(), {
        async withPdf(...given) {
          drawn++;
          await ended;
          return service.ubl.withPdf(...given);
        },
      });
      const sends = [];
      for (let n = 0; n < 4; n++) sends.push(await acceptedWithoutPdf());
      const running = sends.map(({ job }) => busy.work(unit(), job));
      await until(async () => drawn === 4);
      const { id, job } = await acceptedWithoutPdf();
      await expectPutBack(busy, id, job);
      end();
      await Promise.all(running);
      expect(drawn).toBe(4);
    });

    test('leaves the attempts of the worker that took over', async () => {
      const { busy, end } = await busyWorker();
      const { id, job } = await acceptedLarge();
      const leased = withLease(job);
      const waiting = busy.work(unit(), leased.job);
      await isTaken(id);
      await worker(new ScriptedNetwork({ send: () => SILENCE, statusOf: () => null })).work(unit(), job);
      const before = await transmissionOf(id);
      leased.endLease();
      await waiting;
      expect(await transmissionOf(id)).toEqual(before);
      await end();
    });

    test('does not wait for memory with a message that it has already', async () => {
      const { busy, end } = await busyWorker();
      const { id, job } = await accepted();
      await busy.work(unit(), job);
      expect(await transmissionOf(id)).toMatchObject({ state: 'delivered' });
      await end();
    });
  });

  test('removes the job of a transmission that is over, or gone', async () => {
    const { id, message_id, job } = await accepted();
    await worker(new ScriptedNetwork({ send: () => REFUSAL })).work(unit(), job);
    const network = new ScriptedNetwork();
    const again = async () => {
      await unit().statement(({ jobs }) => jobs.add({ company_id, message_id }, 0));
      await worker(network).work(unit(), service.jobOf(message_id));
    };
    await again();
    await service.documents.delete(unit(), company_id, id, undefined);
    await again();
    expect([network.sent, network.asked, service.jobsOf(message_id)]).toEqual([[], [], []]);
  });
});

describe('the PDF of a transmission', () => {
  const counted = () => {
    const ubl = {
      made: 0,
      async withPdf(...given: Parameters<OutgoingUbl['withPdf']>) {
        ubl.made++;
        return service.ubl.withPdf(...given);
      },
    };
    return ubl;
  };

  test('is made once, stored, and sent again as it is', async () => {
    const { id, job, nextJob } = await acceptedWithoutPdf();
    const ubl = counted();
    const network = new ScriptedNetwork({
      send: (_, nth) => (nth === 1 ? SILENCE : { kind: 'delivered' }),
      statusOf: () => null,
    });
    await worker(network, ubl).work(unit(), job);
    await worker(network, ubl).work(unit(), nextJob());
    expect([ubl.made, network.sent.length]).toEqual([1, 2]);
    expect(network.sent[1]).toEqual(network.sent[0]);
    expect(Buffer.from(network.sent[0]!.xml).toString()).toBe(
      `<File INV-2026-00001.pdf>PDF INV-2026-00001 sent ${RECEIVER}<Invoice>INV-2026-00001 ${RECEIVER} </Invoice>`,
    );
    expect(await read(id)).toMatchObject({ peppol_status: 'delivered' });
  });

  test('that is made after another worker took the transmission is not sent', async () => {
    const { id, job } = await acceptedWithoutPdf();
    const [late, network] = [new ScriptedNetwork(), new ScriptedNetwork()];
    await worker(late, {
      async withPdf() {
        await worker(network).work(unit(), job);
        return Buffer.from('<Other/>');
      },
    }).work(unit(), job);
    expect([late.sent.length, network.sent.length]).toEqual([0, 1]);
    expect(await read(id)).toMatchObject({ peppol_status: 'delivered' });
    const [transmission] = await transmissionsOf(id);
    expect(transmission!.attempts).toMatchObject([
      { outcome: 'transient_failure', message: 'The attempt ended before the message was handed over.' },
      { outcome: 'delivered' },
    ]);
  });

  test('that is made while an operator closes the transmission is not sent', async () => {
    const { id, message_id, job } = await acceptedWithoutPdf();
    const network = new ScriptedNetwork();
    await worker(network, {
      async withPdf(...given) {
        service.clock.advance(30_000);
        await service.transmissions.close(unit(), message_id, 'failed');
        return service.ubl.withPdf(...given);
      },
    }).work(unit(), job);
    expect(network.sent).toEqual([]);
    expect(await read(id)).toMatchObject({ status: 'draft', peppol_status: 'failed' });
  });

  test('is made no more once an operator has closed the transmission', async () => {
    const { id, message_id, job } = await acceptedWithoutPdf();
    const network = new ScriptedNetwork();
    let drawn = 0;
    const drawing = worker(network, {
      async withPdf(...given) {
        drawn++;
        await service.transmissions.close(unit(), message_id, 'sent');
        return service.ubl.withPdf(...given);
      },
    });
    await drawing.work(unit(), job);
    await drawing.work(unit(), job);
    expect([drawn, network.sent, service.jobsOf(message_id)]).toEqual([1, [], []]);
    expect(await read(id)).toMatchObject({ status: 'sent', peppol_status: 'sent' });
  });

  test('that cannot be made keeps the document from being sent, and its error is thrown', async () => {
    const { id, message_id, job, nextJob } = await acceptedWithoutPdf();
    const network = new ScriptedNetwork();
    const reason = new Error('Out of ink.');
    const blocked = worker(network, { withPdf: () => Promise.reject(reason) });
    await expect(blocked.work(unit(), job)).rejects.toBe(reason);
    await expect(blocked.work(unit(), nextJob())).rejects.toBe(reason);
    expect([network.sent, network.asked]).toEqual([[], []]);
    expect(await read(id)).toMatchObject({
      ...{ peppol_status: 'pending', peppol_error: { code: 'pdf_not_made' } },
    });
    expect(service.jobsOf(message_id)).toHaveLength(1);
  });
});

describe('a status message', () => {
  const mls = { kind: 'message_level_status', code: 'RE', reason: 'No such participant.' } as const;
  const response = { kind: 'invoice_response', code: 'RE', reason: 'Wrong amount.' } as const;

  const report = (
    reference: { message_id: string } | { number: string; receiver: string },
    message: StatusMessage & { readonly content?: ResponseContent },
    { of = company_id, inbound_id = randomUUID() }: { of?: string; inbound_id?: string } = {},
  ) => {
    const inbound = { message_id: inbound_id, bytes: Buffer.from('<ApplicationResponse/>') };
    const about = 'number' in reference ? { ...reference, type: null } : reference;
    return service.status_messages.apply(unit(), of, about, { content: null, ...message }, inbound);
  };

  async function delivered() {
    const { job, ...send } = await accepted();
    await worker(new ScriptedNetwork()).work(unit(), job);
    return send;
  }

  test('of the access point says that the document was not delivered', async () => {
    const { id, message_id } = await delivered();
    expect(await report({ message_id }, mls)).toEqual({ document_id: id, is_new: true });
    expect(await read(id)).toMatchObject({
      ...{ status: 'draft', peppol_status: 'failed', sent_at: null },
      peppol_error: { code: 'not_delivered', message: 'No such participant.' },
    });
  });

  test('of the receiver rejects the document, by its number', async () => {
    const { id, number } = await delivered();
    const reference = { number, receiver: RECEIVER };
    expect(await report(reference, response)).toEqual({ document_id: id, is_new: true });
    const rejected = await read(id);
    expect(rejected).toMatchObject({
      status: 'sent',
      peppol_status: 'rejected',
      allowed_actions: ['send', 'pay', 'credit'],
    });
    const again = await report(reference, { ...response, code: 'AP' });
    expect(again).toEqual({ document_id: id, is_new: true });
    expect(await read(id)).toEqual(rejected);
  });

  test('of the receiver changes nothing when it is out of order, also when the clock has been set back since the send', async () => {
    service.clock.advance(1_800_000);
    const { id, number } = await delivered();
    service.clock.advance(-1_800_000);
    const reference = { number, receiver: RECEIVER };
    for (const status of ['AP', 'RE'] as const) {
      const content = { status, reasons: [], actions: [], note: null, effective_date: null };
      await report(reference, { ...response, code: status, content });
    }
    expect(await read(id)).toMatchObject({ responses: [{ status: 'AP' }, { status: 'RE' }] });
    expect(await read(id)).toMatchObject({ peppol_status: 'delivered' });
  });

  test('is only the receiver’s to send, about a document of the company', async () => {
    const { id, number, message_id } = await delivered();
    const before = await read(id);
    const other = await aBusiness(service.units, { clock: service.clock });
    expect(await report({ number, receiver: '0088:5412345000020' }, response)).toBeUndefined();
    expect(await report({ message_id }, mls, { of: other.company_id })).toBeUndefined();
    expect(await report({ number: 'NO-1', receiver: RECEIVER }, response)).toBeUndefined();
    expect(await read(id)).toEqual(before);
  });

  test('compares the receiver without case', async () => {
    const { id, number } = await delivered();
    const lower = await report({ number, receiver: RECEIVER.toUpperCase() }, response);
    expect(lower).toEqual({ document_id: id, is_new: true });
  });

  test('about an earlier transmission changes nothing', async () => {
    const { id, message_id, job } = await accepted();
    await worker(new ScriptedNetwork({ send: () => REFUSAL })).work(unit(), job);
    await service.sending.send(unit(), company_id, id);
    const before = await read(id);
    await report({ message_id }, { ...mls, code: 'AP' });
    await report({ message_id }, response);
    expect(await read(id)).toEqual(before);
  });

  test('that comes again says nothing of the transmission that came after it', async () => {
    const { id, number } = await delivered();
    const [reference, inbound_id] = [{ number, receiver: RECEIVER }, randomUUID()];
    await report(reference, response, { inbound_id });
    service.clock.advance(1_000);
    await service.sending.send(unit(), company_id, id);
    const before = await read(id);
    expect(await report(reference, response, { inbound_id })).toEqual({ document_id: id, is_new: false });
    expect(await read(id)).toEqual(before);
  });

  describe('of the receiver about a document that was sent again', () => {
    /** A document that was rejected and sent again; nothing of the second transmission has left. */
    async function sentAgain() {
      const { id, number } = await delivered();
      const reference = { number, receiver: RECEIVER };
      await report(reference, response);
      service.clock.advance(1_000);
      await service.sending.send(unit(), company_id, id);
      return { reference, ...(await latest(id)) };
    }
    const busy: NetworkAnswer = { kind: 'transient_failure', reason: 'Busy.' };

    test('changes nothing before the message has left, which is sent all the same', async () => {
      const { id, reference, job, nextJob } = await sentAgain();
      const network = new ScriptedNetwork({ send: (_, nth) => (nth === 1 ? busy : { kind: 'delivered' }) });
      await report(reference, { ...response, code: 'IP' });
      expect(await read(id)).toMatchObject({ peppol_status: 'pending', peppol_error: null });
      await worker(network).work(unit(), job);
      await report(reference, response);
      expect(await read(id)).toMatchObject({ peppol_status: 'pending' });
      await worker(network).work(unit(), nextJob());
      expect(network.sent).toHaveLength(2);
      expect(await read(id)).toMatchObject({ peppol_status: 'delivered' });
    });

    test('rejects it also when the clock has been set back since the one before', async () => {
      service.clock.advance(1_800_000);
      const { id, number } = await delivered();
      const reference = { number, receiver: RECEIVER };
      await report(reference, response);
      service.clock.advance(-1_800_000);
      await service.sending.send(unit(), company_id, id);
      const { message_id, job } = await latest(id);
      await worker(new ScriptedNetwork()).work(unit(), job);
      await report(reference, response);
      expect(await read(id)).toMatchObject({ peppol_status: 'rejected' });
      expect((await transmissionsOf(id)).at(-1)).toMatchObject({ message_id, state: 'rejected' });
    });

    test('is refused for now while the message is handed over, and nothing of it is stored', async () => {
      const { id, reference, job } = await sentAgain();
      const inbound_id = randomUUID();
      const network = new ScriptedNetwork({
        async send() {
          const early = report(reference, { ...response, code: 'IP' }, { inbound_id });
          await expect(early).rejects.toMatchObject({ error_name: 'internal_error' });
          return { kind: 'sent' };
        },
      });
      await worker(network).work(unit(), job);
      expect(await read(id)).toMatchObject({ peppol_status: 'sent' });
      expect(await report(reference, { ...response, code: 'IP' }, { inbound_id })).toMatchObject({
        is_new: true,
      });
      expect(await read(id)).toMatchObject({ peppol_status: 'delivered' });
    });
  });

  test('that comes while the message is being sent is not undone by the answer', async () => {
    const { id, message_id, job } = await accepted();
    const network = new ScriptedNetwork({
      async send() {
        await report({ message_id }, response);
        return { kind: 'delivered' };
      },
    });
    await worker(network).work(unit(), job);
    expect(await read(id)).toMatchObject({ peppol_status: 'rejected' });
  });
});

describe('the sweep of pending transmissions', () => {
  const MINUTES = 60_000;
  const sweep = () => worker(new ScriptedNetwork()).resume(unit());
  const loseJob = (id: string) => unit().statement(({ jobs }) => jobs.removeAll([id]));

  test('adds the job that a transmission has lost, once', async () => {
    const { message_id, job, nextJob } = await accepted();
    await loseJob(job.id);
    service.clock.advance(11 * MINUTES);
    expect([await sweep(), await sweep()]).toEqual([1, 0]);
    expect(nextJob()).toMatchObject({ company_id, message_id });
  });

  test('leaves those alone that have a job, that are new, or that are settled', async () => {
    const waiting = await accepted();
    const settled = await accepted();
    await worker(new ScriptedNetwork()).work(unit(), settled.job);
    service.clock.advance(11 * MINUTES);
    const fresh = await accepted();
    await loseJob(fresh.job.id);
    expect(await sweep()).toBe(0);
    expect(waiting.nextJob()).toMatchObject({ id: waiting.job.id });
  });
});
