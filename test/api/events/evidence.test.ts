import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { CHECKPOINTS, DATABASE, EVENT_LOG, get, STORED_LOG } from '../../../src/composition/keys';
import { aLog, anEvent, numbers } from '../../support/chains';
import { createDatabase, type TestDatabase } from '../../support/database';
import { anApplicationResponse, aUbl } from '../../support/e-invoices';
import { insertLog } from '../../support/event-rows';
import {
  checkedByProcess,
  checkedByProgram,
  evidenceOf,
  type Files,
  forged,
  jsonOf,
  keysOf,
  LOOP,
  SPAWN_MS,
  tampered,
} from '../../support/evidence';
import { sha256 } from '../../support/s3';
import { CSV, PDF } from '../../support/sample-files';
import { aReceiver, aSender, DELIVERS } from '../../support/sending';
import { aTenant, type Service, startService, type Tenant } from '../../support/service';
import { until } from '../../support/until';
import { unzipped } from '../../support/zip';

const NETWORK_TOKEN = 'a-network-token-for-tests';

let database: TestDatabase;
let service: Service;
let tenant: Tenant;
let folder: string;
beforeAll(async () => {
  database = await createDatabase();
  service = await startService(database.url, { NETWORK_TOKEN });
  tenant = await aSender(service);
  folder = mkdtempSync(path.join(tmpdir(), 'evidence-'));
});
afterAll(async () => {
  await service.close();
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

const LINE = { name: 'Consulting', quantity: '1', unit_price: '100', vat_rate: '21' };

async function anInvoice(of = tenant): Promise<{ readonly id: string; readonly number: string }> {
  const relation_id = await aReceiver(of, DELIVERS);
  const { body } = await of.post('/documents', { type: 'invoice', relation_id, lines: [LINE] }).expect(201);
  return body as { id: string; number: string };
}

/** What the program of the page prints. */
const checked = async (files: Files, of = tenant): Promise<string> =>
  checkedByProgram(files, of.company_id, await keysOf(service));

describe('the evidence of a sent document', () => {
  let id: string;
  let files: Map<string, Buffer>;
  beforeAll(async () => {
    const invoice = await anInvoice();
    ({ id } = invoice);
    for (const filename of ['terms.pdf', 'removed.pdf']) {
      await tenant.post(`/documents/${id}/attachments`).attach('file', PDF, filename).expect(201);
    }
    const { body: attachments } = await tenant.get(`/documents/${id}/attachments?sort=created_at`);
    await tenant.delete(`/documents/${id}/attachments/${attachments.data[1].id}`).expect(204);
    await tenant.post(`/documents/${id}/send`).expect(202);
    await until(async () => {
      const { body } = await tenant.get(`/documents/${id}`);
      return body.peppol_status === 'delivered' && body;
    });
    const { body: company } = await service.manage('get', `/management/companies/${tenant.company_id}`);
    const response = anApplicationResponse('response', {
      ...{ code: 'RE', reference: invoice.number, sender: DELIVERS },
      ...{ receiver: company.electronic_address, reason: 'Wrong amount' },
    });
    await service
      .manage('post', '/management/network/inbound')
      .set('Authorization', `Bearer ${NETWORK_TOKEN}`)
      .type('application/xml')
      .send(response)
      .expect(201);
    files = unzipped(await evidenceOf(tenant, id));
    expect(files.get('status-messages/1.xml')!.toString()).toBe(response);
  });

  test('contains the files in their order, each with its digest in the manifest', async () => {
    const { body: sent } = await tenant.get(`/documents/${id}/transmissions`).expect(200);
    const { message_id } = sent.data[0];
    expect([...files.keys()]).toEqual([
      ...['document.json', 'document.pdf', `transmissions/${message_id}.json`],
      ...[`transmissions/${message_id}.xml`, 'status-messages/1.xml', 'attachments/terms.pdf'],
      ...['events.json', 'chain.txt', 'checkpoints.json', 'manifest.json'],
    ]);
    const manifest = jsonOf(files, 'manifest.json');
    expect(Object.keys(manifest)).toEqual(['document_id', 'head', 'files']);
    expect(manifest.document_id).toBe(id);
    const digests = [...files].slice(0, -1).map(([name, bytes]) => ({ path: name, sha256: sha256(bytes) }));
    expect(manifest.files).toEqual(digests);
    expect(jsonOf(files, `transmissions/${message_id}.json`)).toEqual(sent.data[0]);
  });

  test('has the document as the API returns it, the bytes that were sent, and the attachment', async () => {
    expect(jsonOf(files, 'document.json')).toEqual((await tenant.get(`/documents/${id}`)).body);
    expect(files.get('document.pdf')!.subarray(0, 5).toString()).toBe('%PDF-');
    const { message_id } = (await tenant.get(`/documents/${id}/transmissions`)).body.data[0];
    const { text } = await tenant.get(`/documents/${id}/transmissions/${message_id}/file`).buffer(true);
    const [, xml] = [...files].find(([name]) => name.startsWith('transmissions/') && name.endsWith('.xml'))!;
    expect(xml.toString()).toBe(text);
    expect(files.get('attachments/terms.pdf')!.equals(PDF)).toBe(true);
  });

  test('has the events of the document and of its attachments, also of the removed one', () => {
    const events = jsonOf(files, 'events.json') as { type: string; position: number }[];
    const types = events.map(({ type }) => type);
    expect(types.filter((type) => type.startsWith('attachment.'))).toEqual([
      ...['attachment.created', 'attachment.created', 'attachment.deleted'],
    ]);
    expect(types[0]).toBe('document.created');
    expect(types.at(-1)).toBe('document.rejected');
    const positions = events.map(({ position }) => position);
    expect(positions).toEqual([...positions].sort((a, b) => a - b));
  });

  test('has the same bytes as long as nothing changes', async () => {
    const [first, second] = [await evidenceOf(tenant, id), await evidenceOf(tenant, id)];
    expect(second.equals(first)).toBe(true);
  });

  test('is valid by the program of the page, before and after its chain is signed', async () => {
    expect(await checked(files)).toMatch(/^VALID: \d+ events, not all before a signed checkpoint$/);
    const head = await get(service.container, EVENT_LOG).head(tenant.company_id);
    const more = aLog(
      numbers(1_000 - head.position).map((number) => anEvent(number)),
      head,
    );
    await insertLog(get(service.container, DATABASE), tenant.company_id, more);
    await get(service.container, CHECKPOINTS).sign();
    files = unzipped(await evidenceOf(tenant, id));
    expect(jsonOf(files, 'checkpoints.json')).toMatchObject([{ position: 1_000 }]);
    expect(await checked(files)).toMatch(/^VALID: \d+ events, all before a signed checkpoint$/);
    const byProcess = async (company_id: string) =>
      checkedByProcess(files, company_id, await keysOf(service));
    expect(await byProcess(tenant.company_id)).toBe(await checked(files));
    const other = await aTenant(service);
    expect(await byProcess(other.company_id)).toBe(await checked(files, other));
  });

  /** Runs the loop of the page. @returns what it prints */
  const looped = (chain: string): string => {
    writeFileSync(path.join(folder, 'chain.txt'), chain);
    return execFileSync('sh', ['-c', LOOP], { cwd: folder, encoding: 'utf8', timeout: SPAWN_MS }).trim();
  };

  test('is valid by the loop of the page, which names an altered position', () => {
    const lines = files.get('chain.txt')!.toString().split('\n').slice(0, 5);
    expect(looped(`${lines.join('\n')}\n`)).toBe('');
    const [position] = lines[2]!.split(' ');
    lines[2] = lines[2]!.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
    expect(looped(`${lines.join('\n')}\n`)).toBe(`position ${position}`);
    expect(looped(lines.slice(0, 3).join('\n'))).toBe(`position ${position}`);
  });

  test.each<[string, Parameters<typeof forged>[1]]>([
    ['in its place', (_genuine, forgery, following) => [forgery, ...following]],
    ['at the end of the chain', (_genuine, forgery, following) => [...following, forgery]],
    ['after the genuine one', (genuine, forgery, following) => [genuine, forgery, ...following]],
    ['besides the genuine one', (genuine, forgery, following) => [genuine, ...following, forgery]],
  ])('is not valid with a forged event whose line stands %s', async (_what, change) => {
    const copy = forged(files, change);
    expect(await checked(copy)).toMatch(/^NOT VALID: chain\.txt, /);
    const lines = copy.get('chain.txt')!.toString().split('\n');
    expect(looped([...lines.slice(0, 3), ...lines.slice(-2)].join('\n'))).toMatch(/^position \d+$/);
  });

  test('is not valid when a file differs from the manifest', async () => {
    const copy = new Map(files).set('document.pdf', Buffer.from('%PDF-'));
    expect(await checked(copy)).toBe('NOT VALID: document.pdf');
  });

  test.each<[string, string, (text: string) => string, RegExp]>([
    ['the document', 'document.json', (text) => text.replace('"121.00"', '"12.00"'), /document\.json/],
    ['an attachment', 'attachments/terms.pdf', (text) => `${text} `, /the attachment/],
    [
      'an event',
      'events.json',
      (text) => text.replace('document.created', 'document.updated'),
      /the event at/,
    ],
    ['a line of the chain', 'chain.txt', (text) => text.replace(/.\n/, 'x\n'), /chain\.txt, position/],
    ['the order of the chain', 'chain.txt', (text) => text.replace(/^(.*\n)(.*\n)(.*\n)/, '$1$3'), /the/],
    ['a checkpoint', 'checkpoints.json', (text) => text.replace('"at":"2', '"at":"3'), /the checkpoint/],
    ['the absence of checkpoints', 'checkpoints.json', () => '[]', /^VALID: \d+ events, not all/],
  ])('shows that %s was altered, even with a manifest that fits', async (_what, name, change, fault) => {
    const result = await checked(tampered(files, name, change));
    expect(result).toMatch(fault);
    expect(result.startsWith('VALID')).toBe(fault.source.startsWith('^VALID'));
  });

  test('is not valid for another company', async () => {
    expect(await checked(files, await aTenant(service))).toBe('NOT VALID: the checkpoint at position 1000');
  });
});

test('the evidence of a received document has the file as it came', async () => {
  const { body: company } = await service.manage('get', `/management/companies/${tenant.company_id}`);
  const ubl = aUbl({
    buyer: { electronic_address: company.electronic_address, vat: null, identifier: null },
    files: [{ filename: 'list.csv', type: 'text/csv', bytes: CSV }],
  });
  const { body } = await service
    .manage('post', '/management/network/inbound')
    .set('Authorization', `Bearer ${NETWORK_TOKEN}`)
    .type('application/xml')
    .send(ubl)
    .expect(201);
  const files = unzipped(await evidenceOf(tenant, body.document_id));
  expect(files.get('original.xml')!.toString()).toBe(ubl);
  const types = (jsonOf(files, 'events.json') as { type: string }[]).map(({ type }) => type);
  expect(types.sort()).toEqual(['attachment.created', 'document.received']);
  expect(files.get('attachments/list.csv')!.equals(CSV)).toBe(true);
  expect(await checked(files)).toMatch(/^VALID/);
});

test('the evidence of a document with ten events far apart stays below 1 MiB beside its files', async () => {
  const other = await aSender(service);
  const { id } = await anInvoice(other);
  await evidenceOf(other, id); // gives positions to all events
  const log = get(service.container, EVENT_LOG);
  const head = await log.head(other.company_id);
  const events = numbers(12_000 - head.position).map((number) => {
    const is_first_after_checkpoint = (number + head.position) % 1_000 === 1 && number < 9_500;
    const resource = { type: 'document', id, version: 1 } as const;
    return anEvent(number, is_first_after_checkpoint ? { resource } : {});
  });
  await insertLog(get(service.container, DATABASE), other.company_id, aLog(events, head));
  await get(service.container, CHECKPOINTS).sign();
  const zip = await evidenceOf(other, id);
  const files = unzipped(zip);
  expect(jsonOf(files, 'events.json')).toHaveLength(10);
  expect(files.get('chain.txt')!.toString().trim().split('\n').length).toBeGreaterThan(9_900);
  expect(zip.byteLength - files.get('document.pdf')!.byteLength).toBeLessThan(1024 * 1024);
});

test('the evidence of a document whose attachment is deleted meanwhile is that of the document without it', async () => {
  const { id } = await anInvoice();
  const added = tenant.post(`/documents/${id}/attachments`).attach('file', PDF, 'terms.pdf');
  const { body: attachment } = await added.expect(201);
  const log = get(service.container, STORED_LOG);
  const ofDocument = log.ofDocument.bind(log);
  log.ofDocument = async (...args) => {
    log.ofDocument = ofDocument;
    await tenant.delete(`/documents/${id}/attachments/${attachment.id}`).expect(204);
    return ofDocument(...args);
  };
  const files = unzipped(await evidenceOf(tenant, id));
  expect([...files.keys()].filter((name) => name.includes('terms'))).toEqual([]);
  expect(await checked(files)).toMatch(/^VALID/);
});

test('a document of another company, and an unknown one, have no evidence', async () => {
  const { id } = await anInvoice();
  const other = await aTenant(service);
  await other.get(`/documents/${id}/evidence`).expect(404);
});
