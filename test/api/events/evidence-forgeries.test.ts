import { CHECKPOINTS, DATABASE, EVENT_LOG, get } from '../../../src/composition/keys';
import type { ChainedEvent } from '../../../src/domain/events/event';
import { aLog, anEvent, numbers } from '../../support/chains';
import { createDatabase, type TestDatabase } from '../../support/database';
import { insertLog } from '../../support/event-rows';
import { checkedByProgram, evidenceOf, type Files, jsonOf, keysOf, listed } from '../../support/evidence';
import { CSV, PDF } from '../../support/sample-files';
import { aRelation, aTenant, type Service, startService, type Tenant } from '../../support/service';
import { unzipped } from '../../support/zip';

const LINE = { name: 'Consulting', quantity: '1', unit_price: '100', vat_rate: '21' };
const FORGED = Buffer.from('naam;bedrag\nCafé;99,50\n');

let database: TestDatabase;
let service: Service;
let tenant: Tenant;
let keys: string;
/** Of a document with the attachment `a.csv`, an update after it, and `removed.csv`, which was deleted. */
let files: Files;
/** Of another document of the company, with the attachment `other.csv`. */
let others: Files;

beforeAll(async () => {
  database = await createDatabase();
  service = await startService(database.url);
  tenant = await aTenant(service);
  const relation_id = await aRelation(tenant);
  const aDocument = async (): Promise<string> =>
    (await tenant.post('/documents', { type: 'invoice', relation_id, lines: [LINE] }).expect(201)).body.id;
  const attach = async (id: string, name: string, bytes: Buffer): Promise<string> =>
    (await tenant.post(`/documents/${id}/attachments`).attach('file', bytes, name).expect(201)).body.id;

  const [id, other] = [await aDocument(), await aDocument()];
  await attach(id, 'a.csv', CSV);
  await tenant.patch(`/documents/${id}`, { lines: [LINE, LINE] }).expect(200);
  const removed = await attach(id, 'removed.csv', FORGED);
  await tenant.delete(`/documents/${id}/attachments/${removed}`).expect(204);
  await attach(other, 'other.csv', FORGED);
  await evidenceOf(tenant, id); // gives positions to all events
  const head = await get(service.container, EVENT_LOG).head(tenant.company_id);
  const more = numbers(1_000 - head.position).map((number) => anEvent(number));
  await insertLog(get(service.container, DATABASE), tenant.company_id, aLog(more, head));
  await get(service.container, CHECKPOINTS).sign();
  files = unzipped(await evidenceOf(tenant, id));
  others = unzipped(await evidenceOf(tenant, other));
  keys = await keysOf(service);
});
afterAll(async () => {
  await service.close();
  await database.drop();
});

const checked = (of: Files) => checkedByProgram(of, tenant.company_id, keys);
/** The files with some that are added or replaced. */
const withFiles = (added: Readonly<Record<string, string | Buffer>>, of = files): Files =>
  new Map([...of, ...Object.entries(added).map(([name, bytes]) => [name, Buffer.from(bytes)] as const)]);
const without = (name: string): Files => new Map([...files].filter(([path]) => path !== name));
const withEvents = (change: (events: ChainedEvent[]) => readonly unknown[], of = files): Files =>
  withFiles({ 'events.json': JSON.stringify(change(jsonOf(of, 'events.json'))) }, of);
/** The lines of both chains, by their positions: both end at the same checkpoint. */
const bothChains = (): string => {
  const lines = [files, others].flatMap((of) => of.get('chain.txt')!.toString().trim().split('\n'));
  const positionOf = (line: string) => Number(line.split(' ')[0]);
  return `${[...new Set(lines)].sort((a, b) => positionOf(a) - positionOf(b)).join('\n')}\n`;
};
const isAttached = ({ resource }: ChainedEvent) => resource.type === 'attachment';

test('the genuine files are valid, all before a checkpoint', async () => {
  expect(await checked(files)).toBe(
    `VALID: ${jsonOf(files, 'events.json').length} events, all before a signed checkpoint`,
  );
  expect(await checked(others)).toMatch(/^VALID/);
});

describe('with a manifest that fits, the files are not valid', () => {
  test.each<[string, () => Files, string]>([
    [
      'when an attachment is altered and its events are left out',
      () =>
        withEvents(
          (events) => events.filter((event) => !isAttached(event)),
          withFiles({ 'attachments/a.csv': FORGED }),
        ),
      'attachments/a.csv',
    ],
    [
      'when an attachment is renamed',
      () => withFiles({ 'attachments/b.csv': CSV }, without('attachments/a.csv')),
      'attachments/a.csv',
    ],
    ['when an attachment is left out', () => without('attachments/a.csv'), 'attachments/a.csv'],
    [
      'with an added attachment',
      () => withFiles({ 'attachments/forged.csv': CSV }),
      'attachments/forged.csv',
    ],
    [
      'with an attachment that was deleted',
      () => withFiles({ 'attachments/removed.csv': FORGED }),
      'attachments/removed.csv',
    ],
    ['with an added file', () => withFiles({ 'contract.pdf': PDF }), 'contract.pdf'],
    ['with an added folder', () => withFiles({ 'Attachments/a.csv': FORGED }), 'Attachments/a.csv'],
    [
      'with the attachment of another document, and its event',
      () => {
        const created = (jsonOf(others, 'events.json') as ChainedEvent[]).filter(isAttached);
        const both = withFiles({ 'attachments/other.csv': FORGED, 'chain.txt': bothChains() });
        return withEvents((events) => [...events, ...created].sort((a, b) => a.position - b.position), both);
      },
      'the event at position',
    ],
    [
      'when a deleted attachment is added, and its events are exchanged',
      () =>
        withEvents(
          (events) => [...events.slice(0, -2), events.at(-1)!, events.at(-2)!],
          withFiles({ 'attachments/removed.csv': FORGED }),
        ),
      'events.json',
    ],
    ['when an event is listed twice', () => withEvents((events) => [events[0]!, ...events]), 'events.json'],
  ])('%s', async (_what, forgery, fault) => {
    const result = await checked(listed(forgery()));
    expect(result).toMatch(/^NOT VALID: [^\n]*$/);
    expect(result).toContain(fault);
  });
});

test('that its last events were left out is not shown, as the page says', async () => {
  const until_removal = withEvents(
    (events) => events.slice(0, -1),
    withFiles({ 'attachments/removed.csv': FORGED }),
  );
  expect(await checked(listed(until_removal))).toMatch(/^VALID/);
});

test('a file that the manifest does not list is not valid', async () => {
  for (const path of ['attachments/forged.csv', 'forged.csv', '.hidden', 'attachments/a/b.csv'])
    expect(await checked(withFiles({ [path]: CSV }))).toContain(`NOT VALID: ${path}`);
});
