import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { JPEG, jpegOf, PNG, SVG } from '../../support/images';
import { type MasterDataApi, refused, startMasterDataApi } from '../../support/master-data-api';

let api: MasterDataApi;
let company: string;
let id: string;
beforeAll(async () => {
  api = await startMasterDataApi();
});
afterAll(async () => {
  expect(api.log.errors).toEqual([]);
  await api.end();
});
beforeEach(async () => {
  company = await api.newCompany();
  ({ id } = await api.nodes[0].brandings.create(api.nodes[0].units.open(), company, { name: 'House' }));
});

const path = (of = id) => `/brandings/${of}/logo`;
const put = (type: string | undefined, bytes: Buffer, of = id) => {
  const call = api.call(company, 'put', path(of));
  return (type === undefined ? call : call.set('Content-Type', type)).send(bytes);
};
const download = () =>
  api
    .call(company, 'get', path())
    .buffer(true)
    .parse((res, done) => {
      const parts: Buffer[] = [];
      res.on('data', (part: Buffer) => parts.push(part));
      res.on('end', () => done(null, Buffer.concat(parts)));
    });

describe('PUT /brandings/{id}/logo', () => {
  test.each([
    ['image/png', PNG, 'logo.png'],
    ['image/jpeg', JPEG, 'logo.jpg'],
    ['image/svg+xml; charset=utf-8', SVG, 'logo.svg'],
    ['IMAGE/PNG', PNG, 'logo.png'],
  ])('stores %s, which can be downloaded (200)', async (type, bytes, filename) => {
    api.clock.advance(1_000);
    const response = await put(type, bytes);
    expect(response.status).toBe(200);
    expect(response.body).toMatchObject({
      id,
      name: 'House',
      has_logo: true,
      updated_at: api.clock.now().toISOString(),
    });
    expect(response.headers['etag']).toBe('"2"');

    const file = await download();
    expect(file.status).toBe(200);
    expect(file.headers).toMatchObject({
      'content-type': type.split(';')[0]!.toLowerCase(),
      'content-disposition': `attachment; filename="${filename}"`,
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      etag: '"2"',
    });
    expect(file.headers['content-length']).toBe(String((file.body as Buffer).length));
    expect((file.body as Buffer).equals(bytes)).toBe(true);
  });

  test('removes active content from an SVG (200)', async () => {
    const sent =
      '<svg xmlns="http://www.w3.org/2000/svg" onload="x()"><script>x()</script><rect width="1"/></svg>';
    await put('image/svg+xml', Buffer.from(sent));
    const kept = ((await download()).body as Buffer).toString();
    expect(kept).toContain('<rect width="1"/>');
    expect(kept).not.toMatch(/script|onload/);
  });

  test('replaces the previous logo, and accepts exactly 1 MiB (200)', async () => {
    await put('image/svg+xml', SVG);
    const large = Buffer.concat([PNG, Buffer.alloc(1024 * 1024 - PNG.length)]);
    expect((await put('image/png', large)).status).toBe(200);
    expect(((await download()).body as Buffer).length).toBe(1024 * 1024);
  });

  test('changes nothing when the logo is the same (200)', async () => {
    const first = await put('image/png', PNG);
    const again = await put('image/png', PNG);
    expect([again.status, again.body, again.headers['etag']]).toEqual([200, first.body, '"2"']);
    expect((await put('image/jpeg', JPEG)).headers['etag']).toBe('"3"');
  });

  test('refuses a byte over 1 MiB (413 without an envelope)', async () => {
    const response = await put('image/png', Buffer.concat([PNG, Buffer.alloc(1024 * 1024 + 1 - PNG.length)]));
    expect([response.status, response.type, response.text]).toEqual([413, 'text/plain', 'Payload Too Large']);
    expect(response.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  });

  test.each([
    ['another type', 'image/gif', Buffer.from('GIF89a')],
    ['no type', undefined, PNG],
    ['JSON', 'application/json', Buffer.from('{}')],
    ['a JPEG that is sent as PNG', 'image/png', JPEG],
    ['a PNG that is sent as JPEG', 'image/jpeg', PNG],
    ['a JPEG of four components', 'image/jpeg', jpegOf({ components: 4 })],
    ['HTML that is sent as SVG', 'image/svg+xml', Buffer.from('<html><body/></html>')],
    ['an SVG that draws nothing', 'image/svg+xml', Buffer.from('<svg><g/></svg>')],
    ['an SVG with entities', 'image/svg+xml', Buffer.from('<!DOCTYPE svg [<!ENTITY a "b">]><svg>&a;</svg>')],
  ])('refuses %s (415 without an envelope)', async (_case, type, bytes) => {
    const response = await put(type, bytes);
    expect([response.status, response.type, response.text]).toEqual([
      415,
      'text/plain',
      'Unsupported Media Type',
    ]);
  });

  test('refuses a compressed body (415 without an envelope)', async () => {
    const response = await api
      .call(company, 'put', path())
      .set({ 'Content-Type': 'image/png', 'Content-Encoding': 'gzip' })
      .send(PNG);
    expect([response.status, response.type]).toEqual([415, 'text/plain']);
  });

  test('refuses an empty body (422 validation_error)', async () => {
    expect(refused(await put('image/png', Buffer.alloc(0)))).toEqual([422, 'validation_error']);
  });

  test('refuses another version, and stores nothing (412 precondition_failed)', async () => {
    const response = await api
      .call(company, 'put', path())
      .set({ 'Content-Type': 'image/png', 'If-Match': '"7"' })
      .send(PNG);
    expect(refused(response)).toEqual([412, 'precondition_failed']);
    expect(refused(await api.call(company, 'get', path()))).toEqual([404, 'not_found']);
  });
});

describe('an upload', () => {
  /** Sends the headers of a PUT and the given part of its body: the response must come without the rest. */
  async function startPut(of: string, headers: http.OutgoingHttpHeaders, part: Buffer): Promise<number> {
    const server = http.createServer(api.app).listen(0, '127.0.0.1');
    await once(server, 'listening');
    try {
      const { port } = server.address() as AddressInfo;
      return await new Promise((resolve, reject) => {
        const request = http.request(
          { port, host: '127.0.0.1', method: 'PUT', path: path(of), headers },
          (response) => {
            response.resume();
            resolve(response.statusCode!);
            request.destroy();
          },
        );
        request.on('error', reject);
        request.write(part);
      });
    } finally {
      server.closeAllConnections();
      server.close();
    }
  }

  const large = { 'Content-Type': 'image/png', 'Content-Length': 1024 * 1024 };

  test('is refused before its body arrives: 401, 403, a declared size, an unknown path, 404, 412, 415', async () => {
    const authorization = api.token(company);
    expect(await startPut(id, large, PNG)).toBe(401);
    expect(await startPut(id, { ...large, Authorization: api.token(company, ['branding:read']) }, PNG)).toBe(
      403,
    );
    const too_large = { ...large, 'Content-Length': 1024 * 1024 + 1, Authorization: authorization };
    expect(await startPut('no-uuid', too_large, PNG)).toBe(413);
    expect(await startPut('no-uuid', { ...large, Authorization: authorization }, PNG)).toBe(422);
    expect(await startPut(randomUUID(), { ...large, Authorization: authorization }, PNG)).toBe(404);
    expect(await startPut(id, { ...large, Authorization: authorization, 'If-Match': '"9"' }, PNG)).toBe(412);
    expect(
      await startPut(id, { ...large, Authorization: authorization, 'Content-Type': 'image/gif' }, PNG),
    ).toBe(415);
  });

  test('without a declared size ends at 1 MiB (413)', async () => {
    const headers = {
      'Content-Type': 'image/png',
      Authorization: api.token(company),
      'Transfer-Encoding': 'chunked',
    };
    expect(await startPut(id, headers, Buffer.concat([PNG, Buffer.alloc(1024 * 1024)]))).toBe(413);
  });
});

describe('DELETE /brandings/{id}/logo', () => {
  test('removes the logo, which changes the branding (204)', async () => {
    await put('image/png', PNG);
    const response = await api.call(company, 'delete', path());
    expect([response.status, response.text]).toEqual([204, '']);
    const branding = await api.call(company, 'get', `/brandings/${id}`);
    expect([branding.body.has_logo, branding.headers['etag']]).toEqual([false, '"3"']);
    expect(refused(await api.call(company, 'get', path()))).toEqual([404, 'not_found']);
  });

  test('refuses a branding without a logo, whatever If-Match says (404 not_found)', async () => {
    expect(refused(await api.call(company, 'delete', path()))).toEqual([404, 'not_found']);
    const stale = await api.call(company, 'delete', path()).set('If-Match', '"9"');
    expect(refused(stale)).toEqual([404, 'not_found']);
    expect(refused(await api.call(company, 'delete', path(randomUUID())))).toEqual([404, 'not_found']);
  });

  test('refuses another version, and keeps the logo (412 precondition_failed)', async () => {
    await put('image/png', PNG);
    const stale = await api.call(company, 'delete', path()).set('If-Match', '"1"');
    expect(refused(stale)).toEqual([412, 'precondition_failed']);
    expect((await download()).status).toBe(200);
  });
});

describe('a logo', () => {
  test('stays when other fields of its branding change, and HEAD has the headers of GET', async () => {
    await put('image/png', PNG);
    await api.call(company, 'patch', `/brandings/${id}`).send({ name: 'Home' });
    expect(((await download()).body as Buffer).equals(PNG)).toBe(true);
    const head = await api.call(company, 'head', path());
    expect([head.status, head.headers['content-length'], head.headers['content-type']]).toEqual([
      200,
      String(PNG.length),
      'image/png',
    ]);
  });

  test('is not part of a list', async () => {
    await put('image/png', PNG);
    const { body } = await api.call(company, 'get', '/brandings');
    expect(Object.keys(body.data[0])).not.toContain('logo');
    expect(body.data[0].has_logo).toBe(true);
  });
});
