import { DOCUMENT_TYPE_NAMES } from '../../../domain/documents/document-type';
import { networkIdentifiers, RESPONSE_IDENTIFIERS } from '../../../domain/e-invoicing/identifiers';
import type { NetworkAnswer } from '../../../domain/e-invoicing/settlement';
import { DomainError } from '../../../domain/errors';
import type { Clock } from '../../../ports/clock';
import type {
  Deliver,
  EInvoiceNetwork,
  Lookup,
  NetworkMessage,
  ParticipantDirectory,
} from '../../../ports/e-invoicing/e-invoice-network';
import type { SandboxMemory } from '../../../ports/e-invoicing/sandbox-memory';

/** The behaviour of a test participant for every message. */
interface Script {
  /** Number of failed attempts before a message is accepted. */
  readonly transient_faults?: number;
  readonly refuses?: boolean;
  /** Whether the receiver rejects delivered messages. */
  readonly rejects?: boolean;
}

/** Test participants that belong to no company: each simulates one outcome of a send. */
const SCRIPTS: Readonly<Record<string, Script>> = {
  '0088:5412345000013': {},
  '0088:5412345000020': { transient_faults: 2 },
  '0088:5412345000037': { refuses: true },
  '0088:5412345000044': { rejects: true },
};

const HINT = `This installation uses the sandbox network (EINVOICE_NETWORK), which has no real participants of Peppol: only its own companies and test participants, such as ${Object.keys(SCRIPTS)[0]!}, which the guide /docs/guides/peppol-sandbox lists.`;

/** Every receiver in the sandbox supports all document types that the service can send. */
const DOCUMENT_TYPES = DOCUMENT_TYPE_NAMES.flatMap((type) => networkIdentifiers(type)?.document_type ?? []);
/** Companies also receive responses; test participants send nothing that could be responded to. */
const COMPANY_TYPES = [...DOCUMENT_TYPES, RESPONSE_IDENTIFIERS.document_type];

/**
 * A network within the installation, for trying everything without an access point. Every company with an electronic
 * address is a participant and receives what is sent to it. The sandbox gives the same guarantees as a real network: it
 * remembers every message that it has accepted, and delivers a message id only once.
 */
export class SandboxNetwork implements EInvoiceNetwork, ParticipantDirectory {
  constructor(
    private readonly memory: SandboxMemory,
    private readonly clock: Clock,
    private readonly deliver: Deliver,
  ) {}

  async lookup(participant: string): Promise<Lookup> {
    if (participant in SCRIPTS) return { kind: 'registered', document_types: DOCUMENT_TYPES };
    const company_id = await this.memory.findCompany(participant);
    return company_id === undefined
      ? { kind: 'unknown_participant', hint: HINT }
      : { kind: 'registered', document_types: COMPANY_TYPES };
  }

  async send(message: NetworkMessage): Promise<NetworkAnswer> {
    const script = SCRIPTS[message.receiver];
    return script ? this.runScript(script, message) : this.deliverToCompany(message);
  }

  async statusOf(message_id: string): Promise<NetworkAnswer | null> {
    const message = await this.memory.find(message_id);
    if (!message || message.delivered_at === null) return null;
    return SCRIPTS[message.receiver]?.rejects
      ? { kind: 'rejected', reason: 'The test participant rejects every document that it gets.' }
      : { kind: 'delivered' };
  }

  private async runScript(
    { transient_faults = 0, refuses = false, rejects = false }: Script,
    { message_id, receiver }: NetworkMessage,
  ): Promise<NetworkAnswer> {
    if (refuses) {
      return {
        kind: 'permanent_failure',
        code: 'not_delivered',
        reason: 'The test participant can never be delivered to.',
      };
    }
    if (transient_faults > 0 && (await this.memory.addFault(message_id, receiver)) <= transient_faults) {
      return { kind: 'transient_failure', reason: 'The test participant cannot be reached at the moment.' };
    }
    const is_first = await this.memory.markDelivered(message_id, receiver, this.clock.now());
    return is_first ? { kind: 'delivered', awaits_answer: rejects } : { kind: 'duplicate' };
  }

  /**
   * Delivers to a company. The receiver recognises message ids too, so a crash between delivery and `markDelivered`
   * does not deliver twice.
   */
  private async deliverToCompany(message: NetworkMessage): Promise<NetworkAnswer> {
    const { message_id, receiver } = message;
    const { company_id, delivered_at } = await this.memory.findDelivery(message_id, receiver);
    if (delivered_at !== null) return { kind: 'duplicate' };
    if (company_id === undefined) {
      return {
        kind: 'permanent_failure',
        code: 'receiver_not_registered',
        reason: 'The receiver is not registered on the network any more.',
      };
    }
    try {
      await this.deliver(message);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      const reason = `The receiver did not take the document: ${error.message}`;
      return error.error_name === 'internal_error'
        ? { kind: 'transient_failure', reason }
        : { kind: 'permanent_failure', code: 'invalid_document', reason };
    }
    const is_first = await this.memory.markDelivered(message_id, receiver, this.clock.now());
    return { kind: is_first ? 'delivered' : 'duplicate' };
  }
}
