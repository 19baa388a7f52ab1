import { ZipArchives } from '../../../src/adapters/zip-archives';
import { DomainError } from '../../../src/domain/errors';
import type { Download, StreamedBytes } from '../../../src/use-cases/download';
import { type Period, PeriodExports } from '../../../src/use-cases/e-invoicing/period-exports';
import { DrawingFailure } from '../../../src/ports/documents/rendering';
import { aBusiness, type Business } from '../../support/business';
import { aReceivedDocument } from '../../support/contracts/stored-documents';
import { MemoryService } from '../../support/memory/service';
import { unzipped } from '../../support/zip';

const JULY: Period = { from: '2026-07-01', to: '2026-07-31' };
const BUSY = new DomainError('internal_error', 'Too many documents wait.', { retry_after_s: 2 });

let service: MemoryService;
let business: Business;
let company_id: string;
let pauses: number[];
/** What happens in a pause. */
let pause: () => unknown;
let exports: PeriodExports;
beforeEach(async () => {
  service = new MemoryService();
  business = await aBusiness(service.units, { clock: service.clock });
  ({ company_id } = business);
  pauses = [];
  pause = () => undefined;
  exports = new PeriodExports({
    files: service.document_files,
    archives: new ZipArchives(),
    clock: service.clock,
    timing: { pause: async (ms) => void (pauses.push(ms), pause()) },
  });
});

const unit = () => service.units.open();
async function sold(members: Parameters<Business['issued']>[0] = {}) {
  const document = await business.issued(members);
  await service.sending.markSent(unit(), company_id, document.id);
  return document;
}
async function read({ bytes }: Download<StreamedBytes>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of await bytes.open()) pieces.push(piece);
  return Buffer.concat(pieces);
}
const files = async (period = JULY) => unzipped(await read(await exports.files(unit(), company_id, period)));
const journal = async (period = JULY) =>
  (await read(await exports.salesJournal(unit(), company_id, period))).toString().split('\r\n').slice(1, -1);

describe('the files of a period', () => {
  test('are the PDF and the UBL of each issued document, and what was received', async () => {
    const [first, second] = [await sold(), await sold()];
    const received = aReceivedDocument(business, { number: 'R/1', issue_date: '2026-07-02' });
    await unit().transaction(({ documents }) => documents.insertReceived(company_id, [received]));
    service.document_files.get = async (_unit, _company, id, format) => ({
      content_type: format === 'pdf' ? 'application/pdf' : 'application/xml',
      filename: format === 'pdf' ? 'x.pdf' : 'x.xml',
      bytes: Buffer.from(`${format} of ${id}`),
    });
    const paths = await files();
    const path = (number: string) => `sales/2026-07-01_${number}`;
    const folder = `purchases/${received.issue_date}_R-1`;
    const expected = {
      [`${path(first.number)}.pdf`]: `pdf of ${first.id}`,
      [`${path(first.number)}.xml`]: `ubl of ${first.id}`,
      [`${path(second.number)}.pdf`]: `pdf of ${second.id}`,
      [`${path(second.number)}.xml`]: `ubl of ${second.id}`,
      [`${folder}.pdf`]: `pdf of ${received.id}`,
      [`${folder}.xml`]: `original of ${received.id}`,
    };
    expect(Object.fromEntries([...paths].map(([name, bytes]) => [name, bytes.toString()]))).toEqual(expected);
  });

  test('have a name for an original that is a PDF itself', async () => {
    const received = aReceivedDocument(business, { number: 'R-1', issue_date: '2026-07-02' });
    await unit().transaction(({ documents }) => documents.insertReceived(company_id, [received]));
    service.document_files.get = async (_unit, _company, _id, format) => ({
      ...{ content_type: 'application/pdf', filename: 'x.pdf', bytes: Buffer.from(format) },
    });
    const folder = `purchases/${received.issue_date}_R-1`;
    expect([...(await files()).keys()]).toEqual([`${folder}.pdf`, `${folder}-original.pdf`]);
  });

  test('have no UBL where the currency excludes it', async () => {
    const { number } = await sold({ currency: 'KWD', exchange_rate: null });
    expect([...(await files()).keys()]).toEqual([`sales/2026-07-01_${number}.pdf`]);
  });

  test('are those of issued documents within the dates, without quotes', async () => {
    await business.issued();
    await sold({ issue_date: '2026-07-02' });
    await sold({ issue_date: '2026-07-03' });
    await sold({ type: 'quote' });
    const period = { from: '2026-07-01', to: '2026-07-02' };
    expect([...(await files(period)).keys()].filter((path) => path.endsWith('.pdf'))).toHaveLength(1);
  });

  test('are those of documents that existed when the export began', async () => {
    for (let count = 0; count < 101; count++) await sold();
    const file = await exports.files(unit(), company_id, JULY);
    service.clock.advance(1_000);
    await sold();
    expect([...unzipped(await read(file)).keys()].filter((path) => path.endsWith('.pdf'))).toHaveLength(101);
  });

  test('are those of documents from before the clock was set back too', async () => {
    service.clock.advance(7_200_000);
    await sold();
    service.clock.advance(-7_200_000);
    await sold();
    expect([...(await files()).keys()].filter((path) => path.endsWith('.pdf'))).toHaveLength(2);
    expect(await journal()).toHaveLength(2);
  });

  test('are made as they are read, at most three documents at a time', async () => {
    for (let count = 0; count < 20; count++) await sold();
    let underway = 0;
    let most = 0;
    service.document_files.get = async () => {
      most = Math.max(most, ++underway);
      await new Promise(setImmediate);
      underway--;
      return { content_type: 'application/pdf', filename: 'x.pdf', bytes: Buffer.alloc(1_000_000) };
    };
    const { bytes } = await exports.files(unit(), company_id, JULY);
    expect(most).toBe(0);
    let made = 0;
    for await (const piece of await bytes.open()) {
      made += piece.byteLength;
      if (made > 2_000_000) break;
    }
    expect(most).toBe(3);
  });

  test('are tried again while all workers are busy', async () => {
    await sold();
    const get = service.document_files.get.bind(service.document_files);
    let refusals = 4;
    service.document_files.get = async (...given: Parameters<typeof get>) => {
      if (refusals-- > 0) throw BUSY;
      return get(...given);
    };
    expect((await files()).size).toBe(2);
    expect(pauses).toEqual([2_000, 2_000, 2_000, 2_000]);
  });

  test.each(['few', 'many'])(
    'are tried again while the store of attachments with %s bytes is away',
    async (size) => {
      const { id } = await business.issued();
      const upload = { sent_as: 'a.pdf', filename: 'a.pdf', content_type: 'application/pdf' } as const;
      const content = 'content'.repeat(size === 'few' ? 1 : 200_000);
      const bytes = (async function* () {
        yield Buffer.from(content);
      })();
      const file = await service.attachments.receive(unit(), company_id, id, async () => ({
        ...upload,
        bytes,
      }));
      await service.attachments.add(unit(), company_id, id, file);
      await service.sending.markSent(unit(), company_id, id);
      service.storage.is_away = true;
      pause = () => (service.storage.is_away = false);
      const made = await files();
      expect([...made.values()].some((bytes) => bytes.includes(content))).toBe(true);
      expect(pauses).toEqual([5_000]);
    },
  );

  test('are tried again without other documents when drawing takes too long', async () => {
    for (let count = 0; count < 5; count++) await sold();
    const get = service.document_files.get.bind(service.document_files);
    let underway = 0;
    service.document_files.get = async (...given: Parameters<typeof get>) => {
      underway++;
      try {
        await new Promise(setImmediate);
        if (underway > 1) throw new DrawingFailure('It takes too much time.', null, 2);
        return await get(...given);
      } finally {
        underway--;
      }
    };
    const names = [...(await files()).keys()];
    expect(names).toHaveLength(10);
    expect(names.filter((name) => name.endsWith('.txt'))).toEqual([]);
  });

  test('are notes for the files of a document that cannot be drawn', async () => {
    const [first, second] = [await sold(), await sold()];
    const get = service.document_files.get.bind(service.document_files);
    service.document_files.get = async (...given: Parameters<typeof get>) => {
      if (given[2] === first.id) throw new DrawingFailure('It takes too much memory.', null, 2);
      return get(...given);
    };
    const made = await files();
    const path = (number: string) => `sales/2026-07-01_${number}`;
    const names = [`${path(first.number)}.pdf.txt`, `${path(first.number)}.xml.txt`];
    expect([...made.keys()]).toEqual([...names, `${path(second.number)}.pdf`, `${path(second.number)}.xml`]);
    expect(made.get(names[0]!)!.toString()).toBe(
      `This file of document ${first.id} is missing. It takes too much memory.\n`,
    );
  });

  test.each([
    ['is busy for too long', BUSY, 4],
    ['fails', new Error('The logo is broken.'), 0],
  ])('are no complete archive when drawing %s', async (_what, failure, retries) => {
    await sold();
    await sold();
    const get = service.document_files.get.bind(service.document_files);
    const { data } = await service.documents.list(unit(), company_id, {}, { sort: 'created_at', limit: 2 });
    service.document_files.get = async (...given: Parameters<typeof get>) => {
      if (given[2] === data[1]!.id) throw failure;
      return get(...given);
    };
    const pieces: Uint8Array[] = [];
    const { bytes } = await exports.files(unit(), company_id, JULY);
    const reading = (async () => {
      for await (const piece of await bytes.open()) pieces.push(piece);
    })();
    await expect(reading).rejects.toBe(failure);
    expect(pauses).toHaveLength(retries);
    expect(Buffer.concat(pieces).includes(Buffer.from('PK\x05\x06', 'latin1'))).toBe(false);
  });
});

describe('the sales journal of a period', () => {
  test('has the sales by issue date over all pages, and no purchases', async () => {
    for (let count = 0; count < 205; count++) await sold({ issue_date: '2026-07-02' });
    const received = aReceivedDocument(business, { issue_date: '2026-07-02' });
    await unit().transaction(({ documents }) => documents.insertReceived(company_id, [received]));
    const numbers = (await journal()).map((record) => record.split(',')[0]);
    expect(new Set(numbers).size).toBe(205);
    expect(numbers).toHaveLength(205);
  });

  test('is named after its dates', async () => {
    await sold();
    const { filename, content_type } = await exports.salesJournal(unit(), company_id, JULY);
    expect([filename, content_type]).toEqual([
      'sales-journal_2026-07-01_2026-07-31.csv',
      'text/csv; charset=utf-8',
    ]);
  });
});

describe('an export is refused', () => {
  test.each([
    [{ from: '', to: '2026-07-31' }, 'validation_error', /^from: must be a date/],
    [{ from: '2026-07-01', to: '2026-02-30' }, 'validation_error', /^to: must be a date/],
    [{ from: '2026-07-02', to: '2026-07-01' }, 'validation_error', /^to: must not be before from$/],
    [JULY, 'validation_error', /^The period has no documents/],
  ])('for %j', async (period, error_name, message) => {
    for (const make of ['files', 'salesJournal'] as const) {
      await expect(exports[make](unit(), company_id, period)).rejects.toMatchObject({
        ...{ error_name, message: expect.stringMatching(message) },
      });
    }
  });

  test('for a company that does not exist', async () => {
    const unknown = exports.files(unit(), '00000000-0000-7000-8000-000000000000', JULY);
    await expect(unknown).rejects.toMatchObject({ error_name: 'not_found' });
  });
});
