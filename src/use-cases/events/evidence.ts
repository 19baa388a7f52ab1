import type { FoundDocument } from '../../ports/documents/document-repository';
import { documentFileName } from '../../domain/documents/document-file-name';
import { viewOf } from '../../domain/documents/document-view';
import type { ChainHead } from '../../domain/events/chain';
import type { ChainedEvent } from '../../domain/events/event';
import { chainLine, type ChainRange } from '../../domain/events/evidence';
import { DomainError, existing } from '../../domain/errors';
import type { ReturnedResources } from '../../ports/events/returned-resources';
import type { ArchiveEntry, Archives } from '../../ports/documents/archives';
import type { CheckpointRepository } from '../../ports/events/checkpoint-repository';
import type { EventLog, LoggedEvent } from '../../ports/events/event-log';
import type { StoredLog } from '../../ports/events/stored-log';
import type { UnitOfWork } from '../../ports/unit-of-work';
import { textFile } from '../documents/archive-entries';
import type { Download, StreamedBytes } from '../download';
import type { EvidenceFiles } from './evidence-files';
import type { EventPositions } from './positions';

/** Links of the chain that are read at once. */
const LINKS_AT_ONCE = 1_000;
/** How often the parts are read again because the document has changed meanwhile. */
const MAX_ATTEMPTS = 5;

interface Parts {
  readonly document: FoundDocument;
  readonly head: ChainHead;
  readonly events: readonly LoggedEvent[];
  readonly files: readonly ArchiveEntry[];
}

/** Where the parts of evidence come from. */
export interface EvidenceSources {
  readonly log: Pick<EventLog, 'head' | 'links'>;
  readonly stored: Pick<StoredLog, 'ofDocument'>;
  readonly positions: Pick<EventPositions, 'give'>;
  readonly checkpoints: Pick<CheckpointRepository, 'list'>;
  readonly files: Pick<EvidenceFiles, 'of'>;
  readonly answered: ReturnedResources;
  readonly archives: Archives;
}

/** Evidence of what a document is and what happened to it, which can be checked without this service. */
export class Evidence {
  constructor(private readonly from: EvidenceSources) {}

  /**
   * The same state of the company's data gives the same bytes.
   *
   * @throws DomainError not_found
   */
  async of(unit: UnitOfWork, company_id: string, document_id: string): Promise<Download<StreamedBytes>> {
    const { document, head, events, files } = await this.parts(unit, company_id, document_id);
    const ranges = await this.ranges(company_id, events, head);
    const checkpoints = ranges.flatMap(({ checkpoint }) => checkpoint ?? []);
    const entries = [
      textFile('document.json', JSON.stringify(this.from.answered.of('document', viewOf(document)))),
      ...files,
      textFile('events.json', `[${events.map(({ body }) => body).join(',\n')}]\n`),
      { path: 'chain.txt', open: async () => this.chain(company_id, ranges) },
      textFile('checkpoints.json', `[${checkpoints.map((one) => JSON.stringify(one)).join(',\n')}]\n`),
    ];
    const last = {
      path: 'manifest.json',
      textOf: (all: readonly object[]) =>
        `${JSON.stringify({ document_id, head: { position: head.position, hash: head.hash }, files: all }, null, 2)}\n`,
    };
    return {
      content_type: 'application/zip',
      filename: documentFileName(document.number, 'zip'),
      bytes: { size: undefined, open: async () => this.from.archives.zip(entries, last) },
    };
  }

  /** Reads all parts in one state of the document: its version is the same before and after. */
  private async parts(unit: UnitOfWork, company_id: string, id: string): Promise<Parts> {
    const find = async () =>
      existing(await unit.read(({ documents }) => documents.find(company_id, id)), 'document');
    for (let attempt = 1, document = await find(); attempt <= MAX_ATTEMPTS; attempt++) {
      // The events of the document's changes get their positions, if they have none yet.
      await this.from.positions.give(company_id);
      const head = await this.from.log.head(company_id);
      const events = (await this.from.stored.ofDocument(company_id, id)).filter(
        ({ position }) => position <= head.position,
      );
      const files = await this.from.files.of(unit, company_id, document);
      const after = await find();
      if (files && after.version === document.version) return { document, head, events, files };
      document = after;
    }
    throw new DomainError('internal_error', 'The document keeps changing. Retry later.', {
      retry_after_s: 1,
    });
  }

  /** The parts of the chain from each event to the next checkpoint, or to the head where none follows. */
  private async ranges(
    company_id: string,
    events: readonly LoggedEvent[],
    head: ChainHead,
  ): Promise<ChainRange[]> {
    const ranges: ChainRange[] = [];
    for (const { position: from, body } of events) {
      if (from <= (ranges.at(-1)?.to ?? 0)) continue;
      const [next] = await this.from.checkpoints.list(company_id, from - 1, 1);
      const checkpoint = next && next.position <= head.position ? next : undefined;
      const { previous_hash } = JSON.parse(body) as ChainedEvent;
      ranges.push({ from, to: checkpoint?.position ?? head.position, previous_hash, checkpoint });
    }
    return ranges;
  }

  /** The text of `chain.txt`, a page of links at a time. */
  private async *chain(company_id: string, ranges: readonly ChainRange[]): AsyncGenerator<Uint8Array> {
    const encoder = new TextEncoder();
    for (const { from, to, previous_hash } of ranges) {
      let previous = previous_hash;
      for (let start = from; start <= to; start += LINKS_AT_ONCE) {
        const limit = Math.min(LINKS_AT_ONCE, to - start + 1);
        const links = await this.from.log.links(company_id, start, limit);
        const lines = links.map((link) => {
          const line = chainLine(link, previous);
          previous = link.hash;
          return `${line}\n`;
        });
        yield encoder.encode(lines.join(''));
      }
    }
  }
}
