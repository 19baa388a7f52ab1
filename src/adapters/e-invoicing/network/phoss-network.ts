import { z } from 'zod';
import { participantId } from '../../../domain/e-invoicing/identifiers';
import type { NetworkAnswer } from '../../../domain/e-invoicing/settlement';
import type { EInvoiceNetwork, NetworkMessage } from '../../../ports/e-invoicing/e-invoice-network';
import type { Log } from '../../../ports/log';
import { exchange, type ExchangeOutcome } from './exchange';

export interface PhossSettings {
  /** Base URL of the access point, without `/api`. */
  readonly url: string;
  /** The value of the `X-Token` header. */
  readonly token: string;
  /** Shorter in tests. */
  readonly timeouts?: { readonly submit_ms: number; readonly status_ms: number };
}

/**
 * In milliseconds; together shorter than a worker's lease. After a time-out the status of the message is queried later.
 */
const TIMEOUTS = { submit_ms: 12_000, status_ms: 4_000 };

const report = z.object({ sbdhInstanceIdentifier: z.string(), overallSuccess: z.literal(true).optional() });

const transaction = z.object({
  status: z.enum(['pending', 'sending', 'sent', 'failed', 'permanently_failed', 'rejected']),
  errorDetails: z.string().nullish(),
  mlsStatus: z.enum(['pending', 'received_ap', 'received_ab', 'received_re', 'not_applicable']).nullish(),
});

type Transaction = z.output<typeof transaction>;

/**
 * Client of phoss-ap, an open-source Peppol access point. It accepts a message id from the sender without checking for
 * duplicates, so sending twice would deliver twice. It retries by itself; a message that it has accepted is therefore
 * only queried.
 */
export class PhossNetwork implements EInvoiceNetwork {
  private readonly timeouts: typeof TIMEOUTS;

  constructor(
    private readonly settings: PhossSettings,
    private readonly log: Log,
  ) {
    this.timeouts = settings.timeouts ?? TIMEOUTS;
  }

  async send(message: NetworkMessage): Promise<NetworkAnswer> {
    const { message_id, sender, receiver, document_type, process, sender_country, xml } = message;
    const parts = [participantId(sender), participantId(receiver), document_type, process, sender_country];
    const url = this.url(`/api/outbound/submit/${parts.map(encodeURIComponent).join('/')}`);
    url.searchParams.set('sbdhInstanceID', message_id);
    const result = await exchange({
      method: 'POST',
      url,
      headers: { ...this.credentials(), 'Content-Type': 'application/xml' },
      body: xml,
      timeout_ms: this.timeouts.submit_ms,
    });
    if (result.kind !== 'answered') return unanswered(result);
    switch (result.status) {
      case 200: {
        const body = report.safeParse(json(result.text));
        return body.success && body.data.sbdhInstanceIdentifier === message_id
          ? { kind: 'sent' }
          : unclear('it gave an answer that is not its own');
      }
      case 422:
        return this.afterRefusal(message_id, result.text);
      case 429:
      case 503:
        return { kind: 'transient_failure', reason: 'The access point takes nothing at the moment.' };
      case 400:
      case 401:
      case 403:
      case 404:
      case 413:
        return this.misconfigured(result.status);
      default:
        return unclear(`it answered with status ${result.status}`);
    }
  }

  async statusOf(message_id: string): Promise<NetworkAnswer | null> {
    const url = this.url(`/api/outbound/status/${encodeURIComponent(message_id)}`);
    url.searchParams.set('includeArchive', 'true');
    const result = await exchange({
      method: 'GET',
      url,
      headers: this.credentials(),
      timeout_ms: this.timeouts.status_ms,
    });
    if (result.kind !== 'answered') return unclear(result.reason);
    // phoss-ap answers 404 with an empty body for an unknown message. Any other 404 means that the URL is wrong.
    if (result.status === 404 && result.text === '') return null;
    const body = result.status === 200 ? transaction.safeParse(json(result.text)) : undefined;
    if (!body?.success) return unclear(`asked for the message, it answered with status ${result.status}`);
    return responseOf(body.data);
  }

  /**
   * Resolves a 422: a message that could not be sent has a status, which may be temporary or final; a message that was
   * rejected on validation has none.
   */
  private async afterRefusal(message_id: string, text: string): Promise<NetworkAnswer> {
    const status = await this.statusOf(message_id);
    if (status) return status;
    const details = z.string().safeParse(json(text)).data;
    const reason = `The access point refused the document${details ? `: ${shortened(details)}` : '.'}`;
    return { kind: 'permanent_failure', code: 'invalid_document', reason };
  }

  private misconfigured(status: number): NetworkAnswer {
    this.log.error('The access point does not take what it is sent', new Error(`Status ${status}`), {
      status,
    });
    const reason = `The access point does not take documents from here (status ${status}): an operator must look at it.`;
    return { kind: 'permanent_failure', code: 'configuration', reason };
  }

  private credentials(): Record<string, string> {
    return { 'X-Token': this.settings.token, Accept: 'application/json' };
  }

  private url(path: string): URL {
    return new URL(this.settings.url.replace(/(?<!\/)\/+$/, '') + path);
  }
}

function responseOf({ status, mlsStatus, errorDetails }: Transaction): NetworkAnswer {
  const because = errorDetails ? `: ${shortened(errorDetails)}` : '.';
  switch (status) {
    case 'pending':
    case 'sending':
    case 'failed': // phoss-ap retries by itself
      return { kind: 'accepted' };
    case 'permanently_failed':
      return {
        kind: 'permanent_failure',
        code: 'not_delivered',
        reason: `The access point could not send the document${because}`,
      };
    case 'rejected':
      return {
        kind: 'permanent_failure',
        code: 'invalid_document',
        reason: `The access point refused the document${because}`,
      };
    case 'sent':
      return afterSent(mlsStatus ?? 'pending');
  }
}

/** The outcome at the receiver's access point (Peppol Message Level Status). */
function afterSent(mls: NonNullable<Transaction['mlsStatus']>): NetworkAnswer {
  switch (mls) {
    case 'pending':
      return { kind: 'sent' };
    case 'received_ap':
    case 'received_ab':
    case 'not_applicable':
      return { kind: 'delivered' };
    case 'received_re':
      return {
        kind: 'permanent_failure',
        code: 'not_delivered',
        reason: "The receiver's access point refused the document.",
        by_receiver: true,
      };
  }
}

function unanswered({ kind, reason }: Exclude<ExchangeOutcome, { kind: 'answered' }>): NetworkAnswer {
  if (kind === 'unanswered') return unclear(reason);
  return { kind: 'transient_failure', reason: `The access point cannot be reached: ${reason}.` };
}

function unclear(reason: string): NetworkAnswer {
  return { kind: 'unknown', reason: `Whether the access point has the document is not known: ${reason}.` };
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // rejected by every schema
  }
}

/** Text of another system, shortened and without control characters. */
function shortened(text: string): string {
  return text
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .slice(0, 500)
    .toWellFormed();
}
