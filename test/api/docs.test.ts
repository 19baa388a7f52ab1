import request from 'supertest';
import { GUIDES } from '../../src/adapters/api/docs/guides';
import { createDatabase, type TestDatabase } from '../support/database';
import { UUID } from '../support/http-kit';
import { RawConnection } from '../support/raw-http';
import { type Service, startService } from '../support/service';

let database: TestDatabase;
let service: Service;
beforeAll(async () => {
  database = await createDatabase();
  service = await startService(database.url);
});
afterAll(async () => {
  await service.close();
  await database.drop();
});

test('GET / leads to /docs', async () => {
  const { status, headers } = await request(service.api).get('/');
  expect([status, headers['location']]).toEqual([302, '/docs']);
});

describe('GET /docs', () => {
  test('is a public page without inline scripts and styles, and without resources from other hosts', async () => {
    const { status, headers, text } = await request(service.api).get('/docs');
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(headers['x-request-id']).toMatch(UUID);
    expect(text).not.toMatch(/<style|style=|\son\w+=|https?:\/\/|<script>/);
    const files = [...text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address!);
    expect(files.length).toBeGreaterThan(GUIDES.length + 5);
    for (const file of files) await request(service.api).get(`/${file}`).expect(200);
  });

  test.each(['/docs', '/docs/first-invoice', '/docs/docs.css', '/docs/reference.js', '/docs/scalar.js'])(
    'lets %s run and load resources of the service only',
    async (address) => {
      const { headers } = await request(service.api).get(address);
      expect(headers['content-security-policy']).toBe(
        "default-src 'self';img-src 'self' data:;object-src 'none';base-uri 'none';form-action 'none';frame-ancestors 'none'",
      );
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'SAMEORIGIN',
        'referrer-policy': 'no-referrer',
        'cache-control': expect.stringMatching(/^private, max-age=\d+$/),
      });
      await request(service.api).get(address).set('If-None-Match', headers['etag']!).expect(304);
    },
  );

  test.each([
    '/docs/',
    '/docs/package.json',
    '/docs/docs.css/',
    '/docs/DOCS.CSS',
    '/docs/../package.json',
    '/docs/..',
    '/docs/..%2fpackage.json',
    '/docs/%2e%2e%2fpackage.json',
    '/docs/..%5cpackage.json',
    '/docs/%2e%2e',
    '/docs//etc/passwd',
    '/docs/%2fetc%2fpasswd',
    '/docs/__proto__',
    '/docs/constructor',
    '/docs/docs.css%00.js',
  ])('serves nothing at %s (404 not_found)', async (address) => {
    const connection = await RawConnection.open(service.api);
    // Sent as raw bytes, because a client library would normalise the path.
    connection.send(`GET ${address} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
    const { status, headers, body } = await connection.answer();
    expect([status, headers['content-security-policy']]).toEqual([
      404,
      "default-src 'none'; frame-ancestors 'none'",
    ]);
    expect(JSON.parse(body)).toEqual({ error: { code: 'not_found', message: 'No such route.' } });
  });

  test.each(GUIDES.map((name) => [`/docs/${name}`]))(
    'serves %s as a public page whose links and files exist, and whose resources are of the service',
    async (address) => {
      const { headers, text } = await request(service.api).get(address).expect(200);
      expect(headers['content-type']).toBe('text/html; charset=utf-8');
      expect(text).not.toMatch(/<style|style=|\son\w+=|<script>|src="https?:/);
      const files = [...text.matchAll(/(?:src|href)="([^"#:]+)"/g)].map(([, file]) => file!);
      for (const file of new Set(files)) {
        await request(service.api)
          .get(new URL(file, `http://localhost${address}`).pathname)
          .expect(200);
      }
    },
  );

  test('is sent compressed, its largest file too', async () => {
    const { headers } = await request(service.api).get('/docs/scalar.js').set('Accept-Encoding', 'br, gzip');
    expect(headers['content-encoding']).toBe('br');
    expect(Number(headers['content-length'])).toBeLessThan(1_100_000);
  });

  test('supports no other method', async () => {
    const { status, headers, body } = await request(service.api).post('/docs').send({});
    expect([status, headers['allow'], body.error.code]).toEqual([404, 'GET, HEAD', 'not_found']);
  });
});
