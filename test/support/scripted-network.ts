import type { NetworkAnswer } from '../../src/domain/e-invoicing/settlement';
import type { EInvoiceNetwork, NetworkMessage } from '../../src/ports/e-invoicing/e-invoice-network';

/** A network that answers as it is told, and remembers what it was handed. */
export class ScriptedNetwork implements EInvoiceNetwork {
  readonly sent: NetworkMessage[] = [];
  readonly asked: string[] = [];

  constructor(
    private readonly answers: {
      send?: (message: NetworkMessage, nth: number) => NetworkAnswer | Promise<NetworkAnswer>;
      statusOf?: (message_id: string, nth: number) => NetworkAnswer | null | Promise<NetworkAnswer | null>;
    } = {},
  ) {}

  async send(message: NetworkMessage): Promise<NetworkAnswer> {
    this.sent.push(message);
    return this.answers.send?.(message, this.sent.length) ?? { kind: 'delivered' };
  }

  async statusOf(message_id: string): Promise<NetworkAnswer | null> {
    this.asked.push(message_id);
    return this.answers.statusOf?.(message_id, this.asked.length) ?? null;
  }
}
