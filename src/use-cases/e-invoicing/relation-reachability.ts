import { DOCUMENT_TYPE_NAMES } from '../../domain/documents/document-type';
import { relationParty } from '../../domain/documents/snapshots';
import { networkIdentifiers, RESPONSE_IDENTIFIERS } from '../../domain/e-invoicing/identifiers';
import { DomainError, existing } from '../../domain/errors';
import type { Clock } from '../../ports/clock';
import type { ParticipantDirectory } from '../../ports/e-invoicing/e-invoice-network';
import type { UnitOfWork } from '../../ports/unit-of-work';

/** The registration of a relation on the network. */
export interface Reachability {
  readonly registered: boolean;
  /** Types of the interface: `invoice`, `credit_note` … */
  readonly document_types: readonly string[];
  /** Whether it receives responses about its documents. */
  readonly responses: boolean;
  readonly checked_at: Date;
}

/** Looks relations up in the directory of the network. */
export class RelationReachability {
  constructor(
    private readonly clock: Clock,
    private readonly directory: ParticipantDirectory,
  ) {}

  /** @throws DomainError not_found when there is no such relation; internal_error when the directory does not answer */
  async of(unit: UnitOfWork, company_id: string, relation_id: string): Promise<Reachability> {
    const relation = await unit.read(({ relations }) => relations.find(company_id, relation_id));
    const { electronic_address } = relationParty(existing(relation, 'relation'));
    const found =
      electronic_address === null
        ? ({ kind: 'unknown_participant' } as const)
        : await this.directory.lookup(electronic_address);
    if (found.kind === 'unavailable') {
      throw new DomainError('internal_error', `The network's directory does not answer: ${found.reason}`, {
        retry_after_s: 5,
      });
    }
    const checked_at = this.clock.now();
    if (found.kind === 'unknown_participant') {
      return { registered: false, document_types: [], responses: false, checked_at };
    }
    const document_types = DOCUMENT_TYPE_NAMES.filter((type) => {
      const identifiers = networkIdentifiers(type);
      return identifiers !== null && found.document_types.includes(identifiers.document_type);
    });
    const responses = found.document_types.includes(RESPONSE_IDENTIFIERS.document_type);
    return { registered: true, document_types, responses, checked_at };
  }
}
