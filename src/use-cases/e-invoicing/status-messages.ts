import type { InvoiceResponse, ResponseContent } from '../../domain/documents/responses/invoice-response';
import { isInOrder, responseReceived } from '../../domain/e-invoicing/responses/response-transitions';
import { afterStatusMessage, networkSettled, type StatusMessage } from '../../domain/e-invoicing/settlement';
import { hasNotLeft, isBeingHandedOver, type Transmission } from '../../domain/e-invoicing/transmission';
import type { DocumentType } from '../../domain/documents/document-type';
import { DomainError } from '../../domain/errors';
import type { Clock } from '../../ports/clock';
import type { Ids } from '../../ports/ids';
import type { Repositories, UnitOfWork } from '../../ports/unit-of-work';

/** A reference to a transmission: the message id, or the number of the sent document and its receiver. */
export type MessageReference = { readonly message_id: string } | NumberReference;

interface NumberReference {
  readonly number: string;
  /** Electronic address; compared without case. */
  readonly receiver: string;
  /** Null: of any type. */
  readonly type: DocumentType | null;
}

/** A status message with what an Invoice Response says; null for a Message Level Status. */
export type StatusReport = StatusMessage & { readonly content: ResponseContent | null };

/** Applies status messages of the receiving side to transmissions and their documents. */
export class StatusMessages {
  constructor(
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  /**
   * Applies a status message. Late, repeated and contradicting messages change no state, and neither do messages about
   * a transmission that is not the latest of its document. An Invoice Response is kept with the document in any case.
   *
   * An Invoice Response names the document, and not the transmission. It is about the latest one, unless that has not
   * left.
   *
   * @param inbound - the status message as it came; by its id a repeated one is recognised
   * @returns undefined when the company has no such transmission; `is_new` is false for a repeated message
   * @throws DomainError validation_error when the document has too many responses; internal_error while the document is
   *   handed over again, since the response may be about the transmission before
   */
  async apply(
    unit: UnitOfWork,
    company_id: string,
    reference: MessageReference,
    message: StatusReport,
    inbound: { readonly message_id: string; readonly bytes: Uint8Array },
  ): Promise<{ readonly document_id: string; readonly is_new: boolean } | undefined> {
    const found = await unit.read(({ transmissions }) =>
      'message_id' in reference
        ? transmissions.find(company_id, reference.message_id)
        : transmissions.findLatestOfNumber(company_id, reference),
    );
    if (!found) return undefined;
    const { document_id, message_id } = found;
    return unit.transaction(async (repositories) => {
      const { receptions, transmissions } = repositories;
      const now = this.clock.now();
      const { message_id: inbound_id, bytes } = inbound;
      const kept = { message_id: inbound_id, document_id, content: bytes };
      const [before] = await receptions.insertMessages(company_id, [kept], now);
      if (before !== undefined) return { document_id, is_new: false };
      const transmission = await transmissions.lock(company_id, message_id);
      if (!transmission) throw deletedMeanwhile();
      const { content } = message;
      const has_left =
        'message_id' in reference || (await this.hasLeft(repositories, company_id, transmission, now));
      const is_in_order =
        content === null ||
        (await this.keep(repositories, company_id, transmission, content, {
          id: this.ids.next(),
          at: laterOf(now, transmission.created_at).toISOString(),
          message_id: inbound_id,
        }));
      const settlement = has_left && is_in_order ? afterStatusMessage(transmission, message, now) : undefined;
      if (settlement) {
        const after = networkSettled(transmission, settlement, now);
        await transmissions.saveAll(company_id, [{ before: transmission, after }]);
      }
      return { document_id, is_new: true };
    });
  }

  /**
   * Whether a response can be about the latest transmission of a document: not if that has certainly not left.
   *
   * @throws DomainError internal_error while it is being handed over, if the response may be about an earlier
   *   transmission
   */
  private async hasLeft(
    { transmissions }: Repositories,
    company_id: string,
    latest: Transmission,
    now: Date,
  ): Promise<boolean> {
    if (!isBeingHandedOver(latest, now)) return !hasNotLeft(latest);
    const page = { sort: '-created_at', limit: 2 };
    const { data } = await transmissions.list(company_id, latest.document_id, {}, page);
    if (data.length === 1) return true;
    throw new DomainError('internal_error', 'The document is being handed over again. Retry.', {
      retry_after_s: 1,
    });
  }

  /** Keeps the response with the document. @returns whether it came in order */
  private async keep(
    { documents }: Repositories,
    company_id: string,
    { document_id, created_at }: Transmission,
    content: ResponseContent,
    message: Pick<InvoiceResponse, 'id' | 'at' | 'message_id'>,
  ): Promise<boolean> {
    const document = (await documents.lock(company_id, document_id))!;
    await documents.save(company_id, document, responseReceived(document, content, message));
    return isInOrder(document, content, created_at);
  }
}

/** A response comes after the send that it is about, also when the clock has been set back since. */
function laterOf(now: Date, sent_at: Date): Date {
  return now > sent_at ? now : sent_at;
}

function deletedMeanwhile(): DomainError {
  return new DomainError('internal_error', 'The document was deleted meanwhile. Retry.', {
    retry_after_s: 1,
  });
}
