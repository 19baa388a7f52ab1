import { createDatabase, type TestDatabase } from '../../support/database';
import { pngOf } from '../../support/images';
import { random, seedOf } from '../../support/random';
import {
  A_LINE,
  aReceiver,
  aSender,
  DELIVERS,
  documentWith,
  FAILS,
  hurry,
  REJECTS,
} from '../../support/sending';
import { startService, type Service, type Tenant } from '../../support/service';
import { ReadPdf } from '../../adapters/rendering/read-pdf';

/** How many changes a history has; `ISSUED_STEPS=1000` for a soak. */
const STEPS = Number(process.env.ISSUED_STEPS ?? 24);
const HANG_GUARD_MS = 120_000 + STEPS * 5_000;
const seed = seedOf('ISSUED_SEED');
const ISSUE_DATE = new Date().toISOString().slice(0, 10);

let database: TestDatabase;
let service: Service;

beforeAll(async () => {
  database = await createDatabase();
  service = await startService(database.url, {}, (container) => hurry(container));
});
afterAll(async () => {
  await service.close();
  await database.drop();
});

/** The files and fields of an issued document. */
interface Issued {
  readonly json: Record<string, unknown>;
  readonly files: Readonly<Record<string, Buffer>>;
}

/** A company, what its documents are made from, and its documents as they were when they last changed themselves. */
class History {
  readonly issued = new Map<string, Issued>();
  private n = 0;

  constructor(
    readonly tenant: Tenant,
    private readonly chance: () => number,
    private readonly ids: Record<'relations' | 'locations' | 'brandings' | 'accounts' | 'journals', string[]>,
  ) {}

  one<T>(things: readonly T[]): T {
    return things[Math.floor(this.chance() * things.length)]!;
  }

  name(): string {
    return `Name ${++this.n} é`;
  }

  /** Each changes a resource that documents refer to, but no document. */
  readonly around: readonly (() => Promise<unknown>)[] = [
    () => this.configure({ currency: this.one(['EUR', 'JPY', 'USD', 'GBP']) }),
    () => this.configure({ name: this.name(), email: 'new@example.com', legal_information: this.name() }),
    () => this.configure({ embed_pdf: this.chance() < 0.5, language: this.one(['nl', 'fr', 'de']) }),
    () => this.configure({ address: { country_code: 'BE', street: this.name(), city: 'Aalst' } }),
    () => this.configure({ timezone: this.one(['Asia/Tokyo', 'America/New_York']), phone: '+3220000000' }),
    () =>
      this.change('/relations', 'relations', {
        ...{ name: this.name(), note: this.name(), iban: 'BE62510007547061', payment_term_days: 7 },
        ...{ language: this.one(['en', 'fr', null]), buyer_reference: this.name() },
      }),
    () => this.change('/relations', 'relations', { address: { country_code: 'BE', city: this.name() } }),
    () => this.change('/relations', 'relations', { electronic_address: null }),
    () =>
      this.change('/bank-accounts', 'accounts', {
        name: this.name(),
        bic: this.one(['KREDBEBB', 'GKCCBEBB']),
      }),
    () => this.change('/bank-accounts', 'accounts', { default: true }),
    () =>
      this.change('/brandings', 'brandings', {
        header: this.name(),
        primary_color: '#abcdef',
        name: this.name(),
      }),
    () => this.change('/brandings', 'brandings', { default: true }),
    () =>
      this.tenant
        .put(`/brandings/${this.one(this.ids.brandings)}/logo`)
        .type('image/png')
        .send(pngOf(8 + Math.floor(this.chance() * 8), 8))
        .expect(200),
    () =>
      this.change('/journals', 'journals', {
        name: this.name(),
        bank_account_id: this.one(this.ids.accounts),
      }),
    async () => {
      const [relation, location] = this.one(this.ids.locations).split(' ');
      const body = { name: this.name(), address: { country_code: 'BE', city: this.name() } };
      await this.tenant.patch(`/relations/${relation}/delivery-locations/${location}`, body).expect(200);
    },
    () => this.configure({ electronic_address: aLocationNumber(700_000_000 + ++this.n) }),
  ];

  /** Each changes one document, and no other. */
  readonly within: readonly (() => Promise<unknown>)[] = [
    () => this.create(),
    () => this.create(),
    () => this.onDraft((id) => this.tenant.patch(`/documents/${id}`, { note: this.name() }).expect(200)),
    () => this.onDraft((id) => this.tenant.post(`/documents/${id}/mark-sent`).expect(200)),
    () => this.onDraft((id) => this.send(id)),
    () => this.onDraft((id) => this.send(id)),
    () => this.onAny((id) => this.attach(id)),
  ];

  async create(): Promise<void> {
    const [relation_id, location] = this.one(this.ids.locations).split(' ') as [string, string];
    const type = this.one(['invoice', 'invoice', 'credit_note', 'quote']);
    const in_dollars = this.chance() < 0.4 ? { currency: 'USD', exchange_rate: '0.9137' } : {};
    const { status, body } = await this.tenant.post('/documents', {
      ...{ type, relation_id, ...in_dollars, note: this.name(), branding_id: this.one(this.ids.brandings) },
      issue_date: ISSUE_DATE, // today may be earlier after a change of the time zone
      ...(this.chance() < 0.5 ? { delivery_location_id: location } : {}),
      lines: [
        { ...A_LINE, name: this.name(), unit_price: String(1 + Math.floor(this.chance() * 1e6) / 100) },
      ],
      allowance_charges: this.chance() < 0.3 ? [{ kind: 'allowance', percent: '3', reason: 'Loyalty' }] : [],
    });
    expect([status, body.error]).toEqual([201, undefined]);
    this.issued.set(body.id, await this.look(body.id));
  }

  /** Sends the document, if possible, and waits for the outcome. */
  private async send(id: string): Promise<void> {
    const relation_id = (await this.tenant.get(`/documents/${id}`)).body.relation_id as string;
    const electronic_address = this.one([DELIVERS, DELIVERS, FAILS, REJECTS]);
    await this.tenant.patch(`/relations/${relation_id}`, { electronic_address });
    const { status, body } = await this.tenant.post(`/documents/${id}/send`);
    expect([202, 422]).toContain(status);
    if (status === 422) return;
    // A rejection follows a delivery.
    const ends: Record<string, string> = {
      [DELIVERS]: 'delivered',
      [FAILS]: 'failed',
      [REJECTS]: 'rejected',
    };
    await documentWith(this.tenant, id, ends[body.buyer.electronic_address]!);
  }

  private async attach(id: string): Promise<void> {
    const { status, body } = await this.tenant
      .post(`/documents/${id}/attachments`)
      .attach('file', Buffer.from(`a,b\n1,${++this.n}\n`), `file-${this.n}.csv`);
    expect([status, body.error]).toEqual([201, undefined]);
  }

  private async onDraft(work: (id: string) => Promise<unknown>): Promise<void> {
    const drafts = [...this.issued].filter(([, { json }]) => json['status'] === 'draft').map(([id]) => id);
    if (drafts.length > 0) await this.onOne(this.one(drafts), work);
  }

  private async onAny(work: (id: string) => Promise<unknown>): Promise<void> {
    await this.onOne(this.one([...this.issued.keys()]), work);
  }

  /** A document that is changed itself is read again; only its fixed fields are compared. */
  private async onOne(id: string, work: (id: string) => Promise<unknown>): Promise<void> {
    const before = this.issued.get(id)!;
    await work(id);
    const after = await this.look(id);
    const { number, totals, issue_date, payment, delivery } = after.json;
    expect({ number, totals, issue_date, payment, delivery }).toEqual({
      ...{
        number: before.json['number'],
        totals: before.json['totals'],
        issue_date: before.json['issue_date'],
      },
      ...{ payment: before.json['payment'], delivery: before.json['delivery'] },
    });
    const was_transmitted = ['delivered', 'rejected'].includes(before.json['peppol_status'] as string);
    if (was_transmitted) expect(after.files['ubl']).toEqual(before.files['ubl']);
    if (before.json['status'] === 'sent' && after.json['status'] === 'sent') {
      expect(after.files['pdf']).toEqual(before.files['pdf']);
    }
    this.issued.set(id, after);
  }

  /** Compares every document with its earlier state. */
  async compare(step: string): Promise<void> {
    for (const [id, before] of this.issued) {
      const after = await this.look(id);
      const told = `${step}: ${String(before.json['type'])} ${String(before.json['status'])}`;
      expect([told, after.json]).toEqual([told, before.json]);
      for (const [format, bytes] of Object.entries(before.files)) {
        const is_draft = before.json['status'] === 'draft';
        const same = is_draft
          ? addressless(after.files[format]!, format) === addressless(bytes, format)
          : after.files[format]!.equals(bytes);
        expect([told, format, same]).toEqual([told, format, true]);
      }
    }
  }

  private async look(id: string): Promise<Issued> {
    const { body } = await this.tenant.get(`/documents/${id}`).expect(200);
    // They follow from other documents of the sequence.
    const { allowed_actions: _, ...json } = body;
    const formats = body.type === 'quote' ? ['pdf'] : ['pdf', 'ubl', 'facturx'];
    const files: Record<string, Buffer> = {};
    for (const format of formats) files[format] = await this.fileOf(id, format);
    return { json, files };
  }

  private async fileOf(id: string, format: string): Promise<Buffer> {
    const answer = await this.tenant
      .get(`/documents/${id}/file?format=${format}`)
      .buffer()
      .parse((res, done) => {
        const pieces: Buffer[] = [];
        res.on('data', (piece: Buffer) => pieces.push(piece));
        res.on('end', () => done(null, Buffer.concat(pieces)));
      });
    expect([format, answer.status]).toEqual([format, 200]);
    return answer.body as Buffer;
  }

  private configure(members: object) {
    return service
      .manage('patch', `/management/companies/${this.tenant.company_id}`)
      .send(members)
      .expect(200);
  }

  private async change(path: string, of: keyof History['ids'], members: object): Promise<void> {
    const answer = await this.tenant.patch(`${path}/${this.one(this.ids[of])}`, members);
    expect([path, answer.body.error]).toEqual([path, undefined]);
  }
}

/** A GS1 location number, its check digit last. */
function aLocationNumber(n: number): string {
  const digits = `547${n}`;
  const sum = [...digits].reduce(
    (total, digit, place) => total + Number(digit) * (place % 2 === 0 ? 1 : 3),
    0,
  );
  return `0088:${digits}${(10 - (sum % 10)) % 10}`;
}

/** A draft's file without electronic addresses, which follow company and relation until it is sent. */
function addressless(bytes: Buffer, format: string): string {
  if (format === 'pdf') return bytes.toString('base64');
  if (format === 'ubl') return bytes.toString().replace(/\s*<cbc:EndpointID.*?<\/cbc:EndpointID>/g, '');
  const pdf = new ReadPdf(bytes);
  const xml = pdf.attachments
    .get('factur-x.xml')!
    .bytes.toString()
    .replace(/\s*<ram:URIUniversalCommunication>.*?<\/ram:URIUniversalCommunication>/gs, '');
  return `${pdf.text}\n${xml}`;
}

async function aHistory(chance: () => number): Promise<History> {
  const tenant = await aSender(service);
  const made = async (path: string, body: object) =>
    (await tenant.post(path, body).expect(201)).body.id as string;
  const relations = [
    await aReceiver(tenant, DELIVERS),
    await aReceiver(tenant, FAILS, { name: 'Second NV' }),
  ];
  const locations: string[] = [];
  for (const relation of relations) {
    const location = { name: 'Depot', address: { country_code: 'BE', city: 'Ghent' } };
    locations.push(`${relation} ${await made(`/relations/${relation}/delivery-locations`, location)}`);
  }
  const accounts = [
    await made('/bank-accounts', { reference: 'BE68539007547034', bic: 'GKCCBEBB' }),
    await made('/bank-accounts', { reference: 'BE62510007547061' }),
  ];
  const brandings = [
    await made('/brandings', { name: 'One', footer: 'Bye' }),
    await made('/brandings', { name: 'Two' }),
  ];
  const { body: journals } = await tenant.get('/journals');
  const ids = {
    relations,
    locations,
    accounts,
    brandings,
    journals: journals.data.map(({ id }: { id: string }) => id),
  };
  return new History(tenant, chance, ids);
}

describe('An issued document', () => {
  test(
    `stays the same byte for byte during any other changes (seed ${seed}, ${STEPS} steps)`,
    async () => {
      const chance = random(seed);
      const history = await aHistory(chance);
      for (let i = 0; i < 3; i++) await history.create();
      let changes = 0;
      for (let step = 1; step <= STEPS; step++) {
        const is_around = chance() < 0.65;
        await history.one(is_around ? history.around : history.within)();
        if (is_around) changes++;
        // Several changes are checked together, which takes less time.
        if (step % 6 === 0 || step === STEPS) await history.compare(`seed ${seed}, step ${step}`);
      }
      expect(changes).toBeGreaterThan(STEPS / 4);
      // All resources are what their latest events say.
      const path = `/management/companies/${history.tenant.company_id}/events/verify`;
      const { body: report } = await service.manage('get', path).expect(200);
      expect({ seed, faults: report.faults }).toEqual({ seed, faults: [] });
    },
    HANG_GUARD_MS,
  );
});
