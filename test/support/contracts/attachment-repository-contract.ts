import { randomUUID } from 'node:crypto';
import { fileAttached } from '../../../src/domain/documents/transitions';
import type { KeptAttachment } from '../../../src/ports/documents/attachment-repository';
import type { UnitsOfWork } from '../../../src/ports/unit-of-work';
import { aBusiness, type Business } from '../business';
import { anAttachment, readOn, writeOn } from './stored-documents';

/** What every repository of attachments does; run on the fake and on PostgreSQL. */
export function testAttachmentRepository(unitsOf: () => UnitsOfWork): void {
  const [read, write] = [readOn(unitsOf), writeOn(unitsOf)];
  let business: Business;
  let company_id: string;
  let document_id: string;
  beforeEach(async () => {
    business = await aBusiness(unitsOf());
    ({ company_id } = business);
    ({ id: document_id } = await business.issued());
  });

  const insert = (...attachments: readonly KeptAttachment[]) =>
    write((repositories) =>
      repositories.attachments.insertAll(
        company_id,
        attachments.map((attachment) => ({ ...attachment, document_id })),
      ),
    );
  const attached = async (filename: string) => {
    const attachment = anAttachment(business, filename);
    await insert(attachment);
    business.clock.advance(1_000);
    return attachment;
  };
  const find = (id: string) => read(({ attachments }) => attachments.find(company_id, document_id, id));
  const list = (filters: { updated_since?: Date } = {}, page: object = {}) =>
    read(({ attachments }) =>
      attachments.list(company_id, document_id, filters, { sort: 'created_at', limit: 50, ...page }),
    );

  describe('attachments of a document', () => {
    test('are found with the key of their file, and listed without it', async () => {
      const attachment = await attached('a.pdf');
      const { key: _key, ...shown } = attachment;
      expect(await find(attachment.id)).toEqual(attachment);
      expect(await list()).toEqual({ data: [shown], next: null });
    });

    test('are found together', async () => {
      const [one, , three] = [await attached('a.pdf'), await attached('b.pdf'), await attached('c.pdf')];
      const all = (of: string) =>
        read(({ attachments }) => attachments.findAll(company_id, of, [three.id, randomUUID(), one.id]));
      const found = await all(document_id);
      expect([...found].sort((a, b) => (a.filename < b.filename ? -1 : 1))).toEqual([one, three]);
      expect(await all((await business.issued()).id)).toEqual([]);
    });

    test('are no other document’s', async () => {
      const { id } = await attached('a.pdf');
      const other = await business.issued();
      expect(await read(({ attachments }) => attachments.find(company_id, other.id, id))).toBeUndefined();
      const page = { sort: 'created_at', limit: 50 };
      expect(await read(({ attachments }) => attachments.list(company_id, other.id, {}, page))).toEqual({
        data: [],
        next: null,
      });
    });

    test('are counted', async () => {
      const count = () => read(({ attachments }) => attachments.count(company_id, document_id));
      expect(await count()).toBe(0);
      await attached('a.pdf');
      await attached('b.pdf');
      expect(await count()).toBe(2);
    });

    test.each(['created_at', 'updated_at'])('are listed by %s, page by page', async (sort) => {
      const [first, second, third] = [
        await attached('c.pdf'),
        await attached('b.pdf'),
        await attached('a.pdf'),
      ];
      const page = await list({}, { sort, limit: 2 });
      expect(page.data.map(({ id }) => id)).toEqual([first.id, second.id]);
      const rest = await list({}, { sort, limit: 2, after: page.next });
      expect([rest.data.map(({ id }) => id), rest.next]).toEqual([[third.id], null]);
      const backwards = await list({}, { sort: `-${sort}` });
      expect(backwards.data.map(({ id }) => id)).toEqual([third.id, second.id, first.id]);
      const since = await list({ updated_since: second.created_at }, { sort });
      expect(since.data.map(({ id }) => id)).toEqual([second.id, third.id]);
    });

    test.each([
      ['a.pdf', 'A.PDF'],
      ['É.pdf', 'é.pdf'],
      ['straße.pdf', 'STRASSE.pdf'],
    ])('are not called %s and %s at once', async (one, other) => {
      await attached(one);
      const both = [anAttachment(business, 'other.pdf'), anAttachment(business, other)];
      await expect(insert(...both)).rejects.toMatchObject({ error_name: 'duplicate_attachment' });
      expect((await list()).data).toHaveLength(1);
    });

    test('of two documents may have the same name', async () => {
      await attached('a.pdf');
      const { id } = await business.issued();
      const same = anAttachment(business, 'a.pdf');
      await write(({ attachments }) => attachments.insertAll(company_id, [{ ...same, document_id: id }]));
      expect(await read(({ attachments }) => attachments.find(company_id, id, same.id))).toEqual(same);
    });

    test('leave their file to be deleted', async () => {
      const { id, key } = await attached('a.pdf');
      await write(({ attachments }) => attachments.delete(company_id, document_id, id));
      expect(await find(id)).toBeUndefined();
      expect(await write(({ orphaned_files }) => orphaned_files.claim(company_id, [key]))).toBe(false);
      expect(await write(({ orphaned_files }) => orphaned_files.delete(company_id, [key]))).toBe(1);
      await attached('a.pdf');
    });

    test('move version and time of their document', async () => {
      const document = await write(({ attachments }) => attachments.lockDocument(company_id, document_id));
      expect(document).toMatchObject({
        id: document_id,
        status: 'draft',
        accounting_status: 'pending',
        version: 1,
      });
      business.clock.advance(1_000);
      const now = business.clock.now();
      await write(({ attachments }) => attachments.saveDocument(company_id, fileAttached(document!, now)));
      expect(await read(({ documents }) => documents.find(company_id, document_id))).toMatchObject({
        ...{ version: 2, updated_at: now },
      });
    });
  });

  test('an unknown document is not locked', async () => {
    const nobody = business.ids.next();
    expect(await write(({ attachments }) => attachments.lockDocument(company_id, nobody))).toBeUndefined();
  });
}
