import { paymentsLinked } from '../../domain/documents/transitions';
import { DomainError } from '../../domain/errors';
import { inCurrency, type Link, type LinkInput, newLink } from '../../domain/documents/link';
import type { Clock } from '../../ports/clock';
import type { Ids } from '../../ports/ids';
import type { LinkFilters } from '../../ports/documents/link-repository';
import type { Page, PageRequest } from '../../ports/page';
import type { Repositories, UnitOfWork } from '../../ports/unit-of-work';

/** Links from other systems to documents and relations, which prevent deletion and may state payments. */
export class Links {
  constructor(
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  /** @throws DomainError not_found when there is no such company */
  list(unit: UnitOfWork, company_id: string, filters: LinkFilters, page: PageRequest): Promise<Page<Link>> {
    return unit.read(async ({ companies, links }) => {
      if (!(await companies.find(company_id))) throw new DomainError('not_found', 'No such company.');
      return links.list(company_id, filters, page);
    });
  }

  /** @throws DomainError not_found when there is no such company; validation_error */
  create(unit: UnitOfWork, company_id: string, input: LinkInput): Promise<Link> {
    const id = this.ids.next();
    return unit.transaction(async (repositories) => {
      const { companies, documents, links } = repositories;
      if (!(await companies.find(company_id))) throw new DomainError('not_found', 'No such company.');
      let link = newLink(input, id, this.clock.now());
      const document = link.target === 'document' && (await documents.lock(company_id, link.target_id));
      if (document) link = inCurrency(link, document.currency);
      await links.insert(company_id, link);
      await this.updatePaymentStatus(repositories, company_id, link);
      return link;
    });
  }

  /** @throws DomainError not_found */
  delete(unit: UnitOfWork, company_id: string, id: string): Promise<void> {
    return unit.transaction(async (repositories) => {
      const link = await repositories.links.find(company_id, id);
      if (!link) throw new DomainError('not_found', 'No such link.');
      if (link.target === 'document') await repositories.documents.lock(company_id, link.target_id);
      await repositories.links.delete(company_id, id);
      await this.updatePaymentStatus(repositories, company_id, link);
    });
  }

  /** Updates the payment status of a locked document after one of its links was created or deleted. */
  private async updatePaymentStatus(
    { documents, links }: Repositories,
    company_id: string,
    link: Link,
  ): Promise<void> {
    if (link.target !== 'document' || link.amount === null) return;
    const document = await documents.find(company_id, link.target_id);
    if (!document) return;
    const linked_amount = await links.findPaidAmount(company_id, document.id);
    const paid = paymentsLinked(document, linked_amount, this.clock.now());
    await documents.save(company_id, document, paid);
  }
}
