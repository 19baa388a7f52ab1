import type { Document } from '../../../src/domain/documents/document';
import { DOCUMENT_TYPE_NAMES } from '../../../src/domain/documents/document-type';
import { networkIdentifiers, RESPONSE_IDENTIFIERS } from '../../../src/domain/e-invoicing/identifiers';
import type { EInvoiceFault } from '../../../src/domain/e-invoicing/parsed-e-invoice';
import type { DocumentRendering, RenderingInput } from '../../../src/ports/documents/rendering';
import type { Lookup, ParticipantDirectory } from '../../../src/ports/e-invoicing/e-invoice-network';
import type {
  EInvoiceReader,
  ReadInvoice,
  ReadMessage,
} from '../../../src/ports/e-invoicing/e-invoice-reader';
import type { SizedBytes } from '../../../src/domain/values/bytes';
import type { EmbeddedFile, UblWriter } from '../../../src/ports/e-invoicing/ubl';
import { Attachments } from '../../../src/use-cases/documents/attachments';
import { DocumentPdfs } from '../../../src/use-cases/documents/document-pdfs';
import { Documents } from '../../../src/use-cases/documents/documents';
import { Links } from '../../../src/use-cases/documents/links';
import { Credits } from '../../../src/use-cases/documents/credits';
import { Conversions } from '../../../src/use-cases/documents/conversions';
import { Payments } from '../../../src/use-cases/documents/payments';
import { DocumentCreation } from '../../../src/use-cases/documents/document-creation';
import { StoredFiles } from '../../../src/use-cases/documents/stored-files';
import { CreatedAndSent } from '../../../src/use-cases/e-invoicing/created-and-sent';
import { DocumentFiles } from '../../../src/use-cases/e-invoicing/document-files';
import { DocumentPreviews } from '../../../src/use-cases/e-invoicing/document-previews';
import { Intake } from '../../../src/use-cases/e-invoicing/intake';
import { NetworkResponses } from '../../../src/use-cases/e-invoicing/network-responses';
import { OutgoingUbl } from '../../../src/use-cases/e-invoicing/outgoing-ubl';
import { Reception } from '../../../src/use-cases/e-invoicing/reception';
import { RefusedMessages } from '../../../src/use-cases/e-invoicing/refused-messages';
import { SendChecks } from '../../../src/use-cases/e-invoicing/send-checks';
import { InvoiceResponses } from '../../../src/use-cases/e-invoicing/invoice-responses';
import { StatusMessages } from '../../../src/use-cases/e-invoicing/status-messages';
import { PeppolResponseWriter } from '../../../src/adapters/e-invoicing/writing/invoice-response-writer';
import { Sending } from '../../../src/use-cases/e-invoicing/sending';
import { TransmissionWorker } from '../../../src/use-cases/e-invoicing/transmission-worker';
import { Transmissions } from '../../../src/use-cases/e-invoicing/transmissions';
import { TransmittedUbl } from '../../../src/use-cases/e-invoicing/transmitted-ubl';
import { DAYS_AHEAD } from '../business';
import { OrderedIds } from '../ordered-ids';
import { ScriptedNetwork } from '../scripted-network';
import { LEASED } from '../leased';
import { SettableClock } from '../settable-clock';
import { MemoryStorage } from './storage';
import { MemoryUnitsOfWork } from './units-of-work';

/** Says in a line what it would draw. */
class TextRendering implements DocumentRendering {
  drawn = 0;
  /** What drawing fails with. */
  failure: Error | undefined;

  async pdf(_company_id: string, input: RenderingInput) {
    return this.draw('PDF', input);
  }

  async facturX(_company_id: string, input: RenderingInput) {
    return this.draw('Factur-X', input);
  }

  private draw(form: string, { document: { number, status, buyer }, logo }: RenderingInput) {
    this.drawn++;
    if (this.failure) throw this.failure;
    const parts = [form, number, status, buyer.electronic_address, logo && 'logo'];
    return Buffer.from(parts.filter(Boolean).join(' '));
  }
}

/** Names the document, its receiver and the files in it. */
class TextUbl implements UblWriter {
  write({ number, buyer, note }: Document) {
    return Buffer.from(`<Invoice>${[number, buyer.electronic_address, note].join(' ')}</Invoice>`);
  }

  embed(xml: Uint8Array, files: readonly EmbeddedFile[]): SizedBytes {
    const heads = files.map(({ filename }) => `<File ${filename}>`);
    return {
      size: files.reduce((sum, { size }, index) => sum + heads[index]!.length + size, xml.length),
      async open() {
        return (async function* () {
          for (const [index, { open }] of files.entries()) {
            yield Buffer.from(heads[index]!);
            yield* await open();
          }
          yield xml;
        })();
      },
    };
  }
}

const ALL_TYPES = [
  ...DOCUMENT_TYPE_NAMES.flatMap((type) => networkIdentifiers(type)?.document_type ?? []),
  RESPONSE_IDENTIFIERS.document_type,
];

/** Everybody is registered for everything, unless a test says otherwise. */
class TestDirectory implements ParticipantDirectory {
  readonly asked: string[] = [];
  readonly answers = new Map<string, Lookup>();
  /** What happens while it is asked. */
  meanwhile: () => Promise<unknown> = async () => undefined;

  async lookup(participant: string): Promise<Lookup> {
    this.asked.push(participant);
    await this.meanwhile();
    return this.answers.get(participant) ?? { kind: 'registered', document_types: ALL_TYPES };
  }
}

/** Reads what a test says that the bytes are. */
class TestReader implements EInvoiceReader {
  invoice: ReadInvoice | EInvoiceFault | undefined;
  message: ReadMessage | EInvoiceFault | undefined;

  async readFile() {
    return read(this.invoice);
  }

  async readMessage() {
    return read(this.message);
  }
}

function read<T>(answer: T | EInvoiceFault | undefined): T {
  if (answer === undefined) throw new Error('There is nothing to read.');
  if (answer instanceof Error) throw answer;
  return answer;
}

/** The use cases of documents and e-invoicing, without a database, a disk or a network. */
export class MemoryService {
  readonly clock = new SettableClock();
  readonly ids = new OrderedIds(this.clock);
  readonly units = new MemoryUnitsOfWork();
  readonly storage = new MemoryStorage();
  readonly rendering = new TextRendering();
  readonly directory = new TestDirectory();
  readonly reader = new TestReader();
  readonly queue = { wakes: 0, wake: () => void this.queue.wakes++ };
  /** Characters that the fonts lack. */
  missing: readonly string[] = [];

  readonly creation = new DocumentCreation(this.clock, this.ids, { issue_date_days_ahead: DAYS_AHEAD });
  readonly documents = new Documents(this.clock, this.creation);
  readonly credits = new Credits(this.clock, this.ids, this.creation);
  readonly conversions = new Conversions(this.creation);
  readonly links = new Links(this.clock, this.ids);
  readonly payments = new Payments(this.clock, this.ids);
  readonly files = new StoredFiles(this.clock, this.storage);
  readonly refused = new RefusedMessages(this.clock, this.ids);
  readonly attachments = new Attachments(this.clock, this.ids, this.files);
  readonly pdfs = new DocumentPdfs(this.rendering);
  readonly ubl = new OutgoingUbl(new TextUbl(), this.files, this.pdfs);
  readonly sending: Sending;
  readonly transmissions = new Transmissions(this.clock);
  readonly status_messages = new StatusMessages(this.clock, this.ids);
  readonly responses: InvoiceResponses;
  readonly created_and_sent: CreatedAndSent;
  readonly previews: DocumentPreviews;
  readonly reception: Reception;
  readonly document_files: DocumentFiles;

  constructor() {
    const checks = new SendChecks(this.directory);
    this.sending = new Sending(this.clock, this.ids, checks, this.ubl, this.queue);
    this.created_and_sent = new CreatedAndSent(this.creation, this.credits, this.sending);
    const missing = (text: string) => this.missing.filter((character) => text.includes(character));
    this.previews = new DocumentPreviews(this.creation, this.sending, { missing });
    const intake = new Intake(this.clock, this.ids, this.files);
    const responses = new NetworkResponses(this.status_messages);
    this.reception = new Reception(intake, responses, this.files, this.reader, this.refused);
    const transmitted = new TransmittedUbl(this.ubl);
    const writer = new PeppolResponseWriter();
    this.responses = new InvoiceResponses(this.clock, this.ids, checks, writer, transmitted, this.queue);
    this.document_files = new DocumentFiles(this.pdfs, this.ubl, transmitted, this.reception);
  }

  /** A worker of a node of its own, whose pauses are as long as they are. */
  worker(network = new ScriptedNetwork(), ubl: Pick<OutgoingUbl, 'withPdf'> = this.ubl): TransmissionWorker {
    return new TransmissionWorker(this.clock, network, ubl);
  }

  /** The job of a transmission, in a worker's hands. */
  jobOf(message_id: string) {
    const job = this.jobsOf(message_id)[0];
    if (!job) throw new Error('There is no job of the transmission.');
    return { ...job, ...LEASED };
  }

  jobsOf(message_id: string) {
    return this.units.session.tables.jobs.list().filter((job) => job.message_id === message_id);
  }
}
