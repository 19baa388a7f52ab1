import { once } from 'node:events';
import http from 'node:http';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { z } from 'zod';
import { readBytes } from '../../../src/adapters/http/requests/body';
import { decimal, text } from '../../../src/adapters/http/schemas/schemas';
import type { Route } from '../../../src/adapters/http/route';
import { echo, type Kit, startKit } from '../../support/http-kit';
import { RawConnection, until } from '../../support/raw-http';

const MIB = 1024 * 1024;

const typed = z.strictObject({
  name: text().optional(),
  price: decimal({ decimals: 9 }).optional(),
  count: z.number().int().optional(),
  lines: z.array(z.strictObject({ price: decimal({ decimals: 9 }) })).optional(),
  place: z.object({ city: z.string().nullish() }).optional(),
});

/** What has arrived at `/shares`, in bytes. */
let arrived = 0;
/** Reads a large body that uses the share of the memory that the header `share` names. */
const shares: Route = {
  method: 'post',
  path: '/shares',
  access: 'public',
  async respond(req, res) {
    const bytes = readBytes(req, res, { max_bytes: 200 * MIB, share: String(req.headers['share']) });
    req.on('data', (chunk: Buffer) => (arrived += chunk.length));
    await bytes;
  },
};

let kit: Kit;
beforeAll(async () => {
  kit = await startKit([echo(z.unknown()), echo(typed, '/typed'), shares], { deadlines: { body_ms: 300 } });
});
afterAll(() => kit.server.stop(0));

interface Sent {
  readonly status: number;
  readonly body: unknown;
}

async function post(
  body: string | Buffer,
  headers: Record<string, string> = {},
  path = '/echo',
): Promise<Sent> {
  const answer = await fetch(kit.address + path, {
    method: 'POST',
    headers: { authorization: 'Bearer full', 'content-type': 'application/json', ...headers },
    body,
  });
  const received = await answer.text();
  return { status: answer.status, body: received.startsWith('{') ? JSON.parse(received) : received };
}
const refusal = (message: string) => ({
  status: 422,
  body: { error: { code: 'validation_error', message } },
});

describe('the JSON reader', () => {
  test.each([
    ['application/json'],
    ['Application/JSON; Charset="UTF-8"'],
    ['application/json;charset=utf8;version=1'],
  ])('accepts %s', async (type) => {
    expect(await post('{"a":1}', { 'content-type': type })).toEqual({ status: 200, body: { a: 1 } });
  });

  test.each([
    ['no content type', '', 'must be sent as application/json'],
    ['text', 'text/plain', 'must be sent as application/json'],
    ['a form', 'application/x-www-form-urlencoded', 'must be sent as application/json, not as a form'],
    ['a relative of JSON', 'application/merge-patch+json', 'must be sent as application/json'],
    ['two types', 'application/json, text/plain', 'must be sent as application/json'],
    ['another character set', 'application/json; charset=iso-8859-1', 'must be UTF-8'],
  ])('refuses %s', async (_what, type, reason) => {
    expect(await post('{"a":1}', { 'content-type': type })).toEqual(refusal(`body: ${reason}`));
  });

  test.each([
    ['nothing', '', 'not valid JSON'],
    ['half an object', '{"a":', 'not valid JSON'],
    ['two values', '{}{}', 'not valid JSON'],
    ['single quotes', "{'a':1}", 'not valid JSON'],
    ['a NaN', '{"a":NaN}', 'not valid JSON'],
    ['a bare NUL', '{"a":"\0"}', 'not valid JSON'],
    ['broken UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), 'not valid UTF-8'],
    ['UTF-16', Buffer.from('\ufeff{"a":1}', 'utf16le'), 'not valid UTF-8'],
    ['half a surrogate pair in UTF-8', Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]), 'not valid UTF-8'],
    ['33 levels', '[{"a":'.repeat(16) + '[]' + '}]'.repeat(16), 'nested over 32 levels'],
    ['100,000 levels', '['.repeat(100_000) + ']'.repeat(100_000), 'nested over 32 levels'],
    ['a million levels that do not end', '['.repeat(1_000_000), 'not valid JSON'],
  ])('refuses %s', async (_what, bytes, reason) => {
    expect(await post(bytes)).toEqual(refusal(`body: ${reason}`));
  });

  test('accepts 32 levels, and a byte order mark', async () => {
    const deep = '[{"a":'.repeat(15) + '[{}]' + '}]'.repeat(15);
    expect(await post('\ufeff' + deep)).toMatchObject({ status: 200 });
  });

  test.each(['gzip', 'deflate', 'br', 'gzip, identity'])('refuses a body in %s', async (encoding) => {
    expect(await post(gzipSync('{"a":1}'), { 'content-encoding': encoding })).toEqual(
      refusal('body: Content-Encoding is not supported'),
    );
  });

  test.each([
    ['an array', '[]', 'body: expected object'],
    ['null', 'null', 'body: expected object'],
    ['a text', '"x"', 'body: expected object'],
    ['a number', '1e400', 'body: expected object'],
    ['__proto__', '{"__proto__":{"name":"x"}}', '__proto__: unknown field'],
    ['constructor', '{"constructor":{"prototype":{}}}', 'constructor: unknown field'],
  ])('refuses %s where an object with known fields is expected', async (_what, bytes, message) => {
    expect(await post(bytes, {}, '/typed')).toEqual(refusal(message));
  });

  test.each(['größe', 'naam klant', '金額', 'الاسم', 'की', '@id', '€/kg (net)', 'a"b\\c', '😀'.repeat(64)])(
    'names the unknown field %j',
    async (name) => {
      expect(await post(JSON.stringify({ [name]: 1 }), {}, '/typed')).toEqual(
        refusal(`${name}: unknown field`),
      );
    },
  );

  test.each([
    ['that is empty', ''],
    ['of 65 characters', 'x'.repeat(65)],
    ['of a mebibyte', 'x '.repeat(MIB / 2 - 100)],
    ['that begins with a space', ' a'],
    ['that ends with a space', 'a\u3000'],
    ['with a line break', 'a\nb'],
    ['with a line separator', 'a\u2028b'],
    ['with a control character', 'a\u001b[2Jb'],
    ['with a bidirectional override', 'a\u202eb'],
    ['with a bidirectional isolate', 'a\u2066b'],
    ['with an invisible character', 'a\u200bb'],
    ['with half a surrogate pair', 'a\ud800'],
    ['with a character for private use', 'a\ue000'],
  ])('does not repeat the name of an unknown field %s', async (_what, name) => {
    expect(await post(JSON.stringify({ [name]: 1 }), {}, '/typed')).toEqual(
      refusal('(unprintable name): unknown field'),
    );
  });

  test('does not change a prototype, and takes the last of duplicate keys', async () => {
    const { body } = await post('{"__proto__":{"polluted":true},"a":1,"a":2}');
    expect(JSON.stringify(body)).toBe('{"__proto__":{"polluted":true},"a":2}');
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
});

describe('a number', () => {
  test.each([
    ['12.5', '12.5'],
    ['12.50', '12.5'],
    ['1.000', '1.000'], // as it is written, so that too many decimals are refused
    ['-0.100', '-0.100'],
    ['-0', '0'],
    ['1e2', '100'],
    ['123456789012345', '123456789012345'],
    ['0.000000001', '0.000000001'],
    ['1.5E-7', '0.00000015'],
    ['1000000000000000e-4', undefined], // 16 digits
    ['1234567890123456', undefined],
    ['0.1234567890123456', undefined],
    ['1.00000000000000000', undefined],
    ['1e400', undefined],
    ['-1e400', undefined],
    ['1e-400', undefined],
    [`0.${'0'.repeat(60)}1`, undefined],
    [`0.${'0'.repeat(400)}1`, undefined],
    [`1${'0'.repeat(400)}`, undefined],
  ])('%s', async (number, read) => {
    const price = await post(`{"price":${number}}`, {}, '/typed');
    const line = await post(`{"lines":[{"price":${number}}]}`, {}, '/typed');
    if (read === undefined) {
      expect(price).toEqual(refusal('price: must have at most 15 significant digits'));
      expect(line).toEqual(refusal('lines.0.price: must have at most 15 significant digits'));
    } else {
      expect(price).toEqual({ status: 200, body: { price: read } });
      expect(line).toEqual({ status: 200, body: { lines: [{ price: read }] } });
    }
  });

  test.each([
    ['a text', '{"name":12345678901234567890}', 'name: must have at most 15 significant digits'],
    ['an object', '{"place":12345678901234567890}', 'place: must have at most 15 significant digits'],
    ['a list', '{"lines":1e400}', 'lines: must have at most 15 significant digits'],
    ['a whole number', '{"count":1e-400}', 'count: must have at most 15 significant digits'],
  ])('that is not exact is not accepted as %s either', async (_what, bytes, message) => {
    expect(await post(bytes, {}, '/typed')).toEqual(refusal(message));
  });

  test.each([
    ['a text', '{"name":1.000}', 'name: expected string'],
    ['a whole number', '{"count":1.000}', 'count: expected number'],
  ])('of which a zero would be lost is not accepted as %s', async (_what, bytes, message) => {
    expect(await post(bytes, {}, '/typed')).toEqual(refusal(message));
  });

  test('within a text is unchanged', async () => {
    const value = { name: 'a "12345678901234567890" \\ 1e400', k12345678901234567890: ['"', '1e999'] };
    expect(await post(JSON.stringify(value))).toEqual({ status: 200, body: value });
  });

  test('that is exact is read as by JSON.parse', async () => {
    const json = fc.jsonValue({ maxDepth: 4, noUnicodeString: false });
    await fc.assert(
      fc.asyncProperty(json, fc.stringMatching(/^\d{20}$/), async (value, digits) => {
        const body = JSON.parse(
          JSON.stringify({ value, digits }, (_name, member: unknown) =>
            typeof member === 'number' ? Math.trunc(member % 1e9) : member,
          ),
        );
        expect(await post(JSON.stringify(body))).toEqual({ status: 200, body });
      }),
      { numRuns: 50 },
    );
  });

  test('is found in time linear to the body', async () => {
    const filler = '\\"'.repeat(500_000);
    const started = performance.now();
    expect(await post(`{"a":1234567890123456,"b":"${filler}`)).toEqual(refusal('body: not valid JSON'));
    expect(await post(`{"a":1234567890123456,"b":"${filler}"}`)).toMatchObject({ status: 200 });
    expect(performance.now() - started).toBeLessThan(2_000);
  });
});

describe('the size of a body', () => {
  const json = (size: number) => `{"a":"${'x'.repeat(size - 8)}"}`;

  test('may be 1 MiB, and not a byte more', async () => {
    expect((await post(json(MIB))).status).toBe(200);
    expect(await post(json(MIB + 1))).toEqual({ status: 413, body: 'Payload Too Large' });
  });

  test('is counted as it arrives when it is not declared', async () => {
    expect((await postChunked(json(MIB), 1)).status).toBe(200);
    expect((await postChunked(json(MIB + 1), 1)).status).toBe(413);
  });

  test.each([
    ['declared', 'Content-Length: 104857600'],
    ['not declared', 'Transfer-Encoding: chunked'],
  ])('of 100 MiB, %s: the caller can read its 413, and can continue', async (_what, header) => {
    const connection = await RawConnection.open(kit.address);
    connection.send(kit.request('POST /echo', ['Content-Type: application/json', header]));
    const chunk = Buffer.alloc(MIB, 'x');
    const isChunked = header.startsWith('Transfer');
    for (let sent = 0; sent < 100; sent++) {
      if (isChunked) connection.send('100000\r\n');
      connection.send(chunk);
      if (isChunked) connection.send('\r\n');
      if (connection.socket.writableNeedDrain) await once(connection.socket, 'drain');
    }
    if (isChunked) connection.send('0\r\n\r\n');
    expect(await connection.answer()).toMatchObject({ status: 413, body: 'Payload Too Large' });
    connection.send(kit.request('POST /echo', ['Content-Type: application/json', 'Content-Length: 2'], '{}'));
    expect((await connection.answers(2))[1]!.status).toBe(200);
    expect(connection.error).toBeUndefined();
    connection.socket.destroy();
  });

  test('is not checked for an unauthenticated caller, who gets a response at once', async () => {
    const connection = await RawConnection.open(kit.address);
    const head = [
      'POST /echo HTTP/1.1',
      'Host: a',
      'Content-Type: application/json',
      'Content-Length: 12',
      '',
      '',
    ];
    expect((await connection.send(head.join('\r\n')).answer()).status).toBe(401);
    connection.send('{"name":"x"}').send(kit.request('GET /nowhere'));
    expect((await connection.answers(2))[1]!.status).toBe(404);
    connection.socket.destroy();
  });

  function postChunked(body: string, chunks: number): Promise<{ status: number }> {
    return new Promise((resolve, reject) => {
      const headers = { authorization: 'Bearer full', 'content-type': 'application/json' };
      const req = http.request(`${kit.address}/echo`, { method: 'POST', headers }, (res) => {
        res.resume().once('end', () => resolve({ status: res.statusCode! }));
      });
      req.once('error', reject);
      const size = Math.ceil(body.length / chunks);
      for (let i = 0; i < body.length; i += size) req.write(body.slice(i, i + size));
      req.end();
    });
  }
});

describe('unfinished bodies', () => {
  test('do not use up the memory for the bodies of a company', async () => {
    // Their time limit would release the memory.
    const patient = await startKit([echo(z.unknown()), shares]);
    const connections: RawConnection[] = [];
    arrived = 0;
    // Together just less than the limit of 256 MiB.
    for (const [share, size] of [
      ['a', 127 * MIB],
      ['b', 127 * MIB],
      ['c', 2 * MIB - 1024],
    ] as const) {
      const connection = await RawConnection.open(patient.address);
      connections.push(connection);
      connection.send(
        patient.request('POST /shares', [`share: ${share}`, `Content-Length: ${200 * MIB}`], ''),
      );
      const before = arrived;
      for (let sent = 0; sent < size; sent += MIB) {
        connection.send(Buffer.alloc(Math.min(MIB, size - sent)));
        if (connection.socket.writableNeedDrain) await once(connection.socket, 'drain');
      }
      await until(() => arrived === before + size, 'the body');
    }
    const answer = await fetch(`${patient.address}/echo`, {
      method: 'POST',
      headers: { authorization: 'Bearer full', 'content-type': 'application/json' },
      body: JSON.stringify('x'.repeat(100_000)),
    });
    for (const { socket } of connections) socket.destroy();
    await patient.server.stop(0);
    expect(answer.status).toBe(200);
  });
});

describe('a body that', () => {
  test('is interrupted leaves only a line in the log', async () => {
    const before = kit.log.lines.length;
    const connection = await RawConnection.open(kit.address);
    const headers = ['Content-Type: application/json', 'Content-Length: 12'];
    connection.send(kit.request('POST /echo', headers, '{"na'));
    await new Promise((resolve) => setTimeout(resolve, 50));
    connection.socket.resetAndDestroy();
    await new Promise((resolve) => setTimeout(resolve, 50));
    const lines = kit.log.lines.slice(before);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({ level: 'info', members: { route: '/echo', status: undefined } });
  });

  test('comes byte by byte is read', async () => {
    const connection = await RawConnection.open(kit.address);
    connection.send(kit.request('POST /echo', ['Content-Type: application/json', 'Content-Length: 7']));
    for (const byte of '{"a":1}') {
      connection.send(byte);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    expect(await connection.answer()).toMatchObject({ status: 200, body: '{"a":1}' });
    connection.socket.destroy();
  });
});
