import { type Answer, type Attempt, Ledger } from '../ledger';
import type { Observed, ObservedDocument, ObservedEvent, ObservedLog } from '../observed';
import { allViolations } from './all';
import type { Stalls } from './answers';

const SELLER = '0208:0400000196';
const RECEIVER = '0208:0400000293';
const NO_STALLS: Stalls = { nodes: new Map(), waits: new Map(), own: [] };

/** One request after the other, 100 ms each, unless times are given. */
let now_ms = 0;
export function attempt(answer: Partial<Answer> | undefined, members: Partial<Attempt> = {}): Attempt {
  now_ms += 100;
  return {
    ...{
      node: 'node 1',
      action: 'POST /documents',
      is_write: true,
      started_ms: now_ms - 100,
      ended_ms: now_ms,
    },
    ...(answer
      ? { answer: { status: 200, headers: {}, body: {}, ...answer } }
      : { failure: 'broken off' as const }),
    ...members,
  };
}

export const refusal = (status: number, code: string) => attempt({ status, body: { error: { code } } });
export const failure = (effect?: string) =>
  attempt({
    status: 500,
    body: { error: { code: 'internal_error', ...(effect ? { details: [{ effect }] } : {}) } },
  });

export function document(place: number, members: Partial<ObservedDocument> = {}): ObservedDocument {
  return {
    ...{
      id: `id-${place}`,
      type: 'invoice',
      number: `MAIN-2026-${String(place).padStart(5, '0')}`,
      status: 'draft',
    },
    ...{
      peppol_status: null,
      journal_id: 'main',
      responses: [],
      issue_date: '2026-07-01',
      order_reference: `mark-${place}`,
    },
    ...{
      seller: { electronic_address: SELLER },
      totals: { payable: '12.10' },
      relation_id: 'r',
      currency: 'EUR',
    },
    ...{ payment_reference: null, created_at: '2026-07-01T10:00:00.000Z' },
    ...members,
  };
}

/** The log of a company whose webhook has received all events. */
class Log implements ObservedLog {
  readonly events: ObservedEvent[];
  readonly faults: { position: number; reason: string }[] = [];
  readonly due: Map<string, string>;
  readonly received: Map<string, Set<string>>;

  constructor(type: string, documents: readonly ObservedDocument[]) {
    this.events = documents.map(({ id }, index) => ({
      ...{ id: `event of ${id}`, position: index + 1, type, resource: { type: 'document', id } },
    }));
    this.due = new Map(this.events.map(({ id }) => [id, `digest of ${id}`]));
    this.received = new Map([...this.due].map(([id, digest]) => [id, new Set([digest])]));
  }
}

/** A run in which all went well: three documents, one of them sent, with an attachment, and one deleted. */
export class Run {
  readonly ledger = new Ledger();
  documents = [document(1), document(2), document(3)];
  received = [
    document(9, {
      journal_id: null,
      number: 'MAIN-2026-00003',
      status: 'received',
      order_reference: 'mark-3',
    }),
  ];
  periods = [
    {
      period: '2026',
      count: 3,
      gaps: [] as unknown[],
      duplicates: [] as unknown[],
      date_inversions: [] as unknown[],
    },
  ];
  transmissions = [{ message_id: 'm', state: 'delivered' }];
  attachments = [{ filename: 'a.csv', sha256: 'abc' as string | undefined }];
  defaults = ['one'];
  stalls = NO_STALLS;
  /** Changes the log of the three documents. */
  alterLog: (log: Log) => void = () => undefined;
  /** Of the three documents; the fourth was created and deleted. */
  readonly creations: Attempt[][] = [1, 2, 3, 4].map((place) => [
    attempt({ status: 201, body: document(place) }),
  ]);
  readonly deletion = [attempt({ status: 204 })];
  readonly sending = [attempt({ status: 202 })];
  readonly upload = [attempt({ status: 201 })];

  constructor() {
    const { ledger } = this;
    for (const [index, attempts] of this.creations.entries())
      ledger.creations.push({
        mark: `mark-${index + 1}`,
        company: 'First',
        journal_id: 'main',
        keyed: true,
        attempts,
      });
    ledger.deletions.push({ company: 'First', document_id: 'id-4', attempts: this.deletion });
    ledger.sendings.push({ company: 'First', mark: 'mark-3', receiver: RECEIVER, attempts: this.sending });
    ledger.uploads.push({
      company: 'First',
      document_id: 'id-1',
      filename: 'a.csv',
      sha256: 'abc',
      keyed: true,
      attempts: this.upload,
    });
    this.promote('two');
    this.promote('one');
    this.read('one');
    this.use([attempt({ status: 200 }), refusal(401, 'invalid_grant')]);
  }

  /** The document goes to a participant that is no company of the installation. */
  sendTo(receiver: string, ...states: string[]): void {
    this.ledger.sendings[0] = { ...this.ledger.sendings[0]!, receiver };
    this.received = [];
    this.transmissions = states.map((state, index) => ({ message_id: `m${index}`, state }));
  }

  /** The receiver has responded to the document that was sent; without an attempt given, as asked. */
  respond(
    asked: Attempt = attempt({ status: 202 }),
    sent: readonly string[] = ['delivered'],
    copies = sent.length,
  ): void {
    const [mark, document_id] = ['mark-r', 'id-9'];
    this.ledger.responses.push({ company: 'Second', document_id, mark, attempts: [asked] });
    const of = (direction: 'sent' | 'received', state: string | null) => ({ direction, note: mark, state });
    const responses = sent.map((state) => of('sent', state));
    this.received[0] = { ...this.received[0]!, responses };
    const arrived = Array.from({ length: copies }, () => of('received', null));
    this.documents[2] = { ...this.documents[2]!, responses: arrived };
  }

  promote(member: string, of: Attempt = attempt({ status: 200 })): void {
    this.ledger.promotions.push({ scope: 'brandings', member, attempt: of });
  }

  read(...defaults: string[]): void {
    this.ledger.default_reads.push({ scope: 'brandings', attempt: attempt({}), defaults });
  }

  use(uses: Attempt[], is_disturbed = false): void {
    this.ledger.token_rounds.push({ client_id: 'client', is_disturbed, uses });
  }

  /** The rules that were violated, each once. */
  get violated(): string[] {
    const log = new Log('document.created', this.documents);
    this.alterLog(log);
    const observed: Observed = {
      addresses: new Map([
        ['First', SELLER],
        ['Second', RECEIVER],
      ]),
      documents: new Map([
        ['First', this.documents],
        ['Second', this.received],
      ]),
      journals: [{ id: 'main', company: 'First', first_number: 1, periods: this.periods }],
      transmissions: new Map([['id-3', this.transmissions]]),
      attachments: new Map([['id-1', this.attachments]]),
      defaults: new Map([['brandings', this.defaults]]),
      logs: new Map([
        ['First', log],
        ['Second', new Log('document.received', this.received)],
      ]),
    };
    return [...new Set(allViolations(this.ledger, observed, this.stalls).map(({ rule }) => rule))].sort();
  }
}

export function without(run: Run, place: number): void {
  run.documents = run.documents.filter(({ id }) => id !== `id-${place}`);
  run.periods[0]!.count = run.documents.length;
}

export function add(run: Run, ...more: ObservedDocument[]): void {
  run.documents.push(...more);
  run.periods[0]!.count = run.documents.length;
}
