import type {
  RefusedMessage,
  RefusedMessageFilters,
  RefusedMessageRepository,
} from '../../../src/ports/e-invoicing/refused-message-repository';
import type { PageRequest } from '../../../src/ports/page';
import { hasMembers, pageOf, type Sort } from './page';
import type { Session } from './tables';

export interface StoredRefusal extends RefusedMessage {
  readonly content: Uint8Array;
}

const RECEIVED: Sort<RefusedMessage> = { kind: 'instant', valueOf: ({ received_at }) => received_at };
const SORTS = { created_at: RECEIVED, updated_at: RECEIVED };

export class MemoryRefusedMessageRepository implements RefusedMessageRepository {
  constructor(private readonly session: Session) {}

  async insert(message: RefusedMessage, content: Uint8Array) {
    this.session.tables.refused_messages.set({ ...message, content }, message.id);
  }

  async list({ since, before, receiver, kind }: RefusedMessageFilters, page: PageRequest) {
    const stored = this.session.tables.refused_messages.list();
    const found = stored
      .filter(({ received_at }) => received_at >= since)
      .filter(({ received_at }) => before === undefined || received_at < before)
      .filter((one) => receiver === undefined || one.receiver?.toLowerCase() === receiver.toLowerCase())
      .filter(hasMembers<StoredRefusal>({ kind }))
      .map(messageOf);
    return pageOf(found, page, SORTS, ({ id }) => id);
  }

  async find(id: string) {
    const stored = this.session.tables.refused_messages.get(id);
    return stored && messageOf(stored);
  }

  async readContent(id: string, start: number, length: number) {
    return this.session.tables.refused_messages.get(id)?.content.subarray(start, start + length);
  }

  async deleteBefore(before: Date, limit: number) {
    const stored = this.session.tables.refused_messages.list();
    const old = stored.filter(({ received_at }) => received_at < before).slice(0, limit);
    for (const { id } of old) this.session.tables.refused_messages.delete(id);
    return old.length;
  }
}

function messageOf({ content: _content, ...message }: StoredRefusal): RefusedMessage {
  return message;
}
