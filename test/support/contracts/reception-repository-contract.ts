import { randomUUID } from 'node:crypto';
import type { PartyKeys } from '../../../src/domain/e-invoicing/addressing';
import { identityKey } from '../../../src/domain/master-data/relation-identity';
import type { OriginalFile } from '../../../src/ports/e-invoicing/reception-repository';
import type { UnitsOfWork } from '../../../src/ports/unit-of-work';
import { aBusiness, type Business } from '../business';
import { aReceivedDocument, readOn, writeOn } from './stored-documents';

const NOBODY: PartyKeys = { electronic_address: null, vat: null, identifiers: [] };
const known = (keys: Partial<PartyKeys>): PartyKeys => ({ ...NOBODY, ...keys });

/** What every repository of received documents does; run on the fake and on PostgreSQL. */
export function testReceptionRepository(unitsOf: () => UnitsOfWork): void {
  const [read, write] = [readOn(unitsOf), writeOn(unitsOf)];
  let business: Business;
  let company_id: string;
  let electronic_address: string;
  beforeEach(async () => {
    electronic_address = `9925:be${randomUUID()}`;
    business = await aBusiness(unitsOf(), { company: { electronic_address } });
    ({ company_id } = business);
  });

  const original = (members: Partial<OriginalFile> = {}): OriginalFile => ({
    ...{ content_type: 'application/xml', size: 10, sha256: 'b'.repeat(64), key: `${company_id}/original` },
    ...members,
  });
  async function received(sender: PartyKeys, members: Parameters<typeof aReceivedDocument>[1] = {}) {
    const document = aReceivedDocument(business, members);
    await write(async ({ documents, receptions }) => {
      await receptions.lockSenders(company_id, [sender]);
      await documents.insertReceived(company_id, [document]);
      const reception = { ...original(), document_id: document.id, sender, type_code: '386' };
      await receptions.insertAll(company_id, [reception]);
    });
    business.clock.advance(1_000);
    return document;
  }

  test('a company is found by its electronic address, without case', async () => {
    const address = `9925:be${randomUUID()}`;
    const { company } = await aBusiness(unitsOf(), { company: { electronic_address: address } });
    const find = (text: string) => read(({ receptions }) => receptions.findCompany(text));
    expect(await find(address.toUpperCase())).toEqual(company);
    expect(await find(`${address}0`)).toBeUndefined();
    expect(await Promise.all([address, `${address}0`, address].map(find))).toEqual([
      ...[company, undefined, company],
    ]);
  });

  describe('the relation that a sender is', () => {
    const findAll = (...senders: PartyKeys[]) =>
      read(({ receptions }) => receptions.findRelations(company_id, senders));
    const find = async (sender: PartyKeys) => (await findAll(sender))[0];

    test('is found by address, then VAT number, then identifier', async () => {
      const made = async (members: object) => {
        business.clock.advance(1_000);
        return (await business.newRelation({ name: 'A sender', ...members })).id;
      };
      const by_identifier = await made({ identifier: '12.34-5', language: 'fr' });
      const by_vat = await made({ vat: 'BE0403019261' });
      const by_address = await made({ electronic_address: '0088:5412345000013' });
      const address = { electronic_address: identityKey('0088:5412345000013') };
      const identifiers = { identifiers: ['X', identityKey('12345')!] };
      expect(await find(known({ ...address, vat: 'BE0403019261', ...identifiers }))).toMatchObject({
        id: by_address,
      });
      expect(await find(known({ vat: 'BE0403019261', ...identifiers }))).toMatchObject({ id: by_vat });
      expect(await find(known(identifiers))).toEqual({ id: by_identifier, language: 'fr' });
      expect(await find(known({ vat: 'BE0999999999' }))).toBeUndefined();
      expect(await find(NOBODY)).toBeUndefined();
      const several = await findAll(known({ vat: 'BE0999999999' }), known(identifiers), known(address));
      expect(several.map((found) => found?.id)).toEqual([undefined, by_identifier, by_address]);
    });

    test('is the oldest of several', async () => {
      business.clock.advance(1_000);
      await business.newRelation({ vat: 'BE0876543270' });
      expect(await find(known({ vat: 'BE0876543270' }))).toMatchObject({ id: business.relation.id });
    });
  });

  describe('the same document', () => {
    const sent = (sender: PartyKeys, members: object = {}) => ({
      ...({ sender, type: 'purchase_invoice', number: 'F-1', issue_date: '2026-09-01' } as const),
      ...members,
    });
    const findAllSame = (...asked: ReturnType<typeof sent>[]) =>
      read(({ receptions }) => receptions.findSame(company_id, asked));
    const findSame = async (...asked: Parameters<typeof sent>) => (await findAllSame(sent(...asked)))[0];
    const sender = { electronic_address: '0208:1', vat: 'BE1', identifiers: ['1', '2'] };

    test.each<[string, Partial<PartyKeys>]>([
      ['address', { electronic_address: '0208:1' }],
      ['VAT number', { vat: 'BE1' }],
      ['one of its identifiers', { identifiers: ['0', '2'] }],
    ])('is one of a sender with the same %s', async (_key, keys) => {
      const { id } = await received(sender);
      expect(await findSame(known(keys))).toBe(id);
    });

    test('has the same type, number and date', async () => {
      await received(sender);
      for (const other of [
        { type: 'purchase_credit_note' },
        { number: 'F-2' },
        { issue_date: '2026-09-02' },
      ]) {
        expect(await findSame(sender, other)).toBeUndefined();
      }
      expect(await findSame(known({ vat: 'BE2', identifiers: ['3'] }))).toBeUndefined();
      expect(await findSame(NOBODY)).toBeUndefined();
    });

    test('is the oldest of several', async () => {
      const { id } = await received(sender);
      await received(sender);
      expect(await findSame(sender)).toBe(id);
      expect(await findAllSame(sent(NOBODY), sent(sender), sent(sender))).toEqual([undefined, id, id]);
    });
  });

  test('the original of a document is found with its number', async () => {
    const { id } = await received(NOBODY, { number: 'F-7' });
    const find = (document_id: string) =>
      read(({ receptions }) => receptions.findOriginal(company_id, document_id));
    expect(await find(id)).toEqual({ ...original(), number: 'F-7' });
    expect(await find((await business.issued()).id)).toBeUndefined();
  });

  describe('a message of the network', () => {
    const insert = (...messages: [message_id: string, document_id: string, content?: Uint8Array][]) =>
      write(({ receptions }) =>
        receptions.insertMessages(
          company_id,
          messages.map(([message_id, document_id, content = null]) => ({ message_id, document_id, content })),
          business.clock.now(),
        ),
      );
    const note = async (message_id: string, document_id: string) =>
      (await insert([message_id, document_id]))[0];
    const findOf = (receiver: string, message_id: string) =>
      read(async ({ receptions }) => (await receptions.findReceiver(receiver, message_id))!.document_id);
    const find = (message_id: string) => findOf(electronic_address, message_id);

    test('is taken in once', async () => {
      const [first, second] = [await business.issued(), await business.issued()];
      expect(await find('m')).toBeUndefined();
      expect([await note('m', first.id), await note('m', second.id)]).toEqual([undefined, first.id]);
      expect(await find('m')).toBe(first.id);
      expect(await insert(['n', second.id], ['m', second.id], ['n', first.id])).toEqual([
        ...[undefined, first.id, second.id],
      ]);
      expect(await find('n')).toBe(second.id);
    });

    test('is taken in once where it comes several times together, known before or not', async () => {
      const [first, second] = [await business.issued(), await business.issued()];
      await note('m', first.id);
      expect(
        await insert(['m', second.id], ['n', second.id], ['m', first.id], ['n', first.id], ['n', first.id]),
      ).toEqual([first.id, undefined, first.id, second.id, second.id]);
    });

    test('is found with the company that it is for', async () => {
      const { id } = await business.issued();
      await note('m', id);
      const company = (await read(({ companies }) => companies.find(company_id)))!;
      const receiver = (address: string, message_id: string) =>
        read(({ receptions }) => receptions.findReceiver(address, message_id));
      expect(await receiver(electronic_address.toUpperCase(), 'm')).toEqual({ company, document_id: id });
      expect(await receiver(electronic_address, 'n')).toEqual({ company, document_id: undefined });
      expect(await receiver(`${electronic_address}0`, 'm')).toBeUndefined();
    });

    test('is found among many that are looked for at the same time, beside the company alone', async () => {
      const { id } = await business.issued();
      await note('m 90', id);
      const company = (await read(({ companies }) => companies.find(company_id)))!;
      const [alone, ...found] = await Promise.all([
        read(({ receptions }) => receptions.findCompany(electronic_address)),
        ...Array.from({ length: 100 }, (_, n) => find(`m ${n}`)),
      ]);
      expect(alone).toEqual(company);
      expect(found).toEqual(Array.from({ length: 100 }, (_, n) => (n === 90 ? id : undefined)));
    });

    test('is found beside others that are looked for at the same time', async () => {
      const [first, second] = [await business.issued(), await business.issued()];
      await insert(['m', first.id], ['n', second.id]);
      expect(await Promise.all(['n', 'unknown', 'm', 'n'].map(find))).toEqual([
        ...[second.id, undefined, first.id, second.id],
      ]);
    });

    test('may come before the document that it becomes, in one transaction', async () => {
      const document = aReceivedDocument(business);
      await write(async ({ documents, receptions }) => {
        const message = { message_id: 'm', document_id: document.id, content: null };
        await receptions.insertMessages(company_id, [message], business.clock.now());
        await documents.insertReceived(company_id, [document]);
      });
      expect(await find('m')).toBe(document.id);
    });

    test('is where a received document comes from, unless it was imported', async () => {
      const [imported, document] = [await received(NOBODY), await received(NOBODY)];
      const isFromNetwork = async (id: string) =>
        (await read(({ documents }) => documents.find(company_id, id)))!.is_from_network;
      await note('m', document.id);
      expect(await isFromNetwork(document.id)).toBe(true);
      expect(await isFromNetwork(imported.id)).toBe(false);
      // A message about a response does not make it one.
      const content = Buffer.from('<ApplicationResponse/>');
      await insert(['mls', imported.id, content]);
      expect(await isFromNetwork(imported.id)).toBe(false);
      const { id } = await business.issued();
      await note('answered', id);
      expect(await isFromNetwork(id)).toBe(false);
    });

    test('leaves the type as its sender states it, which no own document has', async () => {
      const document = await received(NOBODY);
      const typeCode = (id: string) => read(({ receptions }) => receptions.findTypeCode(company_id, id));
      expect(await typeCode(document.id)).toBe('386');
      expect(await typeCode((await business.issued()).id)).toBeNull();
    });

    test('that is a status message keeps its bytes, and is listed with its document', async () => {
      const [document, other] = [await business.issued(), await business.issued()];
      const content = Buffer.from('<ApplicationResponse/>');
      await insert(['second', document.id, content], ['first', document.id, content]);
      business.clock.advance(1_000);
      await insert(['a later one', document.id, Buffer.from('<B/>')]);
      await insert(['another', other.id, content]);
      await insert(['a document', document.id]);
      const listed = await read(({ receptions }) => receptions.listStatusMessages(company_id, document.id));
      expect(listed.map(({ message_id, size }) => [message_id, size])).toEqual([
        ['first', 22],
        ['second', 22],
        ['a later one', 4],
      ]);
      const part = await read(({ receptions }) => receptions.readStatusMessage(company_id, 'first', 1, 11));
      expect(Buffer.from(part).toString()).toBe('Application');
    });

    test('is another one for another company', async () => {
      await note('m', (await business.issued()).id);
      const address = `9925:be${randomUUID()}`;
      await aBusiness(unitsOf(), { company: { electronic_address: address } });
      expect(await findOf(address, 'm')).toBeUndefined();
    });

    test('is forgotten with the document that it is about', async () => {
      const { id } = await business.issued();
      await note('m', id);
      const document = (await read(({ documents }) => documents.find(company_id, id)))!;
      await write(({ documents }) => documents.deleteLast(company_id, document));
      expect(await find('m')).toBeUndefined();
    });
  });
}
