import { createSecretKey, randomBytes, randomUUID } from 'node:crypto';
import { Ed25519Signatures } from '../../../src/adapters/ed25519-signatures';
import { signedText } from '../../../src/domain/events/checkpoints';
import { Checkpoints } from '../../../src/use-cases/events/checkpoints';
import { SigningKeys } from '../../../src/use-cases/events/signing-keys';
import { aLog, anEvent, numbers } from '../../support/chains';
import {
  MemoryCheckpointRepository,
  MemoryLogs,
  MemorySigningKeyRepository,
} from '../../support/memory/proof';
import { SettableClock } from '../../support/settable-clock';

function anInstallation() {
  const clock = new SettableClock(new Date('2026-07-01T12:00:00.000Z'));
  const logs = new MemoryLogs();
  const repository = new MemoryCheckpointRepository(logs);
  const key_repository = new MemorySigningKeyRepository();
  const signatures = new Ed25519Signatures(createSecretKey(randomBytes(32)));
  const aNode = () => {
    const keys = new SigningKeys(key_repository, signatures, clock);
    return { keys, checkpoints: new Checkpoints(repository, keys, clock) };
  };
  return { clock, logs, repository, key_repository, signatures, aNode };
}
const company_id = randomUUID();
const positions = (listed: readonly { readonly position: number }[]) =>
  listed.map(({ position }) => position);

describe('the signing of checkpoints', () => {
  test('signs every 1,000 positions and the end of each day, with the time of the signature', async () => {
    const { clock, logs, repository, aNode } = anInstallation();
    await logs.insert(company_id, aLog(numbers(2_500).map((number) => anEvent(number))));
    const { checkpoints, keys } = aNode();
    expect(await checkpoints.sign()).toBe(2);
    expect(await checkpoints.sign()).toBe(0);
    clock.advance(86_400_000);
    expect(await checkpoints.sign()).toBe(1);
    const listed = await repository.list(company_id, 0, 10);
    expect(positions(listed)).toEqual([1_000, 2_000, 2_500]);
    expect(listed[2]!.at).toBe('2026-07-02T12:00:00.000Z');
    expect(listed[2]!.key_id).toBe((await keys.list())[0].key_id);
  });

  test('gives signatures that the public key verifies, and no other text', async () => {
    const { logs, repository, signatures, aNode } = anInstallation();
    await logs.insert(company_id, aLog(numbers(1_000).map((number) => anEvent(number))));
    const { checkpoints, keys } = aNode();
    await checkpoints.sign();
    const [one] = await repository.list(company_id, 0, 1);
    const [key] = await keys.list();
    const isValid = (text: string) => signatures.isValid(key, text, one!.signature);
    expect(isValid(signedText(company_id, one!))).toBe(true);
    expect(isValid(signedText(randomUUID(), one!))).toBe(false);
    expect(isValid(signedText(company_id, { ...one!, position: 999 }))).toBe(false);
  });

  test('on several nodes at the same time stores one checkpoint of each position', async () => {
    const { clock, logs, repository, key_repository, aNode } = anInstallation();
    await logs.insert(company_id, aLog(numbers(3_100).map((number) => anEvent(number))));
    clock.advance(86_400_000);
    await Promise.all(numbers(4).map(() => aNode().checkpoints.sign()));
    expect(positions(await repository.list(company_id, 0, 10))).toEqual([1_000, 2_000, 3_000, 3_100]);
    expect(await key_repository.list()).toHaveLength(1);
  });

  test('is continued by another node when a node dies between two checkpoints', async () => {
    const { logs, repository, aNode } = anInstallation();
    await logs.insert(company_id, aLog(numbers(3_000).map((number) => anEvent(number))));
    const insertAll = repository.insertAll.bind(repository);
    let calls = 0;
    repository.insertAll = (...args) =>
      ++calls === 2 ? Promise.reject(new Error('The connection is lost.')) : insertAll(...args);
    await expect(aNode().checkpoints.sign()).rejects.toThrow('lost');
    expect(await aNode().checkpoints.sign()).toBe(2);
    expect(positions(await repository.list(company_id, 0, 10))).toEqual([1_000, 2_000, 3_000]);
  });

  test('goes on with the other companies when it fails for one', async () => {
    const { logs, repository, aNode } = anInstallation();
    const ids = numbers(3).map(() => randomUUID());
    for (const id of ids) await logs.insert(id, aLog(numbers(1_000).map((number) => anEvent(number))));
    const insertAll = repository.insertAll.bind(repository);
    repository.insertAll = (id, ...others) =>
      id === ids[0] ? Promise.reject(new Error('The log is damaged.')) : insertAll(id, ...others);
    await expect(aNode().checkpoints.sign()).rejects.toThrow('damaged');
    const signed = await Promise.all(ids.map((id) => repository.list(id, 0, 10)));
    expect(signed.map(positions)).toEqual([[], [1_000], [1_000]]);
  });

  test('lists checkpoints in pages', async () => {
    const { logs, aNode } = anInstallation();
    await logs.insert(company_id, aLog(numbers(3_000).map((number) => anEvent(number))));
    const { checkpoints } = aNode();
    await checkpoints.sign();
    const first = await checkpoints.list(company_id, 0, { sort: 'position', limit: 2 });
    expect(positions(first.data)).toEqual([1_000, 2_000]);
    const rest = await checkpoints.list(company_id, 0, { sort: 'position', limit: 2, after: first.next! });
    expect([positions(rest.data), rest.next]).toEqual([[3_000], null]);
  });
});

describe('signing keys', () => {
  test('the newest signs after a rotation, and older ones stay', async () => {
    const { logs, repository, aNode } = anInstallation();
    const { keys, checkpoints } = aNode();
    const log = aLog(numbers(2_000).map((number) => anEvent(number)));
    await logs.insert(company_id, log.slice(0, 1_000));
    await checkpoints.sign();
    const { key_id } = await keys.rotate();
    await logs.insert(company_id, log.slice(1_000));
    await checkpoints.sign();
    const listed = await keys.list();
    expect(listed).toHaveLength(2);
    expect(listed[1]!.key_id).toBe(key_id);
    const used = (await repository.list(company_id, 0, 10)).map((one) => one.key_id);
    expect(used).toEqual(listed.map((one) => one.key_id));
  });

  test('a private key is stored sealed, and opens only under its own id and the key of the installation', async () => {
    const { signatures } = anInstallation();
    const pair = { ...signatures.newKey(), number: 1, created_at: new Date() };
    expect(signatures.isValid(pair, 'text', signatures.signer(pair)('text'))).toBe(true);
    const stranger = new Ed25519Signatures(createSecretKey(randomBytes(32)));
    expect(() => stranger.signer(pair)).toThrow();
    expect(() => signatures.signer({ ...pair, key_id: signatures.newKey().key_id })).toThrow();
  });

  test('a key id is the thumbprint of the key (RFC 8037 A.3)', () => {
    const { signatures } = anInstallation();
    const { key_id, public_key } = signatures.newKey();
    expect([key_id.length, public_key.length]).toEqual([43, 43]);
  });
});
