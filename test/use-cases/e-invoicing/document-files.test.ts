import { randomUUID } from 'node:crypto';
import { DamagedFile } from '../../../src/ports/documents/storage';
import type { Download, StreamedBytes } from '../../../src/use-cases/download';
import { ChangedSinceCheck } from '../../../src/use-cases/documents/repeated-checks';
import type { FileFormat } from '../../../src/use-cases/e-invoicing/document-files';
import { aBusiness, type Business } from '../../support/business';
import { aReceivedDocument } from '../../support/contracts/stored-documents';
import { MemoryService } from '../../support/memory/service';
import { ScriptedNetwork } from '../../support/scripted-network';
import { bytesOf } from '../../support/contracts/storage-contract';

const RECEIVER = '0208:0876543270';

let service: MemoryService;
let business: Business;
let company_id: string;
beforeEach(async () => {
  service = new MemoryService();
  business = await aBusiness(service.units, { clock: service.clock });
  ({ company_id } = business);
});

const unit = () => service.units.open();
const get = (id: string, format: FileFormat) => service.document_files.get(unit(), company_id, id, format);
const textOf = async ({ bytes }: Download) =>
  'open' in bytes ? (await bytesOf(await bytes.open()))!.toString() : Buffer.from(bytes).toString();
const page = { sort: 'created_at', limit: 50 };
async function sent() {
  const { id } = await business.issued();
  await service.sending.send(unit(), company_id, id);
  const { data } = await service.transmissions.list(unit(), company_id, id, {}, page);
  return { id, message_id: data[0]!.message_id };
}
async function received() {
  const document = aReceivedDocument(business);
  await unit().transaction(({ documents }) => documents.insertReceived(company_id, [document]));
  return document.id;
}
async function attach(document_id: string, filename: string, content = `bytes of ${filename}`) {
  const upload = { sent_as: filename, filename, content_type: 'application/pdf' } as const;
  const bytes = (async function* () {
    yield Buffer.from(content);
  })();
  const files = service.attachments;
  const file = await files.receive(unit(), company_id, document_id, async () => ({ ...upload, bytes }));
  service.clock.advance(1_000);
  return (await files.add(unit(), company_id, document_id, file)).id;
}
async function moveReceiver(electronic_address: string) {
  await unit().transaction(async ({ relations }) => {
    const relation = (await relations.lock(company_id, business.relation.id))!;
    await relations.save(company_id, relation, { ...relation, electronic_address } as typeof relation);
  });
}

describe('a document as a file', () => {
  test.each<[FileFormat, string, string, string]>([
    ['pdf', 'application/pdf', 'INV-2026-00001.pdf', `PDF INV-2026-00001 draft ${RECEIVER}`],
    ['facturx', 'application/pdf', 'INV-2026-00001.pdf', `Factur-X INV-2026-00001 draft ${RECEIVER}`],
    [
      'ubl',
      'application/xml',
      'INV-2026-00001.xml',
      `<File INV-2026-00001.pdf>PDF INV-2026-00001 sent ${RECEIVER}<Invoice>INV-2026-00001 ${RECEIVER} </Invoice>`,
    ],
  ])('is its %s', async (format, content_type, filename, text) => {
    const { id } = await business.issued();
    const file = await get(id, format);
    expect(file).toMatchObject({ content_type, filename });
    expect(await textOf(file)).toBe(text);
  });

  test('that is a draft has the electronic addresses of now, where a send would write them', async () => {
    const { id } = await business.issued();
    await moveReceiver('0088:5412345000013');
    const texts = await Promise.all(
      (['pdf', 'facturx', 'ubl'] as const).map(async (format) => textOf(await get(id, format))),
    );
    expect(texts.map((text) => text.includes('0088:5412345000013'))).toEqual([false, true, true]);
    await service.sending.markSent(unit(), company_id, id);
    await moveReceiver(RECEIVER);
    expect(await textOf(await get(id, 'facturx'))).toContain('0088:5412345000013');
  });

  test('has its attachments in its UBL, whose number does not change how often the database is asked', async () => {
    const { id } = await business.issued();
    const read = async () => {
      const counting = unit();
      const work = counting.read.bind(counting);
      let reads = 0;
      counting.read = (of) => (reads++, work(of));
      return { text: await textOf(await service.document_files.get(counting, company_id, id, 'ubl')), reads };
    };
    await attach(id, 'b.pdf');
    const one = await read();
    for (const filename of ['c.pdf', 'a.pdf']) await attach(id, filename);
    const three = await read();
    expect(three.text).toMatch(/<File b.pdf>.*<File c.pdf>.*<File a.pdf>/);
    expect(three.reads).toBe(one.reads);
  });

  test('is UBL that reads its larger files when it is read', async () => {
    const { id } = await business.issued();
    const content = 'content '.repeat(200_000);
    await attach(id, 'a.pdf', content);
    await attach(id, 'b.pdf', 'the second');
    const { bytes } = await get(id, 'ubl');
    const { size, open } = bytes as StreamedBytes;
    const text = (await bytesOf(await open()))!.toString();
    expect(text).toContain(`<File a.pdf>${content}<File b.pdf>the second<Invoice>`);
    expect(text).toHaveLength(size!);
    service.storage.files.clear();
    await expect(open().then(bytesOf)).rejects.toBeInstanceOf(DamagedFile);
  });

  test.each(['content', 'content '.repeat(200_000)])(
    'is UBL without an attachment that is deleted as its file is opened',
    async (content) => {
      const { id } = await business.issued();
      const attachment = await attach(id, 'a.pdf', content);
      await attach(id, 'b.pdf', 'the other');
      const open = service.storage.open.bind(service.storage);
      service.storage.open = async (...given) => {
        service.storage.open = open;
        await service.attachments.delete(unit(), company_id, id, attachment, undefined);
        await new Promise(setImmediate); // its file is deleted afterwards
        return open(...given);
      };
      const text = await textOf(await get(id, 'ubl'));
      expect(text).not.toContain('<File a.pdf>');
      expect(text).toContain('<File b.pdf>the other');
    },
  );

  test('is UBL that breaks off when a larger file is deleted before it is read', async () => {
    const { id } = await business.issued();
    const attachment = await attach(id, 'a.pdf', 'content '.repeat(200_000));
    const { bytes } = await get(id, 'ubl');
    await service.attachments.delete(unit(), company_id, id, attachment, undefined);
    const { open } = bytes as StreamedBytes;
    await expect(open().then(bytesOf)).rejects.toBeInstanceOf(ChangedSinceCheck);
  });

  test('has no UBL while the file of an attachment is missing', async () => {
    const { id } = await business.issued();
    await attach(id, 'a.pdf');
    service.storage.files.clear();
    await expect(get(id, 'ubl')).rejects.toBeInstanceOf(DamagedFile);
  });

  test('has no attachment in its UBL that is deleted while the PDF is drawn', async () => {
    const { id } = await business.issued();
    await attach(id, 'b.pdf');
    const deleted = await attach(id, 'c.pdf');
    const draw = service.rendering.pdf.bind(service.rendering);
    service.rendering.pdf = async (...input) => {
      await service.attachments.delete(unit(), company_id, id, deleted, undefined);
      return draw(...input);
    };
    const text = await textOf(await get(id, 'ubl'));
    expect(text).toContain('<File b.pdf>');
    expect(text).not.toContain('<File c.pdf>');
  });

  test.each(['pdf', 'facturx', 'ubl', 'original'] as const)(
    'is not found as %s without the document',
    async (format) => {
      await expect(get(randomUUID(), format)).rejects.toMatchObject({ error_name: 'not_found' });
    },
  );

  test.each([
    ['facturx', 'quote'],
    ['facturx', 'proforma'],
    ['ubl', 'quote'],
    ['original', 'invoice'],
  ] as const)('has no %s when it is a %s', async (format, type) => {
    const { id } = await business.issued({ type });
    await expect(get(id, format)).rejects.toMatchObject({ error_name: 'invalid_filter' });
  });

  test('has no Factur-X when it was received', async () => {
    await expect(get(await received(), 'facturx')).rejects.toMatchObject({ error_name: 'invalid_filter' });
  });

  test('has the logo of its branding', async () => {
    const { id } = await business.issued();
    const { documents, logos } = service.units.session.tables;
    logos.set({ content_type: 'image/png', bytes: Buffer.from('logo') } as never, company_id, 'digest');
    const branding = {
      ...{ name: 'B', primary_color: null, header: null, footer: null, logo_sha256: 'digest' },
    };
    documents.update((document) => ({ ...document, branding }), company_id, id);
    expect(await textOf(await get(id, 'pdf'))).toMatch(/ logo$/);
  });
});

describe('the UBL of a document that was sent', () => {
  test('is what was accepted for sending, whatever changed since', async () => {
    const { id } = await sent();
    const before = await textOf(await get(id, 'ubl'));
    await moveReceiver('0088:5412345000013');
    expect(await textOf(await get(id, 'ubl'))).toBe(before);
  });

  test('is written anew when the send failed', async () => {
    const { id, message_id } = await sent();
    const refusing = new ScriptedNetwork({
      send: () => ({ kind: 'permanent_failure', code: 'invalid_document', reason: 'No.' }),
    });
    await service.worker(refusing).work(unit(), service.jobOf(message_id));
    await moveReceiver('0088:5412345000013');
    expect(await textOf(await get(id, 'ubl'))).toContain('0088:5412345000013');
    const transmitted = await service.document_files.getTransmitted(unit(), company_id, id, message_id);
    expect(await textOf(transmitted)).toContain(RECEIVER);
  });

  test('has its PDF before the worker puts it in', async () => {
    const { id } = await service.created_and_sent.create(unit(), company_id, business.input());
    const shown = await textOf(await get(id, 'ubl'));
    expect(shown).toMatch(/^<File INV-2026-00001.pdf>PDF INV-2026-00001 sent/);
    const network = new ScriptedNetwork();
    const { message_id } = (await service.transmissions.list(unit(), company_id, id, {}, page)).data[0]!;
    await service.worker(network).work(unit(), service.jobOf(message_id));
    expect(Buffer.from(network.sent[0]!.xml).toString()).toBe(shown);
    expect(await textOf(await get(id, 'ubl'))).toBe(shown);
  });
});

describe('what a transmission sent', () => {
  const transmitted = (id: string, message_id: string) =>
    service.document_files.getTransmitted(unit(), company_id, id, message_id);

  test('is handed out byte for byte', async () => {
    const { id, message_id } = await sent();
    const file = await transmitted(id, message_id);
    expect(file).toMatchObject({
      ...{ content_type: 'application/xml', filename: 'INV-2026-00001.xml', version: 1 },
    });
    const network = new ScriptedNetwork();
    await service.worker(network).work(unit(), service.jobOf(message_id));
    expect(await textOf(file)).toBe(Buffer.from(network.sent[0]!.xml).toString());
  });

  test('is not found without the document, or of another one', async () => {
    const { id, message_id } = await sent();
    const other = await business.issued();
    for (const [document, message] of [
      [randomUUID(), message_id],
      [other.id, message_id],
      [id, randomUUID()],
    ] as const) {
      await expect(transmitted(document, message)).rejects.toMatchObject({ error_name: 'not_found' });
    }
  });

  test('is nothing when it failed before its PDF was made', async () => {
    const { id } = await service.created_and_sent.create(unit(), company_id, business.input());
    const { message_id } = (await service.transmissions.list(unit(), company_id, id, {}, page)).data[0]!;
    await service.transmissions.close(unit(), message_id, 'failed');
    await expect(transmitted(id, message_id)).rejects.toMatchObject({ error_name: 'not_found' });
    expect(await textOf(await get(id, 'ubl'))).toContain('<Invoice>INV-2026-00001');
  });
});
