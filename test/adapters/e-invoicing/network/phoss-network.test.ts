import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { PhossNetwork } from '../../../../src/adapters/e-invoicing/network/phoss-network';
import { networkIdentifiers, RESPONSE_IDENTIFIERS } from '../../../../src/domain/e-invoicing/identifiers';
import type { NetworkMessage } from '../../../../src/ports/e-invoicing/e-invoice-network';
import { type AccessPoint, json, PHOSS_TOKEN, startAccessPoint } from '../../../support/access-point';
import { SilentLog } from '../../../support/silent-log';

const TIMEOUTS = { submit_ms: 300, status_ms: 300 };

let point: AccessPoint;
let network: PhossNetwork;
let log: SilentLog;

beforeAll(async () => {
  point = await startAccessPoint();
});
afterAll(() => point.close());
beforeEach(() => {
  point.onSubmit = undefined;
  point.onStatus = undefined;
  log = new SilentLog();
  network = at(point.url);
});

const at = (url: string, token = PHOSS_TOKEN) => new PhossNetwork({ url, token, timeouts: TIMEOUTS }, log);

function aMessage(members: Partial<NetworkMessage> = {}): NetworkMessage {
  const { document_type, process } = networkIdentifiers('invoice')!;
  return {
    ...{ message_id: randomUUID(), sender: '0208:0123456749', receiver: '0088:5412345000013' },
    ...{ document_type, process, sender_country: 'BE', xml: Buffer.from('<Invoice>é</Invoice>') },
    ...members,
  };
}

/** Until the caller times out or the test ends. */
const never = () => undefined;
const half = (res: ServerResponse) => {
  res.writeHead(200, { 'Content-Length': '1000' });
  res.write('{"sbdh', () => res.destroy());
};
const endless = (res: ServerResponse) => {
  res.writeHead(200);
  // Node 26 calls back for writes that fail before it destroys the response.
  const more = (error?: Error | null) => {
    if (!error && !res.destroyed) res.write('x'.repeat(65_536), more);
  };
  more();
};

describe('PhossNetwork.send', () => {
  test('submits the document with the message id of the transmission and the token of the access point', async () => {
    const message = aMessage();
    expect(await network.send(message)).toEqual({ kind: 'sent' });
    const submission = point.submissions.at(-1)!;
    expect(submission.message_id).toBe(message.message_id);
    expect(submission.body).toBe('<Invoice>é</Invoice>');
    expect(submission.headers).toMatchObject({ 'content-type': 'application/xml', 'x-token': PHOSS_TOKEN });
    expect(submission.path.split('/').slice(1).map(decodeURIComponent)).toEqual([
      ...['api', 'outbound', 'submit'],
      ...['iso6523-actorid-upis::0208:0123456749', 'iso6523-actorid-upis::0088:5412345000013'],
      ...[message.document_type, message.process, 'BE'],
    ]);
    expect(submission.path).toContain('%23%23'); // a bare # would end the path
  });

  test('submits a response under the identifiers of responses', async () => {
    const { document_type, process } = RESPONSE_IDENTIFIERS;
    expect(await network.send(aMessage({ document_type, process }))).toEqual({ kind: 'sent' });
    const path = point.submissions.at(-1)!.path.split('/').map(decodeURIComponent);
    expect(path.slice(-3)).toEqual([document_type, process, 'BE']);
  });

  test('takes an address with a path, with or without a slash at its end', async () => {
    for (const url of [`${point.url}/ap`, `${point.url}/ap/`]) {
      expect(await at(url).send(aMessage())).toEqual({ kind: 'sent' });
      expect(point.submissions.at(-1)!.path).toMatch(/^\/ap\/api\/outbound\/submit\//);
    }
  });

  test.each<[string, (res: ServerResponse) => void]>([
    ['a time-out', never],
    ['half an answer', half],
    ['an endless answer', endless],
    ['a connection that breaks', (res) => res.destroy()],
    ['a slow response', (res) => void setInterval(() => res.write(' '), 50).unref()],
    ['invalid JSON', (res) => res.writeHead(200).end('<html>Welcome</html>')],
    ['a report about another message', (res) => json(res, 200, { sbdhInstanceIdentifier: randomUUID() })],
    ['a 200 without success', (res) => json(res, 200, { overallSuccess: false })],
    ['an error of its own', (res) => json(res, 500, { error: 'Internal Server Error' })],
    ['an error of a proxy', (res) => res.writeHead(502).end('Bad Gateway')],
    ['a redirect', (res) => res.writeHead(307, { Location: `${point.url}/elsewhere` }).end()],
  ])('reports an unknown outcome after %s', async (_, answer) => {
    point.onSubmit = answer;
    const submitted = point.submissions.length;
    const since = performance.now();
    expect(await network.send(aMessage())).toEqual({ kind: 'unknown', reason: expect.any(String) });
    expect(performance.now() - since).toBeLessThan(2_000);
    expect(point.submissions.length - submitted).toBe(1); // nothing was followed, nothing repeated
  });

  test.each([429, 503])('permits a retry after a %d, since the message was not accepted', async (status) => {
    point.onSubmit = (res) => void res.writeHead(status).end();
    expect(await network.send(aMessage())).toMatchObject({ kind: 'transient_failure' });
  });

  test('permits a retry when the connection is refused', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    server.close();
    await once(server, 'close');
    expect(await at(`http://127.0.0.1:${port}`).send(aMessage())).toMatchObject({
      ...{ kind: 'transient_failure', reason: expect.stringContaining('ECONNREFUSED') },
    });
    expect(await at('http://no-such-host.invalid').send(aMessage())).toMatchObject({
      kind: 'transient_failure',
    });
  });

  test.each([400, 403, 404, 413])(
    'fails permanently after a %d, and logs it for the operator',
    async (status) => {
      point.onSubmit = (res) => void res.writeHead(status).end();
      expect(await network.send(aMessage())).toMatchObject({
        kind: 'permanent_failure',
        code: 'configuration',
      });
      expect(log.errors).toHaveLength(1);
    },
  );

  test('fails permanently with the wrong token', async () => {
    expect(await at(point.url, 'wrong').send(aMessage())).toMatchObject({
      ...{ kind: 'permanent_failure', code: 'configuration' },
    });
  });

  test.each([
    ['tries again by itself', { status: 'failed' }, { kind: 'accepted' }],
    [
      'gave up',
      { status: 'permanently_failed', errorDetails: 'No such participant' },
      {
        kind: 'permanent_failure',
        code: 'not_delivered',
        reason: expect.stringContaining('No such participant'),
      },
    ],
  ])('asks after a 422 whether the access point %s', async (_, transaction, expected) => {
    const message = aMessage();
    point.onSubmit = (res) => {
      point.transactions.set(message.message_id, transaction);
      json(res, 422, { overallSuccess: false });
    };
    expect(await network.send(message)).toEqual(expected);
  });

  test('fails permanently after a 422 for a message that the access point does not have', async () => {
    point.onSubmit = (res) => json(res, 422, 'Failed to submit\n outbound transaction');
    expect(await network.send(aMessage())).toEqual({
      ...{ kind: 'permanent_failure', code: 'invalid_document' },
      reason: 'The access point refused the document: Failed to submit outbound transaction',
    });
  });

  test('reports an unknown outcome after a 422 when the state cannot be queried', async () => {
    point.onSubmit = (res) => json(res, 422, {});
    point.onStatus = never;
    expect(await network.send(aMessage())).toMatchObject({ kind: 'unknown' });
  });
});

describe('PhossNetwork.statusOf', () => {
  test('is null for a message that the access point does not have', async () => {
    expect(await network.statusOf(randomUUID())).toBeNull();
  });

  test.each([
    [{ status: 'pending' }, { kind: 'accepted' }],
    [{ status: 'sending' }, { kind: 'accepted' }],
    [{ status: 'failed', nextRetryDT: '2026-07-01T10:00:00Z' }, { kind: 'accepted' }],
    [{ status: 'sent' }, { kind: 'sent' }],
    [{ status: 'sent', mlsStatus: null }, { kind: 'sent' }],
    [{ status: 'sent', mlsStatus: 'pending' }, { kind: 'sent' }],
    [{ status: 'sent', mlsStatus: 'received_ap' }, { kind: 'delivered' }],
    [{ status: 'sent', mlsStatus: 'received_ab' }, { kind: 'delivered' }],
    [{ status: 'sent', mlsStatus: 'not_applicable' }, { kind: 'delivered' }],
    [
      { status: 'sent', mlsStatus: 'received_re' },
      { kind: 'permanent_failure', code: 'not_delivered' },
    ],
    [{ status: 'permanently_failed' }, { kind: 'permanent_failure', code: 'not_delivered' }],
    [{ status: 'rejected' }, { kind: 'permanent_failure', code: 'invalid_document' }],
  ])('reads %j', async (transaction, expected) => {
    const message_id = randomUUID();
    point.transactions.set(message_id, { sbdhInstanceID: message_id, ...transaction });
    expect(await network.statusOf(message_id)).toMatchObject(expected);
  });

  test.each<[string, (res: ServerResponse) => void]>([
    ['a time-out', never],
    ['half an answer', half],
    ['an endless answer', endless],
    ['an unknown status', (res) => json(res, 200, { status: 'lost' })],
    ['invalid JSON', (res) => res.writeHead(200).end('sent')],
    ['an error', (res) => res.writeHead(500).end()],
    ['a redirect', (res) => res.writeHead(302, { Location: '/elsewhere' }).end()],
    ['a page that is not found', (res) => json(res, 404, { status: 404, error: 'Not Found' })],
  ])('does not take %s for an unknown message', async (_, answer) => {
    point.onStatus = answer;
    expect(await network.statusOf(randomUUID())).toMatchObject({ kind: 'unknown' });
  });

  test('is refused without the token', async () => {
    expect(await at(point.url, 'wrong').statusOf(randomUUID())).toMatchObject({ kind: 'unknown' });
  });
});
