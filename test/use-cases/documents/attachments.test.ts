import { randomUUID } from 'node:crypto';
import { DamagedFile, StorageFailure } from '../../../src/ports/documents/storage';
import { aBusiness, type Business } from '../../support/business';
import { aReceivedDocument } from '../../support/contracts/stored-documents';
import { MemoryService } from '../../support/memory/service';
import { PDF } from '../../support/sample-files';
import { bytesOf } from '../../support/contracts/storage-contract';

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
const page = { sort: 'created_at', limit: 50 };
async function* pdf() {
  yield PDF;
}
const receive = (filename: string, to = document_id, bytes: AsyncIterable<Uint8Array> = pdf()) =>
  service.attachments.receive(unit(), company_id, to, async () => ({
    ...{ sent_as: filename, filename, content_type: 'application/pdf', bytes },
  }));
const attach = async (filename: string, to = document_id) =>
  service.attachments.add(unit(), company_id, to, await receive(filename, to));
const list = (of = document_id) => service.attachments.list(unit(), company_id, of, {}, page);
const remove = (id: string, if_match?: readonly number[], of = document_id) =>
  service.attachments.delete(unit(), company_id, of, id, if_match);
const document = () => service.documents.get(unit(), company_id, document_id);
const inStore = () => [...service.storage.files.keys()];

describe('an attachment', () => {
  test('is added to its document, which has a new version', async () => {
    service.clock.advance(1_000);
    const now = service.clock.now();
    const added = await attach('a.pdf');
    expect(added).toMatchObject({ filename: 'a.pdf', size: PDF.length, created_at: now, version: 1 });
    expect(await list()).toMatchObject({ data: [{ id: added.id, filename: 'a.pdf' }], next: null });
    expect(await document()).toMatchObject({
      ...{ version: 2, updated_at: now, attachments: [{ id: added.id, sha256: added.sha256 }] },
    });
    expect(inStore()).toEqual([`${company_id}/${added.id}`]);
  });

  test('can be added to a document that was sent or received', async () => {
    await service.sending.markSent(unit(), company_id, document_id);
    await attach('a.pdf');
    expect(await document()).toMatchObject({ status: 'sent', version: 3 });
    const received = aReceivedDocument(business);
    await unit().transaction(({ documents }) => documents.insertReceived(company_id, [received]));
    await attach('a.pdf', received.id);
    expect((await list(received.id)).data).toHaveLength(1);
  });

  test('is handed out as the bytes that came', async () => {
    const { id } = await attach('a.pdf');
    const file = await service.attachments.getFile(unit(), company_id, document_id, id);
    expect(file).toMatchObject({ content_type: 'application/pdf', filename: 'a.pdf', version: 1 });
    expect(file.bytes.size).toBe(PDF.length);
    expect(await bytesOf(await file.bytes.open())).toEqual(PDF);
  });

  test('whose bytes are lost is a fault, unless it was deleted meanwhile', async () => {
    const { id } = await attach('a.pdf');
    const file = await service.attachments.getFile(unit(), company_id, document_id, id);
    service.storage.files.clear();
    await expect(file.bytes.open()).rejects.toBeInstanceOf(DamagedFile);
    await remove(id);
    await expect(file.bytes.open()).rejects.toMatchObject({ error_name: 'not_found' });
  });

  test('is refused before its bytes are read when there is no such document', async () => {
    let reads = 0;
    const late = service.attachments.receive(unit(), company_id, randomUUID(), () => {
      reads++;
      return Promise.reject(new Error('read'));
    });
    await expect(late).rejects.toMatchObject({ error_name: 'not_found' });
    expect(reads).toBe(0);
    await expect(list(randomUUID())).rejects.toMatchObject({ error_name: 'not_found' });
    const file = service.attachments.getFile(unit(), company_id, document_id, randomUUID());
    await expect(file).rejects.toMatchObject({ error_name: 'not_found' });
  });

  test('is refused when it is one too many, before its name is compared', async () => {
    for (let n = 1; n <= 20; n++) await attach(`${n}.pdf`);
    const received = await receive('1.pdf');
    const add = () => service.attachments.add(unit(), company_id, document_id, received);
    await expect(add()).rejects.toMatchObject({ error_name: 'validation_error' });
    await remove((await list()).data[5]!.id);
    await expect(add()).rejects.toMatchObject({ error_name: 'duplicate_attachment' });
    expect(await document()).toMatchObject({ version: 22 });
  });

  test('that is refused leaves no file once it is discarded', async () => {
    await attach('a.pdf');
    const received = await receive('A.PDF');
    expect(inStore()).toHaveLength(2);
    await expect(service.attachments.add(unit(), company_id, document_id, received)).rejects.toMatchObject({
      error_name: 'duplicate_attachment',
    });
    await received.discard();
    expect(inStore()).toHaveLength(1);
    expect(service.units.session.tables.orphaned_files.list()).toEqual([]);
  });

  test('whose document was deleted meanwhile is not found', async () => {
    const received = await receive('a.pdf');
    await service.documents.delete(unit(), company_id, document_id, undefined);
    const add = service.attachments.add(unit(), company_id, document_id, received);
    await expect(add).rejects.toMatchObject({ error_name: 'not_found' });
  });

  test('that breaks off while it is read is not stored', async () => {
    const broken = (async function* () {
      yield PDF;
      throw new Error('hung up');
    })();
    await expect(receive('a.pdf', document_id, broken)).rejects.toThrow('hung up');
    expect([inStore(), service.units.session.tables.orphaned_files.list()]).toEqual([[], []]);
  });

  test('is deleted with its file, and moves its document', async () => {
    const { id } = await attach('a.pdf');
    await remove(id);
    expect((await list()).data).toEqual([]);
    expect(await document()).toMatchObject({ version: 3, attachments: [] });
    await service.files.sweep(unit());
    expect(inStore()).toEqual([]);
  });

  test('is not deleted for its first fault, in the order of the contract', async () => {
    const { id } = await attach('a.pdf');
    await service.sending.markSent(unit(), company_id, document_id);
    const refused = (...given: Parameters<typeof remove>) =>
      remove(...given).catch(({ error_name }: { error_name: string }) => error_name);
    expect(await refused(id, [9], randomUUID())).toBe('not_found');
    expect(await refused(randomUUID(), [9])).toBe('not_found');
    expect(await refused(id, [9])).toBe('precondition_failed');
    expect(await refused(id, [1])).toBe('document_not_editable');
    expect((await list()).data).toHaveLength(1);
  });

  test('is refused while the store is away, and leaves nothing to claim', async () => {
    service.storage.is_away = true;
    await expect(receive('a.pdf')).rejects.toBeInstanceOf(StorageFailure);
    service.storage.is_away = false;
    expect((await list()).data).toEqual([]);
    service.clock.advance(3_600_001);
    expect(await service.files.sweep(unit())).toBe(1);
  });
});
