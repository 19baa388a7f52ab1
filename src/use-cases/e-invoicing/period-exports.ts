import type { DocumentRow } from '../../domain/documents/document';
import { ExportPaths, ORIGINAL } from '../../domain/documents/exports/export-paths';
import {
  isAccounted,
  isSale,
  SALES_JOURNAL_HEAD,
  salesJournalRecords,
} from '../../domain/documents/exports/sales-journal';
import { canBeUbl } from '../../domain/e-invoicing/ubl-form';
import { DomainError, existing } from '../../domain/errors';
import { isDate } from '../../domain/values/calendar';
import type { Clock } from '../../ports/clock';
import type { ArchiveEntry, Archives } from '../../ports/documents/archives';
import type { Timing } from '../../ports/timing';
import type { UnitOfWork } from '../../ports/unit-of-work';
import { pagesOf } from '../all-pages';
import { bytesFile, drawnFile } from '../documents/archive-entries';
import type { Download, StreamedBytes } from '../download';
import type { DocumentFiles, FileFormat } from './document-files';

/** Documents that are read at once. */
const PAGE = 100;
/** Documents whose files are made while those of another one are written. */
const AHEAD = 2;
/** How often the files of a document are tried that cannot be made at present. */
const MAX_ATTEMPTS = 5;

/** The files of a document, which are being made. */
interface Making {
  readonly first: Promise<ArchiveEntry[]>;
  /** @param is_last - whether a file that cannot be drawn at present gets a note, since it is not tried again */
  readonly make: (is_last: boolean) => Promise<ArchiveEntry[]>;
}

/** The first and last issue date, both inclusive. */
export interface Period {
  readonly from: string;
  readonly to: string;
}

/** What exports are made of. */
export interface ExportSources {
  readonly files: Pick<DocumentFiles, 'get'>;
  readonly archives: Archives;
  readonly clock: Clock;
  readonly timing: Pick<Timing, 'pause'>;
}

/**
 * The documents of a period for the books. They are read in pages by issue date, each on a snapshot of its own, so that
 * an export holds no transaction open. Documents that are made after it has begun are left out.
 */
export class PeriodExports {
  constructor(private readonly from: ExportSources) {}

  /**
   * The files of all invoices and credit notes, sales and purchases, as a ZIP file.
   *
   * @throws DomainError not_found; validation_error for a wrong period, or one without documents
   */
  async files(unit: UnitOfWork, company_id: string, period: Period): Promise<Download<StreamedBytes>> {
    const pages = await this.pages(unit, company_id, period, isAccounted);
    const entries = this.entries(unit, company_id, pages);
    return {
      content_type: 'application/zip',
      filename: `documents_${period.from}_${period.to}.zip`,
      bytes: { size: undefined, open: async () => this.from.archives.zip(entries) },
    };
  }

  /**
   * The sales as a CSV file, with a record for each VAT group of a document.
   *
   * @throws DomainError not_found; validation_error for a wrong period, or one without sales
   */
  async salesJournal(unit: UnitOfWork, company_id: string, period: Period): Promise<Download<StreamedBytes>> {
    const pages = await this.pages(
      unit,
      company_id,
      period,
      (document) => isAccounted(document) && isSale(document),
    );
    return {
      content_type: 'text/csv; charset=utf-8',
      filename: `sales-journal_${period.from}_${period.to}.csv`,
      bytes: { size: undefined, open: async () => records(pages) },
    };
  }

  /** @returns the pages of documents, none of them empty, and at least one */
  private async pages(
    unit: UnitOfWork,
    company_id: string,
    period: Period,
    isWanted: (document: DocumentRow) => boolean,
  ): Promise<AsyncIterable<readonly DocumentRow[]>> {
    assertPeriod(period);
    existing(await unit.read(({ companies }) => companies.find(company_id)), 'company');
    const pages = this.read(unit, company_id, period, isWanted);
    const first = await pages.next();
    if (first.done) throw new DomainError('validation_error', 'The period has no documents to export.');
    return (async function* () {
      yield first.value;
      yield* pages;
    })();
  }

  private async *read(
    unit: UnitOfWork,
    company_id: string,
    { from, to }: Period,
    isWanted: (document: DocumentRow) => boolean,
  ): AsyncGenerator<readonly DocumentRow[]> {
    const begun = await this.begin(unit, company_id);
    const filters = { issue_date_from: from, issue_date_to: to };
    const pages = pagesOf('issue_date', PAGE, (page) =>
      unit.read(({ documents }) => documents.list(company_id, filters, page)),
    );
    for await (const page of pages) {
      const wanted = page.filter((document) => document.created_at <= begun && isWanted(document));
      if (wanted.length > 0) yield wanted;
    }
  }

  /**
   * The time after which documents must have been created to be left out: now, or when the newest document was created,
   * which is later if the clock has been set back since. In that case the export may have documents that are created
   * while it runs.
   */
  private async begin(unit: UnitOfWork, company_id: string): Promise<Date> {
    const now = this.from.clock.now();
    const newest = { sort: '-created_at', limit: 1 };
    const { data } = await unit.read(({ documents }) => documents.list(company_id, {}, newest));
    return data[0] && data[0].created_at > now ? data[0].created_at : now;
  }

  private async *entries(
    unit: UnitOfWork,
    company_id: string,
    pages: AsyncIterable<readonly DocumentRow[]>,
  ): AsyncGenerator<ArchiveEntry> {
    const paths = new ExportPaths();
    const ahead: Making[] = [];
    for await (const documents of pages) {
      for (const document of documents) {
        const path = paths.of(document);
        const make = (is_last: boolean) => this.filesOf(unit, company_id, document, path, is_last);
        const first = make(false);
        first.catch(() => undefined); // thrown when it is awaited, unless the reader has stopped
        ahead.push({ first, make });
        if (ahead.length > AHEAD) yield* await this.nextOf(ahead);
      }
    }
    while (ahead.length > 0) yield* await this.nextOf(ahead);
  }

  /**
   * Takes the first document, and tries again when its files cannot be made at present, as often as a caller would. The
   * export then makes no other files: large documents that are drawn at once may exceed the time limit because of each
   * other.
   */
  private async nextOf(ahead: Making[]): Promise<ArchiveEntry[]> {
    const { first, make } = ahead.shift()!;
    let made = first;
    for (let attempt = 1; ; attempt++) {
      try {
        return await made;
      } catch (error) {
        const wait_s = retryAfterS(error);
        if (wait_s === undefined || attempt === MAX_ATTEMPTS) throw error;
        await Promise.allSettled(ahead.map((other) => other.first));
        await this.from.timing.pause(1_000 * wait_s);
        made = make(attempt + 1 === MAX_ATTEMPTS);
      }
    }
  }

  /** The PDF, and what was received, or the UBL unless the currency excludes it. */
  private async filesOf(
    unit: UnitOfWork,
    company_id: string,
    document: DocumentRow,
    path: string,
    is_last: boolean,
  ): Promise<ArchiveEntry[]> {
    const get = (format: FileFormat) => this.from.files.get(unit, company_id, document.id, format);
    const drawn = (name: string, format: FileFormat) =>
      drawnFile(name, document.id, async () => entry(name, await get(format)), is_last);
    const pdf = await drawn(`${path}.pdf`, 'pdf');
    if (document.status === 'received') {
      const original = await get('original');
      const is_pdf = original.filename.endsWith('.pdf');
      return [pdf, entry(is_pdf ? `${path}${ORIGINAL}.pdf` : `${path}.xml`, original)];
    }
    const found = await unit.read(({ documents }) => documents.find(company_id, document.id));
    return found && canBeUbl(found) ? [pdf, await drawn(`${path}.xml`, 'ubl')] : [pdf];
  }
}

/** Seconds after which the file can perhaps be made; undefined when it cannot. */
function retryAfterS(error: unknown): number | undefined {
  return error instanceof DomainError ? error.options.retry_after_s : undefined;
}

function entry(path: string, { bytes }: Download): ArchiveEntry {
  return bytes instanceof Uint8Array ? bytesFile(path, bytes) : { path, open: bytes.open };
}

async function* records(pages: AsyncIterable<readonly DocumentRow[]>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  yield encoder.encode(SALES_JOURNAL_HEAD);
  for await (const documents of pages) yield encoder.encode(documents.map(salesJournalRecords).join(''));
}

/** @throws DomainError validation_error */
function assertPeriod({ from, to }: Period): void {
  for (const [name, date] of Object.entries({ from, to })) {
    if (!isDate(date)) throw new DomainError('validation_error', `${name}: must be a date, YYYY-MM-DD`);
  }
  if (to < from) throw new DomainError('validation_error', 'to: must not be before from');
}
