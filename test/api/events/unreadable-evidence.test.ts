import { CHECKPOINTS, DATABASE, EVENT_LOG, get } from '../../../src/composition/keys';
import { aLog, anEvent, numbers } from '../../support/chains';
import { createDatabase } from '../../support/database';
import { insertLog } from '../../support/event-rows';
import { checkedByProgram, evidenceOf, type Files, keysOf, listed } from '../../support/evidence';
import { CSV } from '../../support/sample-files';
import { aRelation, aTenant, startService } from '../../support/service';
import { unzipped } from '../../support/zip';

const LINE = { name: 'Consulting', quantity: '1', unit_price: '100', vat_rate: '21' };

/** The evidence of a document with an attachment, before a checkpoint. */
let files: Files;
let keys: string;
let company_id: string;

beforeAll(async () => {
  const database = await createDatabase();
  const service = await startService(database.url);
  try {
    const tenant = await aTenant(service);
    ({ company_id } = tenant);
    const relation_id = await aRelation(tenant);
    const { body } = await tenant.post('/documents', { type: 'invoice', relation_id, lines: [LINE] });
    await tenant.post(`/documents/${body.id}/attachments`).attach('file', CSV, 'a.csv').expect(201);
    await evidenceOf(tenant, body.id); // gives positions to all events
    const head = await get(service.container, EVENT_LOG).head(company_id);
    const more = numbers(1_000 - head.position).map((number) => anEvent(number));
    await insertLog(get(service.container, DATABASE), company_id, aLog(more, head));
    await get(service.container, CHECKPOINTS).sign();
    files = unzipped(await evidenceOf(tenant, body.id));
    keys = await keysOf(service);
  } finally {
    await service.close();
    await database.drop();
  }
});

/** The files with another text of one, in a manifest that fits unless it is the manifest. */
function withText(name: string, text: string): Files {
  const copy = new Map(files).set(name, Buffer.from(text));
  return name === 'manifest.json' ? copy : listed(copy);
}
/** What the program prints of the files, or of the keys, with another text. */
const checked = (name: string, text: string) =>
  name === 'keys.json'
    ? checkedByProgram(files, company_id, text)
    : checkedByProgram(withText(name, text), company_id, keys);
const textOf = (name: string): string => (name === 'keys.json' ? keys : files.get(name)!.toString());
/** One line, and exit code 1. */
const REFUSED = /^NOT VALID: [^\n]+$/;

test('unchanged, the files are valid', async () => {
  expect(await checkedByProgram(files, company_id, keys)).toBe(
    'VALID: 2 events, all before a signed checkpoint',
  );
});

const NAMES = [
  ...['manifest.json', 'document.json', 'events.json', 'chain.txt', 'checkpoints.json', 'keys.json'],
];
const TEXTS = ['', '{', 'null', '5', '{}', '[null]', '[5]', '[{}]', '\u001b[2J', '['.repeat(50_000)];

test.each(NAMES)('%s with another content is not valid', async (name) => {
  for (const text of TEXTS) expect(await checked(name, text)).toMatch(REFUSED);
});

test('events.json without events is not valid', async () => {
  expect(await checked('events.json', '[]')).toMatch(REFUSED);
});

test('a file that is missing is not valid, whether it is listed or not', async () => {
  for (const name of [...files.keys()].filter((name) => name !== 'document.pdf')) {
    const others = new Map([...files].filter(([other]) => other !== name));
    expect(await checkedByProgram(others, company_id, keys)).toMatch(REFUSED);
    if (name !== 'manifest.json')
      expect(await checkedByProgram(listed(others), company_id, keys)).toMatch(REFUSED);
  }
});

/** A copy of a value without the member at the path, or with another value in its place. */
function altered(value: unknown, [name, ...rest]: readonly string[], other: unknown): unknown {
  if (name === undefined) return other;
  const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<string, unknown>;
  copy[name] = altered(copy[name], rest, other);
  return copy;
}
/** `undefined` leaves a member out; in an array it becomes null. */
const VALUES = [undefined, 'x'];

test.each([
  ...['manifest.json document_id', 'manifest.json head', 'manifest.json head position'],
  ...[
    'manifest.json head hash',
    'manifest.json files',
    'manifest.json files 0',
    'manifest.json files 0 path',
  ],
  ...['manifest.json files 0 sha256', 'document.json id', 'events.json 0', 'events.json 0 position'],
  ...[
    'events.json 0 resource',
    'events.json 0 resource id',
    'events.json 0 resource type',
    'events.json 0 hash',
  ],
  ...[
    'events.json 0 previous_hash',
    'events.json 0 digest',
    'events.json 1 data',
    'events.json 1 data filename',
  ],
  ...[
    'checkpoints.json 0',
    'checkpoints.json 0 position',
    'checkpoints.json 0 hash',
    'checkpoints.json 0 at',
  ],
  ...['checkpoints.json 0 key_id', 'checkpoints.json 0 signature', 'keys.json data', 'keys.json data 0'],
  ...['keys.json data 0 key_id', 'keys.json data 0 public_key', 'keys.json data 0 public_key x'],
])('without the member, or with another value, not valid: %s', async (place) => {
  const [name, ...members] = place.split(' ') as [string, ...string[]];
  for (const value of VALUES) {
    const text = JSON.stringify(altered(JSON.parse(textOf(name)), members, value));
    expect(await checked(name, text)).toMatch(REFUSED);
  }
});
