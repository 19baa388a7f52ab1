import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { feedQuery } from '../../src/adapters/http/schemas/event-schemas';
import { createDatabase, type TestDatabase } from '../support/database';
import { PNG } from '../support/images';
import { anInvoice, aSender } from '../support/sending';
import { aTenant, type Service, startService, type Tenant } from '../support/service';

const page = readFileSync(path.join(__dirname, '../../docs/python.md'), 'utf8');
const blocks = (language: string) =>
  [...page.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g'))].map(([, code]) => code!);
const [client = '', ...session] = blocks('python');

let database: TestDatabase;
let service: Service;
let folder: string;
beforeAll(async () => {
  database = await createDatabase();
  service = await startService(database.url);
  folder = await mkdtemp(path.join(tmpdir(), 'python-page-'));
  await writeFile(path.join(folder, 'invoicing.py'), client);
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await service.close();
  await database.drop();
});

/** Runs a program beside the client of the page. @returns the lines that it prints */
async function ran(program: string, { client_id, client_secret }: Tenant, api = service.api) {
  const settings = { API: api, CLIENT_ID: client_id, CLIENT_SECRET: client_secret, NO_PROXY: '*' };
  const env = { ...process.env, ...settings, PYTHONDONTWRITEBYTECODE: '1' };
  await writeFile(path.join(folder, 'main.py'), program);
  const { stdout } = await promisify(execFile)('python3', ['main.py'], { cwd: folder, env });
  return stdout.trim().split('\n');
}

const OPENING = `
import os
from invoicing import ApiError, Client
api = Client(os.environ["API"], os.environ["CLIENT_ID"], os.environ["CLIENT_SECRET"])
`;

/** What a proxy does with a request: `pass` it, pass it and lose the response, or respond itself. */
type Fault = 'pass' | 'lose' | { readonly status: number; readonly headers: Record<string, string> };

/** A proxy in front of the service with one fault per request, by method and path. It counts requests. */
async function withFaults<T>(
  faults: Record<string, Fault[]>,
  use: (address: string, requests: string[]) => Promise<T>,
): Promise<T> {
  const requests: string[] = [];
  const proxy = createServer((req: IncomingMessage, res: ServerResponse) => {
    const call = `${req.method} ${req.url!.split('?')[0]}`;
    requests.push(call);
    const fault = faults[call]?.shift() ?? 'pass';
    if (typeof fault === 'object') {
      req.resume().on('end', () => res.writeHead(fault.status, fault.headers).end());
      return;
    }
    const { method, headers, url } = req;
    const passed = request(`${service.api}${url}`, { method, headers }, (response) => {
      if (fault === 'lose') return response.resume().on('end', () => res.destroy());
      res.writeHead(response.statusCode!, response.headers);
      return response.pipe(res);
    });
    req.pipe(passed);
  });
  await new Promise<void>((listening) => proxy.listen(0, '127.0.0.1', listening));
  try {
    return await use(`http://127.0.0.1:${(proxy.address() as AddressInfo).port}`, requests);
  } finally {
    proxy.closeAllConnections();
    await new Promise((closed) => proxy.close(closed));
  }
}

const has_python = spawnSync('python3', ['--version']).status === 0;

describe('the page about Python', () => {
  test('has a client of about 70 lines', () => {
    const lines = client.split('\n').filter((line) => line.trim() !== '');
    expect(lines.length).toBeGreaterThan(20);
    expect(lines.length).toBeLessThanOrEqual(70);
  });
});

const described = has_python ? describe : describe.skip;
described(`the client of the page about Python${has_python ? '' : ' (skipped: there is no python3)'}`, () => {
  test('creates an invoice once, reads lists, sends files, and raises errors with their codes', async () => {
    expect(await ran(session.join(''), await aTenant(service))).toEqual([
      expect.stringMatching(/^INV-\d{4}-00001 919\.60 True$/),
      expect.stringMatching(/^INV-\d{4}-00001 draft$/),
      expect.stringMatching(/^422 validation_error 422 validation_error: relation_id: /),
      ...blocks('text').join('').trim().split('\n'),
    ]);
  });

  test('sends files under names of any characters, and bytes with their type', async () => {
    const tenant = await aSender(service);
    const invoice = await anInvoice(tenant, null);
    const { body: branding } = await tenant.post('/brandings', { name: 'Ours' }).expect(201);
    const program = `${OPENING}
from invoicing import File
path = "/documents/${invoice.id}"
sheet = api.call("POST", path + "/attachments", File('é"ü.csv', b"a,b\\n1,2\\n"))
lines = api.call("POST", path + "/attachments", File("a\\r\\nb.csv", b"a,b\\n1,2\\n"))
print(ascii(lines["filename"]))
print(ascii(sheet["filename"]), api.call("GET", f"{path}/attachments/{sheet['id']}"))
ubl = api.call("GET", path + "/file", format="ubl")
try:
    api.call("POST", "/documents/import", File("invoice.xml", ubl))
except ApiError as error:
    print(error.code, str(error).split(": ")[2], len(error.headers["X-Request-ID"]))
logo = bytes.fromhex("${PNG.toString('hex')}")
print(api.call("PUT", "/brandings/${branding.id}/logo", logo, headers={"Content-Type": "image/png"})["has_logo"])
print(api.request("DELETE", "/brandings/${branding.id}")[0])
`;
    expect(await ran(program, tenant)).toEqual([
      "'ab.csv'", // the service leaves control characters out of names
      String.raw`'\xe9"\xfc.csv' b'a,b\n1,2\n'`,
      'validation_error buyer 36',
      'True',
      'None',
    ]);
  });

  test('gets a new token once when its token is refused, for a change too', async () => {
    const tenant = await aTenant(service);
    const { body } = await tenant.post('/brandings', { name: 'Ours' }).expect(201);
    const path = `/brandings/${body.id}`;
    const program = `${OPENING}
api.call("GET", "/auth/me")
api.token = "expired"
print(api.call("PATCH", "${path}", {"name": "New"})["name"])
api.access_token = lambda: "expired"
try:
    api.call("GET", "/auth/me")
except ApiError as error:
    print(error.code)
`;
    await withFaults({}, async (address, requests) => {
      expect(await ran(program, tenant, address)).toEqual(['New', 'invalid_token']);
      const count = (call: string) => requests.filter((one) => one === call).length;
      expect([count('POST /auth/token'), count(`PATCH ${path}`), count('GET /auth/me')]).toEqual([2, 2, 3]);
    });
  });

  test('requests one token, and each page when it is read', async () => {
    const program = `${OPENING}
for name in "ABCDE":
    api.call("POST", "/brandings", {"name": name})
print([row["name"] for row in api.rows("/brandings", sort="created_at", limit=2)])
`;
    await withFaults({}, async (address, requests) => {
      expect(await ran(program, await aTenant(service), address)).toEqual(["['A', 'B', 'C', 'D', 'E']"]);
      expect(requests.filter((call) => call === 'POST /auth/token')).toHaveLength(1);
      expect(requests.filter((call) => call === 'GET /brandings')).toHaveLength(3);
    });
  });

  test('repeats a creation whose response was lost, and creates nothing twice', async () => {
    const tenant = await aTenant(service);
    const program = `${OPENING}print(api.call("POST", "/brandings", {"name": "Once"})["id"])`;
    await withFaults({ 'POST /brandings': ['lose'] }, async (address, requests) => {
      const [id] = await ran(program, tenant, address);
      expect(requests.filter((call) => call === 'POST /brandings')).toHaveLength(2);
      const { body } = await tenant.get('/brandings').expect(200);
      expect(body.data.map((branding: { id: string }) => branding.id)).toEqual([id]);
    });
  });

  test('repeats a request that is refused for a while, and the token request too', async () => {
    const busy = { status: 503, headers: {} };
    const later = { status: 429, headers: { 'Retry-After': '0' } };
    const faults = { 'POST /auth/token': [busy], 'GET /journals': [later, busy, 'lose' as const] };
    await withFaults(faults, async (address, requests) => {
      const program = `${OPENING}print(len(list(api.rows("/journals"))))`;
      expect(await ran(program, await aTenant(service), address)).toEqual([expect.stringMatching(/^\d+$/)]);
      expect(requests.filter((call) => call === 'GET /journals')).toHaveLength(4);
      expect(requests.filter((call) => call === 'POST /auth/token')).toHaveLength(2);
    });
  });

  test('does not repeat a change, nor a refusal that asks for a long pause', async () => {
    const tenant = await aTenant(service);
    const { body } = await tenant.post('/brandings', { name: 'Ours' }).expect(201);
    const program = `${OPENING}
for method, path in [("PATCH", "/brandings/${body.id}"), ("GET", "/journals")]:
    try:
        api.call(method, path, {"name": "Other"} if method == "PATCH" else None)
    except ApiError as error:
        print(error.status, error.code)
`;
    const faults = {
      [`PATCH /brandings/${body.id}`]: [{ status: 500, headers: {} }],
      'GET /journals': [{ status: 503, headers: { 'Retry-After': '900' } }],
    };
    await withFaults(faults, async (address, requests) => {
      expect(await ran(program, tenant, address)).toEqual(['500 None', '503 None']);
      expect(requests).toHaveLength(3); // with that for the token
    });
  });

  test('waits for a response clearly longer than the longest wait for events', async () => {
    const program = `${OPENING}
import invoicing
urlopen = invoicing.urlopen
def noted(request, timeout):
    if "/events" in request.full_url:
        print(timeout)
    return urlopen(request, timeout=timeout)
invoicing.urlopen = noted
api.call("GET", "/events")
`;
    const [timeout_s] = await ran(program, await aTenant(service));
    const longest_s = 30;
    expect(feedQuery.safeParse({ wait_s: `${longest_s + 1}` }).success).toBe(false);
    expect(Number(timeout_s)).toBeGreaterThanOrEqual(longest_s + 10);
  });

  test('raises the code of wrong credentials', async () => {
    const tenant = await aTenant(service);
    const program = `${OPENING}
try:
    api.call("GET", "/auth/me")
except ApiError as error:
    print(error.status, error.code)
`;
    expect(await ran(program, { ...tenant, client_secret: 'wrong' })).toEqual(['401 invalid_credentials']);
  });
});
