import type { Link } from '../../../src/domain/documents/link';
import { DomainError } from '../../../src/domain/errors';
import { decimal, ZERO } from '../../../src/domain/values/money';
import type { LinkFilters, LinkRepository } from '../../../src/ports/documents/link-repository';
import type { PageRequest } from '../../../src/ports/page';
import { hasMembers, isUpdatedSince, pageOf, TIMES } from './page';
import type { Session, Tables } from './tables';

export class MemoryLinkRepository implements LinkRepository {
  constructor(private readonly session: Session) {}

  async find(company_id: string, id: string) {
    return this.session.tables.links.get(company_id, id);
  }

  async list(company_id: string, { updated_since, ...filters }: LinkFilters, page: PageRequest) {
    const links = this.session.tables.links.list(company_id);
    const found = links.filter(isUpdatedSince(updated_since)).filter(hasMembers<Link>(filters));
    return pageOf(found, page, TIMES, ({ id }) => id);
  }

  async insert(company_id: string, link: Link) {
    const { documents, links, relations } = this.session.tables;
    const targets = link.target === 'document' ? documents : relations;
    if (!targets.get(company_id, link.target_id)) {
      throw new DomainError('validation_error', `target_id: no such ${link.target}`);
    }
    links.set(link, company_id, link.id);
  }

  async delete(company_id: string, id: string) {
    return this.session.tables.links.delete(company_id, id);
  }
}

/** Of a document. */
export function linksOf({ links }: Tables, company_id: string, document_id: string): Link[] {
  const members = { target: 'document', target_id: document_id } as const;
  return links.list(company_id).filter(hasMembers<Link>(members));
}

/** Of the amounts, with as many decimals as the longest; null when there is none. */
export function sumOf(paid: readonly Pick<Link, 'amount'>[]): string | null {
  const amounts = paid.flatMap(({ amount }) => amount ?? []);
  if (amounts.length === 0) return null;
  const decimals = Math.max(...amounts.map((amount) => amount.split('.')[1]?.length ?? 0));
  return amounts.reduce((sum, amount) => sum.plus(decimal(amount)), ZERO).toFixed(decimals);
}
