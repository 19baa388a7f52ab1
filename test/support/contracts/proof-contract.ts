import { randomUUID } from 'node:crypto';
import type { StoredEvent } from '../../../src/domain/events/verification';
import type { CheckpointRepository, StoredCheckpoint } from '../../../src/ports/events/checkpoint-repository';
import type { SigningKey, SigningKeyRepository } from '../../../src/ports/events/signing-keys';
import type { VerificationResults } from '../../../src/ports/events/verification-results';
import type { StoredLog } from '../../../src/ports/events/stored-log';
import { aLog, anEvent, anId, numbers } from '../chains';

/** A place to store logs, checkpoints and keys. */
export interface ProofStore {
  readonly checkpoints: CheckpointRepository;
  readonly keys: SigningKeyRepository;
  readonly results: VerificationResults;
  readonly stored: StoredLog;
  readonly insertLog: (company_id: string, rows: readonly StoredEvent[]) => Promise<void>;
}

/** What every repository of checkpoints, of signing keys and of stored logs does; run on the fake and on PostgreSQL. */
export function testProofRepositories(storeOf: () => ProofStore): void {
  const on = (day: string, number: number) => anEvent(number, { occurred_at: `${day}T12:00:00.000Z` });
  const checkpoint = (position: number, members: Partial<StoredCheckpoint> = {}): StoredCheckpoint => ({
    ...{ position, hash: `hash ${position}`, day: '2026-07-01', at: '2026-07-02T00:00:10.123Z' },
    ...{ key_id: 'a-key', signature: 'c2ln' },
    ...members,
  });
  let company_id: string;
  beforeEach(() => {
    company_id = randomUUID();
  });
  const isDue = async (today: string) =>
    (await storeOf().checkpoints.companiesDue(today, 1_000, undefined)).includes(company_id);

  describe('the result of a verification', () => {
    test('is that of the last one of the company', async () => {
      const { results } = storeOf();
      expect(await results.find(company_id)).toBeUndefined();
      const faulty = {
        company_id,
        position: 7,
        faults: 2,
        first_fault: 'The hash is not that of the event.',
      };
      await results.save({ ...faulty, verified_at: new Date('2026-07-01T10:00:00Z') });
      await results.save({ ...faulty, company_id: randomUUID(), verified_at: new Date() });
      const sound = { company_id, position: 9, faults: 0, first_fault: null };
      await results.save({ ...sound, verified_at: new Date('2026-07-02T10:00:00Z') });
      expect(await results.find(company_id)).toEqual({
        ...sound,
        verified_at: new Date('2026-07-02T10:00:00Z'),
      });
    });
  });

  describe('checkpoints', () => {
    test('are due for a company whose first event without one belongs to a past day', async () => {
      const { checkpoints, insertLog } = storeOf();
      await insertLog(company_id, aLog([on('2026-07-01', 1), on('2026-07-02', 2)]));
      expect(await isDue('2026-07-01')).toBe(false);
      expect(await isDue('2026-07-02')).toBe(true);
      await checkpoints.insertAll(company_id, [checkpoint(1)]);
      expect(await isDue('2026-07-02')).toBe(false);
      expect(await isDue('2026-07-03')).toBe(true);
      await checkpoints.insertAll(company_id, [checkpoint(2, { day: '2026-07-02' })]);
      expect(await isDue('2026-07-03')).toBe(false);
    });

    test('are not due for a late event of the day before, as long as the day of the log is not over', async () => {
      const { checkpoints, insertLog } = storeOf();
      await insertLog(company_id, aLog([on('2026-07-02', 1), on('2026-07-01', 2)]));
      await checkpoints.insertAll(company_id, [checkpoint(1, { day: '2026-07-02' })]);
      expect(await isDue('2026-07-02')).toBe(false);
      expect(await isDue('2026-07-03')).toBe(true);
    });

    test('are due for a company whose log passes a multiple of 1,000', async () => {
      const { checkpoints, insertLog } = storeOf();
      const log = aLog(numbers(1_000).map((number) => on('2026-07-01', number)));
      await insertLog(company_id, log.slice(0, 999));
      expect(await isDue('2026-07-01')).toBe(false);
      await insertLog(company_id, log.slice(999));
      expect(await isDue('2026-07-01')).toBe(true);
      await checkpoints.insertAll(company_id, [checkpoint(1_000)]);
      expect(await isDue('2026-07-02')).toBe(false);
    });

    test('are due for companies in pages, each company once', async () => {
      const { checkpoints, insertLog } = storeOf();
      const ids = Array.from({ length: 5 }, () => randomUUID());
      for (const id of ids) await insertLog(id, aLog([on('2026-06-30', 1)]));
      const found: string[] = [];
      for (let page: string[] = []; ;) {
        page = await checkpoints.companiesDue('2026-07-01', 2, page.at(-1));
        found.push(...page);
        if (page.length < 2) break;
      }
      expect(found).toEqual([...new Set(found)]);
      expect(found).toEqual(expect.arrayContaining(ids));
    });

    test('are searched among the events from one position to another', async () => {
      const { checkpoints, insertLog } = storeOf();
      const log = aLog([on('2026-07-01', 1), on('2026-07-02', 2), on('2026-07-03', 3)]);
      await insertLog(company_id, log);
      expect(await checkpoints.datedLinks(company_id, 2, 3)).toEqual([
        { position: 2, hash: log[1]!.hash, occurred_at: '2026-07-02T12:00:00.000Z' },
        { position: 3, hash: log[2]!.hash, occurred_at: '2026-07-03T12:00:00.000Z' },
      ]);
      expect(await checkpoints.datedLinks(randomUUID(), 1, 3)).toEqual([]);
    });

    test('of a position are stored once, and listed after a position in order', async () => {
      const { checkpoints } = storeOf();
      expect(await checkpoints.progress(company_id)).toEqual({ position: 0, day: null });
      await checkpoints.insertAll(company_id, [checkpoint(2)]);
      await checkpoints.insertAll(company_id, [checkpoint(2, { signature: 'b3RoZXI=' }), checkpoint(1_000)]);
      expect(await checkpoints.progress(company_id)).toMatchObject({ position: 1_000, day: '2026-07-01' });
      const shown = [checkpoint(2), checkpoint(1_000)].map(({ day: _day, ...one }) => one);
      expect(await checkpoints.list(company_id, 0, 10)).toEqual(shown);
      expect(await checkpoints.list(company_id, 0, 1)).toEqual(shown.slice(0, 1));
      expect(await checkpoints.list(company_id, 2, 10)).toEqual(shown.slice(1));
      expect(await checkpoints.list(company_id, Number.MAX_SAFE_INTEGER, 10)).toEqual([]);
      expect(await checkpoints.list(randomUUID(), 0, 10)).toEqual([]);
    });
  });

  describe('a stored log', () => {
    const [first, second, file] = [anId(901), anId(902), anId(903)] as const;
    const about = (number: number, id: string, members: object = {}) =>
      anEvent(number, { resource: { type: 'document', id, version: 1 }, ...members });
    const attached = { type: 'attachment.created', data: { document_id: first } } as const;

    test('returns its rows in order, and says which is the last of its resource', async () => {
      const { stored, insertLog } = storeOf();
      const log = aLog([about(1, first), about(2, second), about(3, first), about(4, first)]);
      await insertLog(company_id, log);
      const rows = await stored.rows(company_id, 0, 3, 10);
      expect(rows).toEqual([false, true, false].map((is_latest, index) => ({ ...log[index], is_latest })));
      const of = async (after: number, until: number, limit: number) =>
        (await stored.rows(company_id, after, until, limit)).map(({ position }) => position);
      expect([await of(1, 4, 2), await of(4, 10, 2), await of(Number.MIN_SAFE_INTEGER, 1, 9)]).toEqual([
        [2, 3],
        [],
        [1],
      ]);
      expect(await stored.rows(randomUUID(), 0, 3, 10)).toEqual([]);
    });

    test('says whether an event of the resource follows a position', async () => {
      const { stored, insertLog } = storeOf();
      await insertLog(company_id, aLog([about(1, first), about(2, second), about(3, first)]));
      expect(await stored.isSuperseded(company_id, first, 1)).toBe(true);
      expect(await stored.isSuperseded(company_id, first, 3)).toBe(false);
      expect(await stored.isSuperseded(company_id, second, 2)).toBe(false);
      expect(await stored.isSuperseded(randomUUID(), first, 1)).toBe(false);
    });

    test('returns the events of a document and of its attachments', async () => {
      const { stored, insertLog } = storeOf();
      const log = aLog([
        about(1, first),
        about(2, second),
        about(3, file, attached),
        about(4, file, { ...attached, type: 'attachment.deleted' }),
        about(5, anId(904), { ...attached, data: { document_id: second } }),
        about(6, first),
      ]);
      await insertLog(company_id, log);
      const found = await stored.ofDocument(company_id, first);
      expect(found.map(({ position }) => position)).toEqual([1, 3, 4, 6]);
      expect(found[1]).toEqual({
        ...{ position: 3, id: log[2]!.id, type: 'attachment.created', resource_id: file },
        body: log[2]!.body,
      });
      expect(await stored.ofDocument(randomUUID(), first)).toEqual([]);
    });
  });

  test('signing keys are listed by number, and of two with one number the first is stored', async () => {
    const { keys } = storeOf();
    const key = (number: number, key_id: string): SigningKey => ({
      ...{ number, key_id, public_key: key_id, private_key: Buffer.from(key_id) },
      created_at: new Date('2026-07-01T00:00:00.000Z'),
    });
    expect(await keys.insert(key(2, 'second'))).toBe(true);
    expect(await keys.insert(key(1, 'first'))).toBe(true);
    expect(await keys.insert(key(2, 'another'))).toBe(false);
    const stored = await keys.list();
    expect(stored.map(({ key_id }) => key_id)).toEqual(['first', 'second']);
    expect(stored[1]).toEqual(key(2, 'second'));
  });
}
