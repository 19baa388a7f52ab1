import type { RequestListener } from 'node:http';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { inProcess, type InProcessRequest } from '../../../src/adapters/http/connections/in-process';

const never = new AbortController().signal;
const aRequest = (members: Partial<InProcessRequest> = {}): InProcessRequest => ({
  ...{ method: 'POST', path: '/things?q=1', headers: { 'x-name': 'a' }, body: '{"a":1}', signal: never },
  ...members,
});

describe('A request in the process', () => {
  test('reaches the listener whole, and returns its whole response', async () => {
    const listener: RequestListener = (req, res) => {
      const { method, url, headers } = req;
      void text(req).then((body) => {
        res.setHeader('ETag', '"1"');
        res.writeHead(201).end(JSON.stringify([method, url, headers['x-name'], body]));
      });
    };
    const send = inProcess(() => listener);
    const body = JSON.stringify('é'.repeat(500_000));
    const answer = await send(aRequest({ body }));
    expect(answer).toMatchObject({ status: 201, headers: { etag: '"1"' } });
    expect(JSON.parse(answer.body)).toEqual(['POST', '/things?q=1', 'a', body]);
  });

  test('to the HEAD of a file returns its headers', async () => {
    const send = inProcess(() => (_req, res) => void res.writeHead(200, { 'Content-Length': '5' }).end());
    const answer = await send(aRequest({ method: 'HEAD', body: undefined }));
    expect(answer).toMatchObject({ status: 200, headers: { 'content-length': '5' }, body: '' });
  });

  test('that is aborted is closed for the listener', async () => {
    const abort = new AbortController();
    let closed: Promise<unknown> | undefined;
    const send = inProcess(() => (_req, res) => {
      closed = once(res, 'close');
      abort.abort();
    });
    await expect(send(aRequest({ signal: abort.signal }))).rejects.toThrow('aborted');
    await closed;
  });

  test.each([
    ['before its response', 0],
    ['within its response', 10],
  ])('that the listener cuts off %s fails', async (_when, bytes) => {
    const send = inProcess(() => (_req, res) => {
      if (bytes === 0) return void res.destroy();
      res.writeHead(200, { 'Content-Length': '20' });
      res.write('x'.repeat(bytes), () => res.destroy());
    });
    await expect(send(aRequest())).rejects.toMatchObject({ code: 'ECONNRESET' });
  });
});
