import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { TimeOrderedIds } from '../../../../src/adapters/ids';
import { PostgresCompanyRepository } from '../../../../src/adapters/postgres/master-data/company-repository';
import { connect } from '../../../../src/adapters/postgres/connect';
import type { DB } from '../../../../src/adapters/postgres/database';
import { PostgresUnitsOfWork } from '../../../../src/adapters/postgres/units/units-of-work';
import { LocalFolderStorage } from '../../../../src/adapters/storage/local-folder';
import { type Storage, StorageFailure } from '../../../../src/ports/documents/storage';
import type { UnitOfWork } from '../../../../src/ports/unit-of-work';
import { Attachments } from '../../../../src/use-cases/documents/attachments';
import { StoredFiles } from '../../../../src/use-cases/documents/stored-files';
import { aCompany } from '../../../support/companies';
import { createDatabase, type TestDatabase } from '../../../support/database';
import { insertRow } from '../../../support/rows';
import { PDF } from '../../../support/sample-files';
import { SettableClock } from '../../../support/settable-clock';

const HOUR_MS = 3_600_000;

let database: TestDatabase;
let db: Kysely<DB>;
let units: PostgresUnitsOfWork;
let folder: string;
let storage: LocalFolderStorage;
let clock: SettableClock;
let files: StoredFiles;
let attachments: Attachments;
let company_id: string;
let document_id: string;

beforeAll(async () => {
  database = await createDatabase();
  db = connect(database.url, { pool_size: 20 });
  units = new PostgresUnitsOfWork(db);
  folder = await mkdtemp(path.join(os.tmpdir(), 'invoicing-files-'));
  storage = new LocalFolderStorage(folder);
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
  await rm(folder, { recursive: true });
});
beforeEach(async () => {
  clock = new SettableClock();
  files = new StoredFiles(clock, storage);
  attachments = attachmentsOn(files);
  company_id = randomUUID();
  document_id = randomUUID();
  const [relation_id, now] = [randomUUID(), clock.now()];
  await new PostgresCompanyRepository(db).insert(aCompany({ id: company_id }));
  await insertRow(db, 'relation', { company_id, id: relation_id, type: 'company' });
  const states = { status: 'draft', accounting_status: 'pending', payment_status: 'unpaid' };
  await insertRow(db, 'document', { company_id, id: document_id, relation_id, ...states, created_at: now });
});
afterEach(() => files.sweep(units.open()));

function attachmentsOn(store: StoredFiles): Attachments {
  return new Attachments(clock, new TimeOrderedIds(clock), store);
}

/** A unit of work whose transactions are run by the test. */
const unitThat = (transaction: UnitOfWork['transaction']): UnitOfWork => {
  const unit = units.open();
  return {
    read: (work) => unit.read(work),
    statement: (work) => unit.statement(work),
    createDocument: (...given) => unit.createDocument(...given),
    createRelation: (...given) => unit.createRelation(...given),
    transaction,
  };
};

async function* pdf(): AsyncGenerator<Uint8Array> {
  yield PDF;
}

let n = 0;
function receive(by = attachments) {
  const filename = `${(n += 1)}.pdf`;
  return by.receive(units.open(), company_id, document_id, async () => ({
    ...{ sent_as: filename, filename, content_type: 'application/pdf' },
    bytes: pdf(),
  }));
}

const inStore = () => readdir(path.join(folder, company_id)).catch(() => [] as string[]);

async function attached(): Promise<string[]> {
  const page = { sort: 'created_at', limit: 200 };
  const { data } = await attachments.list(units.open(), company_id, document_id, {}, page);
  return data.map(({ id }) => id);
}

/** The one thing that counts: a file is in the store exactly when a row refers to it. */
async function expectAgreement(): Promise<void> {
  expect((await inStore()).sort()).toEqual((await attached()).sort());
}

describe('a file that was stored', () => {
  test('and never referred to goes with the first sweep after an hour', async () => {
    await receive(); // and here the process dies
    clock.advance(HOUR_MS);
    expect(await files.sweep(units.open())).toBe(0);
    expect(await inStore()).toHaveLength(1);
    clock.advance(1);
    expect(await files.sweep(units.open())).toBe(1);
    await expectAgreement();
  });

  test('is not referred to any more once a sweep was after it', async () => {
    const late = await receive();
    clock.advance(HOUR_MS + 1);
    await files.sweep(units.open());
    await expect(attachments.add(units.open(), company_id, document_id, late)).rejects.toMatchObject({
      code: 'internal_error',
      options: { retry_after_s: 1 },
    });
    await late.discard();
    await expectAgreement();
  });

  test('stays while a row refers to it, whoever wants to be rid of it', async () => {
    const file = await receive();
    await attachments.add(units.open(), company_id, document_id, file);
    await file.discard();
    clock.advance(10 * HOUR_MS);
    expect(await files.sweep(units.open())).toBe(0);
    expect(await inStore()).toHaveLength(1);
    await expectAgreement();
  });

  test('stays when it was referred to by a commit whose answer was lost', async () => {
    const deaf = unitThat(async (work) => {
      await units.open().transaction(work);
      throw new Error('Connection terminated');
    });
    const file = await receive();
    await expect(attachments.add(deaf, company_id, document_id, file)).rejects.toThrow('terminated');
    await file.discard();
    expect(await inStore()).toHaveLength(1);
    await expectAgreement();
  });

  test('is there exactly when a row refers to it, after referring, discarding and sweeping it at the same time', async () => {
    for (let round = 0; round < 6; round++) {
      const received = await Promise.all(Array.from({ length: 3 }, () => receive()));
      clock.advance(HOUR_MS + 1);
      await Promise.all(
        received.flatMap((file, index) => [
          attachments.add(units.open(), company_id, document_id, file).catch(() => undefined),
          sleep(index * round).then(() => file.discard()),
          sleep(round).then(() => files.sweep(units.open())),
          new StoredFiles(clock, storage).sweep(units.open()),
        ]),
      );
      await files.sweep(units.open());
      await expectAgreement();
    }
  });

  test('waits for the transaction that refers to it before it is discarded', async () => {
    const file = await receive();
    const events: string[] = [];
    let reached!: () => void;
    const isReached = new Promise<void>((resolve) => (reached = resolve));
    const slow = unitThat((work) =>
      units.open().transaction(async (repositories) => {
        const result = await work(repositories);
        reached();
        await sleep(200);
        events.push('committed');
        return result;
      }),
    );
    const adding = attachments.add(slow, company_id, document_id, file);
    await isReached;
    await file.discard();
    events.push('discarded');
    await adding;
    expect(events).toEqual(['committed', 'discarded']);
    expect(await inStore()).toHaveLength(1);
    await expectAgreement();
  });
});

describe('a store that fails', () => {
  const failing = (calls: Partial<Storage>): StoredFiles => {
    const store: Storage = {
      put: (key, bytes) => storage.put(key, bytes),
      open: (key, file) => storage.open(key, file),
      delete: (key) => storage.delete(key),
      ...calls,
    };
    return new StoredFiles(clock, store);
  };
  const refuse = () => Promise.reject(new StorageFailure(new Error('away')));

  test('keeps nothing for ever of what it was sent', async () => {
    const store = failing({
      async put(key, bytes) {
        await storage.put(key, bytes); // and then its answer is lost
        return refuse();
      },
    });
    await expect(receive(attachmentsOn(store))).rejects.toBeInstanceOf(StorageFailure);
    expect(await inStore()).toHaveLength(1);
    clock.advance(HOUR_MS + 1);
    expect(await files.sweep(units.open())).toBe(1);
    await expectAgreement();
  });

  test('does not undo a deletion: the bytes go later', async () => {
    const file = await receive();
    await attachments.add(units.open(), company_id, document_id, file);
    const by = attachmentsOn(failing({ delete: refuse }));
    await by.delete(units.open(), company_id, document_id, file.file.id, undefined);
    expect([await attached(), (await inStore()).length]).toEqual([[], 1]);
    expect(await files.sweep(units.open())).toBe(1);
    await expectAgreement();
  });

  test('at one file does not keep a sweep from the others', async () => {
    const received = await Promise.all(Array.from({ length: 5 }, () => receive()));
    clock.advance(HOUR_MS + 1);
    const [bad] = received.map(({ file }) => file.key).sort();
    const store = failing({ delete: (key) => (key === bad ? refuse() : storage.delete(key)) });
    await expect(store.sweep(units.open())).rejects.toBeInstanceOf(StorageFailure);
    expect(await inStore()).toHaveLength(1);
    expect(await files.sweep(units.open())).toBe(1);
  });

  test('is not asked for each of many files', async () => {
    await Promise.all(Array.from({ length: 15 }, () => receive()));
    clock.advance(HOUR_MS + 1);
    let asked = 0;
    const store = failing({
      delete() {
        asked++;
        return refuse();
      },
    });
    await expect(store.sweep(units.open())).rejects.toBeInstanceOf(StorageFailure);
    expect(asked).toBe(10);
    expect(await files.sweep(units.open())).toBe(15);
  });
});

describe('a sweep', () => {
  test('goes through more files than it reads at a time', async () => {
    await Promise.all(Array.from({ length: 230 }, () => receive()));
    clock.advance(HOUR_MS + 1);
    expect(await files.sweep(units.open())).toBe(230);
    await expectAgreement();
  });
});
