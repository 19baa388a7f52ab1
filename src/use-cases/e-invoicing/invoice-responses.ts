import { documentFileName } from '../../domain/documents/document-file-name';
import type { Document, DocumentView } from '../../domain/documents/document';
import { viewOf } from '../../domain/documents/document-view';
import {
  assertComplete,
  type ResponseContent,
  responseContent,
  type ResponseInput,
} from '../../domain/documents/responses/invoice-response';
import {
  NO_RESPONSES,
  responseAddressing,
  responseFaults,
  responseMessage,
} from '../../domain/e-invoicing/responses/response-message';
import { assertMayRespond, responseSent } from '../../domain/e-invoicing/responses/response-transitions';
import { assertNoFault } from '../../domain/e-invoicing/sendable';
import { newTransmission } from '../../domain/e-invoicing/transmission';
import { existing } from '../../domain/errors';
import type { Company } from '../../domain/master-data/company';
import type { Clock } from '../../ports/clock';
import type { ResponseWriter } from '../../ports/e-invoicing/ubl';
import type { Ids } from '../../ports/ids';
import type { JobQueue } from '../../ports/job-queue';
import type { UnitOfWork } from '../../ports/unit-of-work';
import type { Download } from '../download';
import type { SendChecks } from './send-checks';
import { CHUNK_BYTES, chunksOf, type TransmittedUbl } from './transmitted-ubl';

/**
 * Sends responses about received documents. As with a document, response, transmission and job are stored in one
 * transaction, and workers process the job later.
 */
export class InvoiceResponses {
  constructor(
    private readonly clock: Clock,
    private readonly ids: Ids,
    private readonly checks: SendChecks,
    private readonly writer: ResponseWriter,
    private readonly transmitted: TransmittedUbl,
    private readonly queue: JobQueue,
  ) {}

  /**
   * Sends a response. The lookup in the directory precedes the transaction, in which the order is checked again.
   *
   * @throws DomainError validation_error, not_found, response_not_possible, send_failed
   */
  async send(
    unit: UnitOfWork,
    company_id: string,
    document_id: string,
    input: ResponseInput,
  ): Promise<DocumentView> {
    const content = responseContent(input);
    assertComplete(content);
    const { document, company, type_code } = await this.answerable(unit, company_id, document_id, content);
    await this.check(company, document, type_code);
    const id = this.ids.next();
    const message = { id, type_code, now: this.clock.now() };
    const payload = this.writer.write(responseMessage(content, company, document, message));
    const addressing = responseAddressing(company, document);
    const view = await unit.transaction(async ({ documents, transmissions, jobs }) => {
      const locked = existing(await documents.lock(company_id, document_id), 'document');
      assertMayRespond(locked, content);
      const now = this.clock.now();
      const answered = responseSent(locked, content, id, now);
      await documents.save(company_id, locked, answered);
      const transmission = newTransmission(addressing, { message_id: id, document_id }, now);
      await transmissions.insert(company_id, transmission, payload);
      await jobs.add({ company_id, message_id: id }, 0);
      return viewOf(answered);
    });
    this.queue.wake();
    return view;
  }

  /** The XML of a response, as it was sent or received. @throws DomainError not_found */
  async file(unit: UnitOfWork, company_id: string, document_id: string, id: string): Promise<Download> {
    const document = await unit.read(({ documents }) => documents.find(company_id, document_id));
    const { number, responses } = existing(document, 'document');
    const { direction, message_id, status } = existing(
      responses.find((one) => one.id === id),
      'response',
    );
    return {
      content_type: 'application/xml',
      filename: documentFileName(`${number} ${status}`, 'xml'),
      version: 1,
      bytes:
        direction === 'sent'
          ? await this.transmitted.get(unit, company_id, document_id, message_id)
          : await this.received(unit, company_id, document_id, message_id),
    };
  }

  private answerable(unit: UnitOfWork, company_id: string, document_id: string, content: ResponseContent) {
    return unit.read(async ({ companies, documents, receptions }) => {
      const document = existing(await documents.find(company_id, document_id), 'document');
      assertMayRespond(document, content);
      const company = await companies.find(company_id);
      const type_code = await receptions.findTypeCode(company_id, document_id);
      return { document, company: company!, type_code };
    });
  }

  private async check(company: Company, document: Document, type_code: string | null): Promise<void> {
    assertNoFault(document.id, responseFaults(company, document, type_code));
    const addressing = responseAddressing(company, document);
    assertNoFault(document.id, await this.checks.receiverFaults(addressing, NO_RESPONSES));
  }

  private async received(unit: UnitOfWork, company_id: string, document_id: string, message_id: string) {
    const messages = await unit.read(({ receptions }) =>
      receptions.listStatusMessages(company_id, document_id),
    );
    const size = messages.find((message) => message.message_id === message_id)!.size;
    const read = (start: number) =>
      unit.read(({ receptions }) => receptions.readStatusMessage(company_id, message_id, start, CHUNK_BYTES));
    return { size, open: () => chunksOf(size, read) };
  }
}
