import { mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { LocalFolderStorage } from '../../../../src/adapters/storage/local-folder';
import type { UnitOfWork } from '../../../../src/ports/unit-of-work';
import { Attachments } from '../../../../src/use-cases/documents/attachments';
import { StoredFiles } from '../../../../src/use-cases/documents/stored-files';
import { aBusiness, type Business } from '../../../support/business';
import { onPostgres } from '../../../support/on-postgres';
import { PDF } from '../../../support/sample-files';

const HOUR_MS = 3_600_000;

const unitsOf = onPostgres();
let folder: string;
let storage: LocalFolderStorage;
let files: StoredFiles;
let attachments: Attachments;
let business: Business;
let document_id: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'invoicing-files-'));
  storage = new LocalFolderStorage(folder);
});
afterAll(() => rm(folder, { recursive: true }));
beforeEach(async () => {
  business = await aBusiness(unitsOf());
  const { clock, ids } = business;
  files = new StoredFiles(clock, storage);
  attachments = new Attachments(clock, ids, files);
  ({ id: document_id } = await business.issued());
});

/** A unit of work whose transactions are run by the test. */
const unitThat = (transaction: UnitOfWork['transaction']): UnitOfWork => {
  const unit = unitsOf().open();
  return {
    read: (work) => unit.read(work),
    statement: (work) => unit.statement(work),
    sharedTransaction: (...given) => unit.sharedTransaction(...given),
    createDocument: (...given) => unit.createDocument(...given),
    createRelation: (...given) => unit.createRelation(...given),
    transaction,
  };
};

async function* pdf(): AsyncGenerator<Uint8Array> {
  yield PDF;
}

let n = 0;
function receive() {
  const filename = `${(n += 1)}.pdf`;
  return attachments.receive(unitsOf().open(), business.company_id, document_id, async () => ({
    ...{ sent_as: filename, filename, content_type: 'application/pdf', bytes: pdf() },
  }));
}

const inStore = () => readdir(path.join(folder, business.company_id)).catch(() => [] as string[]);

async function attached(): Promise<string[]> {
  const page = { sort: 'created_at', limit: 200 };
  const { data } = await attachments.list(unitsOf().open(), business.company_id, document_id, {}, page);
  return data.map(({ id }) => id);
}

/** A file is in the store exactly when a row refers to it. */
async function expectAgreement(): Promise<void> {
  expect((await inStore()).sort()).toEqual((await attached()).sort());
}

describe('a file that was stored', () => {
  test('is there exactly when a row refers to it, after referring, discarding and sweeping it at the same time', async () => {
    for (let round = 0; round < 6; round++) {
      const received = await Promise.all(Array.from({ length: 3 }, () => receive()));
      business.clock.advance(HOUR_MS + 1);
      await Promise.all(
        received.flatMap((file, index) => [
          attachments.add(unitsOf().open(), business.company_id, document_id, file).catch(() => undefined),
          sleep(index * round).then(() => file.discard()),
          sleep(round).then(() => files.sweep(unitsOf().open())),
          new StoredFiles(business.clock, storage).sweep(unitsOf().open()),
        ]),
      );
      await files.sweep(unitsOf().open());
      await expectAgreement();
    }
  });

  test('waits for the transaction that refers to it before it is discarded', async () => {
    const file = await receive();
    const events: string[] = [];
    let reached!: () => void;
    const isReached = new Promise<void>((resolve) => (reached = resolve));
    const slow = unitThat((work) =>
      unitsOf()
        .open()
        .transaction(async (repositories) => {
          const result = await work(repositories);
          reached();
          await sleep(200);
          events.push('committed');
          return result;
        }),
    );
    const adding = attachments.add(slow, business.company_id, document_id, file);
    await isReached;
    await file.discard();
    events.push('discarded');
    await adding;
    expect(events).toEqual(['committed', 'discarded']);
    expect(await inStore()).toHaveLength(1);
    await expectAgreement();
  });
});
