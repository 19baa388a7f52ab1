import { StorageFailure } from '../../../src/ports/documents/storage';
import type { UnitOfWork } from '../../../src/ports/unit-of-work';
import { aBusiness, type Business } from '../../support/business';
import { MemoryService } from '../../support/memory/service';
import { PDF } from '../../support/sample-files';
import { until } from '../../support/until';

const HOUR_MS = 3_600_000;

let service: MemoryService;
let business: Business;
let company_id: string;
let document_id: string;
beforeEach(async () => {
  service = new MemoryService();
  business = await aBusiness(service.units, { clock: service.clock });
  ({ company_id } = business);
  ({ id: document_id } = await business.issued());
});

const unit = () => service.units.open();
const sweep = () => service.files.sweep(unit());
async function* pdf() {
  yield PDF;
}
let n = 0;
function receive() {
  const filename = `${(n += 1)}.pdf`;
  return service.attachments.receive(unit(), company_id, document_id, async () => ({
    ...{ sent_as: filename, filename, content_type: 'application/pdf', bytes: pdf() },
  }));
}
type Received = Awaited<ReturnType<typeof receive>>;
const add = (received: Received, by: UnitOfWork = unit()) =>
  service.attachments.add(by, company_id, document_id, received);
const inStore = () => [...service.storage.files.keys()].sort();
const attached = () =>
  service.units.session.tables.attachments
    .list()
    .map(({ key }) => key)
    .sort();
/** The rule of all of it: a file is in the store exactly when a row refers to it. */
const expectAgreement = () => expect(inStore()).toEqual(attached());

/** A store that refuses to do something. */
const refusing = (method: 'put' | 'delete', isRefused: (key: string) => boolean = () => true) => {
  const kept = service.storage[method].bind(service.storage) as (...given: unknown[]) => Promise<unknown>;
  const refused: string[] = [];
  service.storage[method] = (async (key: string, ...rest: unknown[]) => {
    if (!isRefused(key)) return kept(key, ...rest);
    refused.push(key);
    if (method === 'put') await kept(key, ...rest); // and then its answer is lost
    throw new StorageFailure(new Error('away'));
  }) as never;
  const mend = () => {
    service.storage[method] = kept as never;
  };
  return { refused, mend };
};

describe('a file that was stored', () => {
  test('and never referred to goes with the first sweep after an hour', async () => {
    await receive(); // and here the process dies
    service.clock.advance(HOUR_MS);
    expect([await sweep(), inStore().length]).toEqual([0, 1]);
    service.clock.advance(1);
    expect(await sweep()).toBe(1);
    expectAgreement();
  });

  test('cannot be referred to any more once a sweep has marked it for deletion', async () => {
    const late = await receive();
    service.clock.advance(HOUR_MS + 1);
    await sweep();
    await expect(add(late)).rejects.toMatchObject({
      ...{ code: 'internal_error', options: { retry_after_s: 1 } },
    });
    await late.discard();
    expectAgreement();
  });

  test('stays while a row refers to it, whoever discards it', async () => {
    const file = await receive();
    await add(file);
    await file.discard();
    service.clock.advance(10 * HOUR_MS);
    expect([await sweep(), inStore().length]).toEqual([0, 1]);
    expectAgreement();
  });

  test('stays when it was referred to by a commit whose answer was lost', async () => {
    const by = unit();
    const lost: UnitOfWork = Object.assign(unit(), {
      async transaction(work: Parameters<UnitOfWork['transaction']>[0]) {
        await by.transaction(work);
        throw new Error('Connection terminated');
      },
    });
    const file = await receive();
    await expect(add(file, lost)).rejects.toThrow('terminated');
    await file.discard();
    expect(inStore()).toHaveLength(1);
    expectAgreement();
  });
});

describe('a store that fails', () => {
  test('keeps nothing for ever of what it was sent', async () => {
    const { mend } = refusing('put');
    await expect(receive()).rejects.toBeInstanceOf(StorageFailure);
    expect(inStore()).toHaveLength(1);
    mend();
    service.clock.advance(HOUR_MS + 1);
    expect(await sweep()).toBe(1);
    expectAgreement();
  });

  test('does not undo a deletion: the bytes go later', async () => {
    const file = await receive();
    await add(file);
    const { refused, mend } = refusing('delete');
    await service.attachments.delete(unit(), company_id, document_id, file.file.id, undefined);
    await until(async () => refused.length === 1); // which the deletion does not wait for
    expect([attached(), inStore().length]).toEqual([[], 1]);
    mend();
    expect(await sweep()).toBe(1);
    expectAgreement();
  });

  test('at one file does not keep a sweep from the others', async () => {
    const received = await Promise.all(Array.from({ length: 5 }, () => receive()));
    service.clock.advance(HOUR_MS + 1);
    const [bad] = received.map(({ file }) => file.key).sort();
    const { mend } = refusing('delete', (key) => key === bad);
    await expect(sweep()).rejects.toBeInstanceOf(StorageFailure);
    expect(inStore()).toHaveLength(1);
    mend();
    expect(await sweep()).toBe(1);
  });

  test('is not asked for each of many files', async () => {
    await Promise.all(Array.from({ length: 15 }, () => receive()));
    service.clock.advance(HOUR_MS + 1);
    const { refused, mend } = refusing('delete');
    await expect(sweep()).rejects.toBeInstanceOf(StorageFailure);
    expect(refused).toHaveLength(10);
    mend();
    expect([await sweep(), await sweep()]).toEqual([5, 10]);
  });

  test('at many files keeps only one sweep from the others, and tries these files again', async () => {
    const received = await Promise.all(Array.from({ length: 15 }, () => receive()));
    service.clock.advance(HOUR_MS + 1);
    const bad = received
      .map(({ file }) => file.key)
      .sort()
      .slice(0, 10);
    const { refused, mend } = refusing('delete', (key) => bad.includes(key));
    await expect(sweep()).rejects.toBeInstanceOf(StorageFailure);
    expect(await sweep()).toBe(5);
    expect(inStore()).toEqual(bad);
    await expect(sweep()).rejects.toBeInstanceOf(StorageFailure);
    expect(refused).toEqual([...bad, ...bad]);
    mend();
  });
});

test('a sweep goes through more files than it reads at a time', async () => {
  await Promise.all(Array.from({ length: 130 }, () => receive()));
  service.clock.advance(HOUR_MS + 1);
  expect(await sweep()).toBe(130);
  expectAgreement();
});
