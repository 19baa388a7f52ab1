import { afterOperator, networkSettled } from '../../domain/e-invoicing/settlement';
import { isBeingHandedOver, type Transmission } from '../../domain/e-invoicing/transmission';
import { DomainError, existing } from '../../domain/errors';
import type { Clock } from '../../ports/clock';
import type {
  CompanyTransmission,
  ManagedTransmission,
  TransmissionFilters,
} from '../../ports/e-invoicing/transmission-repository';
import type { Page, PageRequest } from '../../ports/page';
import type { UnitOfWork } from '../../ports/unit-of-work';
import { assertDocument } from '../documents/document-existence';

/** Lists transmissions, and closes those whose outcome only an operator can find out. */
export class Transmissions {
  constructor(private readonly clock: Clock) {}

  /**
   * The transmissions of a document.
   *
   * @throws DomainError not_found when there is no such document
   */
  list(
    unit: UnitOfWork,
    company_id: string,
    document_id: string,
    filters: { readonly updated_since?: Date | undefined },
    page: PageRequest,
  ): Promise<Page<Transmission>> {
    return unit.read(async ({ documents, transmissions }) => {
      const found = await transmissions.list(company_id, document_id, filters, page);
      // A document with transmissions exists; only an empty list needs the check.
      if (found.data.length === 0) await assertDocument(documents, company_id, document_id);
      return found;
    });
  }

  /**
   * The transmissions of all documents of a company, by `created_at`.
   *
   * @throws DomainError not_found when there is no such company
   */
  listOfCompany(unit: UnitOfWork, company_id: string, page: PageRequest): Promise<Page<CompanyTransmission>> {
    return unit.read(async ({ companies, transmissions }) => {
      existing(await companies.find(company_id), 'company');
      return transmissions.listOfCompany(company_id, page);
    });
  }

  /** The transmissions of all companies. */
  listOfAll(
    unit: UnitOfWork,
    filters: TransmissionFilters,
    page: PageRequest,
  ): Promise<Page<ManagedTransmission>> {
    return unit.read(({ transmissions }) => transmissions.listOfAll(filters, page));
  }

  /**
   * Closes a pending transmission with the outcome that an operator states. Repeating the same outcome changes nothing.
   *
   * @throws DomainError not_found; already_sent when the transmission has another outcome, or as `failed` while it may
   *   be on its way
   */
  async close(unit: UnitOfWork, message_id: string, outcome: 'sent' | 'failed'): Promise<Transmission> {
    const company_id = existing(
      await unit.read(({ transmissions }) => transmissions.findCompany(message_id)),
      'transmission',
    );
    return unit.transaction(async ({ transmissions }) => {
      const transmission = existing(await transmissions.lock(company_id, message_id), 'transmission');
      if (transmission.state === outcome) return transmission;
      const now = this.clock.now();
      if (outcome === 'failed' && isBeingHandedOver(transmission, now)) {
        throw new DomainError(
          'already_sent',
          'The message is being handed over. Close it when that has ended.',
        );
      }
      const settlement = afterOperator(transmission, outcome, now);
      if (!settlement) throw new DomainError('already_sent', 'The outcome of this transmission is known.');
      const settled = networkSettled(transmission, settlement, now);
      await transmissions.saveAll(company_id, [{ before: transmission, after: settled }]);
      return settled;
    });
  }
}
