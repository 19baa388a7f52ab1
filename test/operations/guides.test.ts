import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type GuideName, guideOf, GUIDES } from '../../src/adapters/api/docs/guides';
import { DELIVERY_ENGINE, get } from '../../src/composition/keys';
import { resourceOf } from '../../src/domain/events/event-types';
import { EVENT_TYPES, READ_PERMISSION } from '../../src/domain/events/event';
import { RETRY_PAUSES_MS } from '../../src/domain/events/webhooks/delivery';
import { codeOf, type ErrorName, ERRORS } from '../../src/domain/errors';
import { createDatabase, type TestDatabase } from '../support/database';
import { type Service, startService } from '../support/service';
import { anInvoice, aSender, DELIVERS, hurry } from '../support/sending';

const FOLDER = path.join(__dirname, '../../docs/guides');
const textOf = (name: GuideName) => readFileSync(path.join(FOLDER, `${name}.md`), 'utf8');
/** Blocks of the guide in one language, in their order. */
const blocks = (name: GuideName, language: string) =>
  [...textOf(name).matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))].map(([, text]) => text!);
/** So that a program that does not end fails its test. */
const PROGRAM_MS = 20_000;

let database: TestDatabase;
let service: Service;
let folder: string;
beforeAll(async () => {
  database = await createDatabase();
  service = await startService(database.url, {}, hurry);
  get(service.container, DELIVERY_ENGINE).start();
  folder = mkdtempSync(path.join(tmpdir(), 'guides-'));
  writeFileSync(path.join(folder, 'api.mjs'), blocks('first-invoice', 'js')[0]!);
});
afterAll(async () => {
  await service.close();
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs the program of a guide for a company after the session of the README. @returns what it prints */
async function printed(name: GuideName): Promise<string> {
  const tenant = await aSender(service);
  const { client_id, client_secret } = tenant;
  await anInvoice(tenant, DELIVERS);
  const programs = blocks(name, 'js').slice(name === 'first-invoice' ? 1 : 0);
  const file = path.join(folder, `${name}.mjs`);
  writeFileSync(file, programs.join('\n'));
  const env = {
    ...process.env,
    BASE_URL: service.api,
    CLIENT_ID: client_id,
    CLIENT_SECRET: client_secret,
  };
  const program = spawn(process.execPath, [file], { env, timeout: PROGRAM_MS });
  let text = '';
  program.stdout.on('data', (chunk) => (text += String(chunk)));
  program.stderr.on('data', (chunk) => (text += String(chunk)));
  await new Promise((resolve) => program.on('close', resolve));
  return text;
}

test.each(GUIDES.map((name) => [name]))('The program of %s prints what the guide says', async (name) => {
  const stated = blocks(name, 'text');
  expect(stated.length).toBeGreaterThan(0);
  expect(await printed(name)).toBe(stated.join(''));
});

describe('the guides', () => {
  test('have programs in one language, with nothing that is not run', () => {
    const languages = GUIDES.flatMap((name) =>
      [...textOf(name).matchAll(/^```(\w*)\n.*?^```$/gms)].map(([, language]) => language),
    );
    expect([...new Set(languages)].sort()).toEqual(['js', 'text']);
  });

  test('have links only to guides and sections that exist', () => {
    const ids = new Map(GUIDES.map((name) => [name as string, guideOf(name).html]));
    for (const name of GUIDES) {
      for (const [, target] of guideOf(name).html.matchAll(/href="([^"]+)"/g)) {
        if (/^https:|^\.\.\/docs$/.test(target!)) continue;
        const [page, section] = target!.split('#');
        const html = ids.get(page === '' ? name : page!);
        expect([name, target, html !== undefined]).toEqual([name, target, true]);
        if (section !== undefined) expect(html).toContain(`id="${section}"`);
      }
    }
  });

  test('have a title, a summary, and sections with ids that differ', () => {
    for (const name of GUIDES) {
      const { title, summary, sections } = guideOf(name);
      expect([title.length > 0, summary.length > 20, sections.length > 0]).toEqual([true, true, true]);
      expect(new Set(sections.map(({ id }) => id)).size).toBe(sections.length);
    }
  });
});

test('The guide of errors has every code of the catalogue with its status, and no other', () => {
  const rows = [...textOf('errors').matchAll(/^\| `(\w+)` +\| (\d{3}) +\| \S.*?\| \S.*?\|$/gm)];
  const listed = rows.map(([, code, status]) => `${status} ${code}`);
  const catalogue = Object.entries(ERRORS).map(([name, status]) => `${status} ${codeOf(name as ErrorName)}`);
  expect(listed.sort()).toEqual([...catalogue].sort());
});

test('The image has the guides, and the build the assets of the pages', () => {
  const read = (file: string) => readFileSync(path.join(__dirname, '../..', file), 'utf8');
  expect(read('Dockerfile')).toContain('COPY docs/guides docs/guides');
  expect(read('.dockerignore')).toContain('!docs/guides');
  expect(read('scripts/build.mjs')).toContain("'api/docs/assets'");
});

test('The guide of webhooks states the pauses between attempts', () => {
  const spelt = RETRY_PAUSES_MS.map((ms) =>
    ms < 60_000 ? `${ms / 1_000} s` : ms < 3_600_000 ? `${ms / 60_000} min` : `${ms / 3_600_000} h`,
  );
  const stated = textOf('webhooks').replaceAll(/\s+/g, ' ');
  expect(stated).toContain(`after ${spelt.slice(0, -1).join(', ')} and ${spelt.at(-1)}`);
});

test('The guide of webhooks lists every type of event that a client may read', () => {
  const text = textOf('webhooks');
  const readable = EVENT_TYPES.filter((type) => READ_PERMISSION[resourceOf(type)] !== null);
  // A resource with created, updated and deleted alone is listed once: `relation.…`.
  const missing = readable.filter(
    (type) => !text.includes(`\`${type}\``) && !text.includes(`\`${resourceOf(type)}.…\``),
  );
  expect(missing).toEqual([]);
});
