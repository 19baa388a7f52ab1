import type { PartyKeys } from '../../../src/domain/e-invoicing/addressing';
import type { SentDocument } from '../../../src/domain/e-invoicing/received-together';
import type { Relation } from '../../../src/domain/master-data/relation';
import { identitiesOf, type IdentityKind } from '../../../src/domain/master-data/relation-identity';
import type {
  InboundMessage,
  ReceptionRepository,
  StoredReception,
} from '../../../src/ports/e-invoicing/reception-repository';
import type { Session } from './tables';

export class MemoryReceptionRepository implements ReceptionRepository {
  constructor(private readonly session: Session) {}

  async findCompany(electronic_address: string) {
    const key = electronic_address.toLowerCase();
    const companies = this.session.tables.companies.list();
    return companies.find((company) => company.electronic_address?.toLowerCase() === key);
  }

  async findReceiver(electronic_address: string, message_id: string) {
    const company = await this.findCompany(electronic_address);
    const message = company && this.session.tables.inbound_messages.get(company.id, message_id);
    return company && { company, document_id: message?.document_id };
  }

  /** The transactions run one after the other. */
  async lockSenders() {}

  async findRelations(company_id: string, senders: readonly PartyKeys[]) {
    return senders.map((sender) => this.findRelation(company_id, sender));
  }

  private findRelation(company_id: string, { electronic_address, vat, identifiers }: PartyKeys) {
    const relations = this.session.tables.relations.list(company_id).sort(byCreation);
    const by = (kind: IdentityKind, keys: readonly (string | null)[]) =>
      relations.find((relation) =>
        identitiesOf(relation).some((identity) => identity.kind === kind && keys.includes(identity.value)),
      );
    const found =
      by('electronic_address', [electronic_address]) ?? by('vat', [vat]) ?? by('identifier', identifiers);
    return found && { id: found.id, language: found.language };
  }

  async findSame(company_id: string, sent: readonly SentDocument[]) {
    return sent.map((document) => this.findSameAs(company_id, document));
  }

  private findSameAs(company_id: string, { sender, type, number, issue_date }: SentDocument) {
    const { documents, receptions } = this.session.tables;
    const same = documents
      .list(company_id)
      .filter((one) => one.type === type && one.number === number && one.issue_date === issue_date)
      .filter(({ id }) => {
        const reception = receptions.get(company_id, id);
        return reception !== undefined && isSameParty(reception.sender, sender);
      });
    return same.sort(byCreation)[0]?.id;
  }

  async insertAll(company_id: string, added: readonly StoredReception[]) {
    const { documents, receptions } = this.session.tables;
    for (const { document_id, ...reception } of added) {
      if (!documents.get(company_id, document_id)) throw new Error('A reception without its document.');
      receptions.set(reception, company_id, document_id);
    }
  }

  async findOriginal(company_id: string, document_id: string) {
    const { documents, receptions } = this.session.tables;
    const reception = receptions.get(company_id, document_id);
    if (!reception) return undefined;
    const { sender: _sender, type_code: _type_code, ...original } = reception;
    return { ...original, number: documents.get(company_id, document_id)!.number };
  }

  async findTypeCode(company_id: string, document_id: string) {
    return this.session.tables.receptions.get(company_id, document_id)?.type_code ?? null;
  }

  async insertMessages(company_id: string, messages: readonly InboundMessage[], received_at: Date) {
    const { inbound_messages } = this.session.tables;
    return messages.map((message) => {
      const before = inbound_messages.get(company_id, message.message_id)?.document_id;
      if (before === undefined)
        inbound_messages.set({ ...message, received_at }, company_id, message.message_id);
      return before;
    });
  }

  async listStatusMessages(company_id: string, document_id: string) {
    return this.session.tables.inbound_messages
      .list(company_id)
      .filter((message) => message.document_id === document_id)
      .flatMap(({ message_id, received_at, content }) =>
        content === null ? [] : [{ message_id, received_at, size: content.byteLength }],
      )
      .sort(
        (a, b) => Number(a.received_at) - Number(b.received_at) || (a.message_id < b.message_id ? -1 : 1),
      );
  }

  async readStatusMessage(company_id: string, message_id: string, start: number, length: number) {
    const { content } = this.session.tables.inbound_messages.get(company_id, message_id)!;
    return content!.subarray(start, start + length);
  }
}

/** By any of its keys. */
function isSameParty(one: PartyKeys, other: PartyKeys): boolean {
  const isSame = (a: string | null, b: string | null) => a !== null && a === b;
  return (
    isSame(one.electronic_address, other.electronic_address) ||
    isSame(one.vat, other.vat) ||
    one.identifiers.some((identifier) => other.identifiers.includes(identifier))
  );
}

function byCreation(a: Pick<Relation, 'id' | 'created_at'>, b: Pick<Relation, 'id' | 'created_at'>): number {
  return a.created_at.getTime() - b.created_at.getTime() || (a.id < b.id ? -1 : 1);
}
