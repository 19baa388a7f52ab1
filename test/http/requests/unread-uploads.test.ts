import { z } from 'zod';
import { fileUpload } from '../../../src/adapters/http/requests/upload';
import { route } from '../../../src/adapters/http/route';
import { DomainError } from '../../../src/domain/errors';
import { echo, type Kit, startKit } from '../../support/http-kit';
import { RawConnection } from '../../support/raw-http';

const ACCEPT_ALL = { take: () => true, end: () => true };

/** Its work fails when the file is there and none of its bytes were read. */
const failing = route({
  method: 'post',
  path: '/files',
  access: 'relation:create',
  upload: fileUpload(10 * 1024 * 1024, () => ({ check: ACCEPT_ALL })),
  receive: async ({ readUpload }) => {
    await readUpload();
    throw new DomainError('internal_error', 'The database does not answer. Retry later.');
  },
  response: z.unknown(),
  handle: async () => null,
});

let kit: Kit;
beforeAll(async () => {
  kit = await startKit([failing, echo(z.unknown())]);
});
afterAll(() => kit.server.stop(0));

function form(size: number): string {
  const head = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n';
  return `${head}${'x'.repeat(size)}\r\n--b--\r\n`;
}

describe('an upload whose work fails before the file is read', () => {
  test.each([1, 20_000, 70_000, 140_000, 400_000, 3_000_000])(
    'gets its error, and the next request on the connection its response: a file of %d bytes',
    async (size) => {
      const body = form(size);
      const connection = await RawConnection.open(kit.address);
      connection.send(
        kit.request(
          'POST /files',
          ['Content-Type: multipart/form-data; boundary=b', `Content-Length: ${body.length}`],
          body,
        ),
      );
      expect((await connection.answer()).status).toBe(500);
      connection.send(
        kit.request(
          'POST /echo',
          ['Content-Type: application/json', 'Content-Length: 2', 'Connection: close'],
          '{}',
        ),
      );
      expect((await connection.answers(2))[1]).toMatchObject({ status: 200, body: '{}' });
      await connection.close();
    },
  );
});

describe('a caller that sends a whole body before it reads', () => {
  const SIZE = 9_000_000;

  /** Sends a request that is refused before its body is read, and reads no response until all of it is sent. */
  async function answerAfter(connection_header: string) {
    const connection = await RawConnection.open(kit.address);
    connection.socket.pause();
    const head = ['POST /echo HTTP/1.1', 'Host: x', 'Content-Type: application/json'];
    connection.send(
      [...head, `Content-Length: ${SIZE}`, `Connection: ${connection_header}`, '', ''].join('\r\n'),
    );
    await new Promise((resolve) => connection.socket.write(Buffer.alloc(SIZE, ' '), resolve));
    connection.socket.resume();
    return connection;
  }

  test.each(['close', 'keep-alive'])('gets the response to it: Connection: %s', async (header) => {
    const connection = await answerAfter(header);
    expect((await connection.answer()).status).toBe(401);
    connection.socket.destroy();
  });

  test('finds the connection closed after the response that says so', async () => {
    const connection = await answerAfter('close');
    await connection.close();
    expect(connection.error).toBeUndefined();
  });
});
