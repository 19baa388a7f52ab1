import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PromptDirectory } from '../../../../src/adapters/e-invoicing/network/prompt-directory';
import { SmpDirectory } from '../../../../src/adapters/e-invoicing/network/smp-directory';
import { networkIdentifiers } from '../../../../src/domain/e-invoicing/identifiers';
import { SilentLog } from '../../../support/silent-log';

const PARTICIPANT = '0208:0123456749';
const { document_type } = networkIdentifiers('invoice')!;

let server: Server;
let url: string;
let answer: RequestListener;
let asked: string[];

beforeAll(async () => {
  server = createServer((req, res) => {
    asked.push(req.url!);
    answer(req, res);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.closeAllConnections());
afterAll(() => new Promise((closed) => server.close(closed)));
beforeEach(() => {
  asked = [];
  answer = (_req, res) => res.writeHead(200).end(serviceGroup(document_type));
});

function serviceGroup(...types: string[]): string {
  const references = types.map(
    (type) => `<smp:ServiceMetadataReference href="${url}/x/services/${encodeURIComponent(type)}"/>`,
  );
  return `<?xml version="1.0"?><smp:ServiceGroup xmlns:smp="http://busdox.org/serviceMetadata/publishing/1.0/">
    <smp:ServiceMetadataReferenceCollection>${references.join('')}</smp:ServiceMetadataReferenceCollection>
  </smp:ServiceGroup>`;
}

const record = (members: object = {}) => ({
  ...{ flags: 'U', service: 'Meta:SMP', regexp: `!.*!${url}!`, replacement: '', order: 1, preference: 1 },
  ...members,
});

const dnsError = (code: string) => Object.assign(new Error(code), { code });

describe('SmpDirectory', () => {
  const byDns = (resolveNaptr: (host: string) => Promise<ReturnType<typeof record>[]>) =>
    new SmpDirectory({ zone: 'sml.example', resolveNaptr }).lookup(PARTICIPANT);
  const direct = () => new SmpDirectory({ zone: 'sml.example', smp_url: url }).lookup(PARTICIPANT);

  test('finds the publisher by the participant’s digest, and reads what it receives', async () => {
    const hosts: string[] = [];
    const found = await byDns(async (host) => {
      hosts.push(host);
      return [record()];
    });
    expect(found).toEqual({ kind: 'registered', document_types: [document_type] });
    // base 32 of the SHA-256 of `0208:0123456749`
    expect(hosts).toEqual([
      'hqlnrkedej3xevnxcnqilr5gx4hmdn4lws23cztjymy4mhl3plla.iso6523-actorid-upis.sml.example',
    ]);
    expect(asked.map(decodeURIComponent)).toEqual([`/iso6523-actorid-upis::${PARTICIPANT}`]);
  });

  test('reads a participant that receives several kinds of documents, or none', async () => {
    answer = (_req, res) => res.end(serviceGroup('a::b##c', 'd'));
    expect(await direct()).toEqual({ kind: 'registered', document_types: ['a::b##c', 'd'] });
    answer = (_req, res) => res.end(serviceGroup());
    expect(await direct()).toEqual({ kind: 'registered', document_types: [] });
  });

  test.each(['ENOTFOUND', 'ENODATA'])('reports that the participant is not registered: %s', async (code) => {
    expect(await byDns(() => Promise.reject(dnsError(code)))).toEqual({ kind: 'unknown_participant' });
  });

  test.each([
    ['no record', []],
    ['records of other services', [record({ service: 'Meta:Other' })]],
    ['an invalid address', [record({ regexp: '!.*!file:///etc/passwd!' })]],
  ])('reports that the participant is not registered: %s', async (_, records) => {
    expect(await byDns(async () => records)).toEqual({ kind: 'unknown_participant' });
  });

  test('reports a participant that the publisher does not know', async () => {
    answer = (_req, res) => res.writeHead(404).end();
    expect(await direct()).toEqual({ kind: 'unknown_participant' });
  });

  test.each<[string, RequestListener]>([
    ['an error', (_req, res) => res.writeHead(500).end()],
    ['a redirect', (_req, res) => res.writeHead(302, { Location: url }).end()],
    ['invalid XML', (_req, res) => res.end('hello')],
    ['a DOCTYPE', (_req, res) => res.end(`<!DOCTYPE x [<!ENTITY a "b">]>${serviceGroup('a')}`)],
    [
      'bad percent-encoding',
      (_req, res) => res.end(serviceGroup('a').replace('/services/a', '/services/%E0%A4%A')),
    ],
    ['a broken answer', (_req, res) => res.destroy()],
  ])('reports an unknown result after %s', async (_, behaviour) => {
    answer = behaviour;
    expect(await direct()).toMatchObject({ kind: 'unavailable' });
  });

  test('reports an unknown result when DNS fails', async () => {
    expect(await byDns(() => Promise.reject(dnsError('ETIMEOUT')))).toMatchObject({ kind: 'unavailable' });
  });
});

describe('PromptDirectory', () => {
  test('answers in time, whatever the directory does', async () => {
    const hanging = new PromptDirectory({ lookup: () => new Promise(() => undefined) }, new SilentLog(), 50);
    expect(await hanging.lookup(PARTICIPANT)).toMatchObject({ kind: 'unavailable' });
  });

  test('answers for a directory that fails, and logs the failure', async () => {
    const log = new SilentLog();
    const failing = new PromptDirectory({ lookup: () => Promise.reject(new Error('No.')) }, log);
    expect(await failing.lookup(PARTICIPANT)).toMatchObject({ kind: 'unavailable' });
    expect(log.errors).toHaveLength(1);
  });
});
