import type {
  RefusedMessage,
  RefusedMessageFilters,
} from '../../../src/ports/e-invoicing/refused-message-repository';
import type { UnitsOfWork } from '../../../src/ports/unit-of-work';
import { TimeOrderedIds } from '../../../src/adapters/random/ids';
import { SettableClock } from '../settable-clock';
import { readOn } from './stored-documents';

const CONTENT = Buffer.from('<not-an-invoice/>');

/** What every repository of refused messages does; run on the fake and on PostgreSQL. */
export function testRefusedMessageRepository(unitsOf: () => UnitsOfWork): void {
  const read = readOn(unitsOf);
  const clock = new SettableClock();
  const ids = new TimeOrderedIds(clock);
  const EVER = new Date(0);

  async function kept(members: Partial<RefusedMessage> = {}, content: Uint8Array = CONTENT) {
    const message: RefusedMessage = {
      ...{ id: ids.next(), received_at: clock.now(), sender: '0208:0123456749', receiver: null },
      ...{ kind: 'unreadable', reason: 'body: cannot be read', bytes: content.byteLength },
      kept_bytes: content.byteLength,
      ...members,
    };
    await unitsOf()
      .open()
      .statement(({ refused_messages }) => refused_messages.insert(message, content));
    clock.advance(1_000);
    return message;
  }
  const find = (id: string) => read(({ refused_messages }) => refused_messages.find(id));
  const deleteBefore = (before: Date, limit: number) =>
    unitsOf()
      .open()
      .statement(({ refused_messages }) => refused_messages.deleteBefore(before, limit));

  test('a message is found as it was kept', async () => {
    const message = await kept();
    expect(await find(message.id)).toEqual(message);
    expect(await find(ids.next())).toBeUndefined();
  });

  test('its content is read in parts, byte for byte', async () => {
    const content = Buffer.concat([Buffer.alloc(1_000_000, 'x'), Buffer.from([0, 255, 10])]);
    const { id } = await kept({}, content);
    const part = (start: number, length: number) =>
      read(({ refused_messages }) => refused_messages.readContent(id, start, length));
    expect(Buffer.from((await part(999_999, 100))!)).toEqual(content.subarray(999_999));
    expect((await part(0, 2_000_000))!.byteLength).toBe(content.byteLength);
    const unknown = ids.next();
    expect(
      await read(({ refused_messages }) => refused_messages.readContent(unknown, 0, 10)),
    ).toBeUndefined();
  });

  test('the size of the content may be less than that of the message', async () => {
    const { id } = await kept({ bytes: 1_000 });
    expect(await find(id)).toMatchObject({ bytes: 1_000, kept_bytes: CONTENT.byteLength });
  });

  test('a message may have no content', async () => {
    const { id } = await kept({}, new Uint8Array());
    expect(await find(id)).toMatchObject({ bytes: 0 });
  });

  test('the list has each message once, page by page, since an instant that is included', async () => {
    const since = clock.now();
    const mine = [await kept(), await kept(), await kept()];
    const list = async (page: object, from = since) =>
      read(({ refused_messages }) =>
        refused_messages.list({ since: from }, { sort: '-created_at', limit: 50, ...page }),
      );
    expect((await list({})).data).toEqual([...mine].reverse());
    const first = await list({ limit: 2 });
    expect(first.next).toMatchObject({ id: mine[1]!.id });
    expect((await list({ limit: 2, after: first.next })).data).toEqual([mine[0]]);
    expect((await list({ sort: 'updated_at' }, mine[2]!.received_at)).data).toEqual([mine[2]]);
  });

  test('the list is filtered by kind, by receiver in any case, and by time', async () => {
    const since = clock.now();
    const first = await kept({ kind: 'unknown_receiver', receiver: '9925:BE0123456749' });
    const second = await kept({ kind: 'invalid', receiver: '9925:be0123456749' });
    const third = await kept({ kind: 'invalid', receiver: '0208:0123456749' });
    const list = async (filters: Partial<RefusedMessageFilters>) => {
      const page = { sort: 'created_at', limit: 50 };
      const { data } = await read(({ refused_messages }) =>
        refused_messages.list({ since, ...filters }, page),
      );
      return data.map(({ id }) => id);
    };
    expect(await list({ kind: 'invalid' })).toEqual([second.id, third.id]);
    expect(await list({ receiver: '9925:Be0123456749' })).toEqual([first.id, second.id]);
    expect(await list({ receiver: '9925:BE0123456749', kind: 'invalid' })).toEqual([second.id]);
    expect(await list({ before: third.received_at })).toEqual([first.id, second.id]);
    expect(await list({ since: second.received_at, before: third.received_at })).toEqual([second.id]);
    expect(await list({ kind: 'unknown_document' })).toEqual([]);
  });

  test('the oldest are deleted first, as many as are asked for', async () => {
    await deleteBefore(clock.now(), 1_000);
    const [first, second, third] = [await kept(), await kept(), await kept()];
    expect(await deleteBefore(EVER, 10)).toBe(0);
    expect(await deleteBefore(third.received_at, 1)).toBe(1);
    expect(await find(first.id)).toBeUndefined();
    expect(await deleteBefore(third.received_at, 10)).toBe(1);
    expect([await find(second.id), await find(third.id)]).toEqual([undefined, third]);
  });
}
