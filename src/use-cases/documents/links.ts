import { DomainError, existing } from '../../domain/errors';
import { inCurrencyOf, type Link, LINK_VERSION, type LinkInput, newLink } from '../../domain/documents/link';
import { assertVersion, type IfMatch } from '../../domain/version';
import type { Clock } from '../../ports/clock';
import type { Ids } from '../../ports/ids';
import type { LinkFilters } from '../../ports/documents/link-repository';
import type { Page, PageRequest } from '../../ports/page';
import type { UnitOfWork } from '../../ports/unit-of-work';
import { settle } from './settling';

/** Links from other systems to documents and relations, which prevent deletion and may state payments. */
export class Links {
  constructor(
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  /** @throws DomainError not_found when there is no such company */
  list(unit: UnitOfWork, company_id: string, filters: LinkFilters, page: PageRequest): Promise<Page<Link>> {
    return unit.read(async ({ companies, links }) => {
      existing(await companies.find(company_id), 'company');
      return links.list(company_id, filters, page);
    });
  }

  /** @throws DomainError validation_error; not_found when there is no such company */
  async create(unit: UnitOfWork, company_id: string, input: LinkInput): Promise<Link> {
    const given = newLink(input, this.ids.next(), this.clock.now());
    return unit.transaction(async (repositories) => {
      const { companies, documents, links, payments } = repositories;
      existing(await companies.find(company_id), 'company');
      const document = given.target === 'document' && (await documents.lock(company_id, given.target_id));
      const link = document ? inCurrencyOf(document, given) : given;
      await links.insert(company_id, link);
      if (document && link.amount !== null) {
        const sums = await payments.findSums(company_id, document.id);
        await settle(documents, company_id, document, sums, this.clock.now());
      }
      return link;
    });
  }

  /** @throws DomainError not_found, precondition_failed */
  delete(unit: UnitOfWork, company_id: string, id: string, if_match?: IfMatch): Promise<void> {
    return unit.transaction(async (repositories) => {
      const { documents, links, payments } = repositories;
      const link = await links.find(company_id, id);
      const document = link?.target === 'document' && (await documents.lock(company_id, link.target_id));
      // Another request may have deleted it before the document was locked.
      if (!link || !(await links.delete(company_id, id))) throw new DomainError('not_found', 'No such link.');
      assertVersion(if_match, LINK_VERSION);
      if (document && link.amount !== null) {
        const sums = await payments.findSums(company_id, document.id);
        await settle(documents, company_id, document, sums, this.clock.now());
      }
    });
  }
}
