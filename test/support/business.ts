import type { DocumentInput } from '../../src/domain/documents/draft';
import type { Company, CompanyInput } from '../../src/domain/master-data/company';
import type { CompanyRelationInput, Relation } from '../../src/domain/master-data/relation';
import type { JournalCategory } from '../../src/domain/numbering/journal';
import type { IssuedDocument, NumberingRequest } from '../../src/ports/documents/document-repository';
import type { Ids } from '../../src/ports/ids';
import type { UnitsOfWork } from '../../src/ports/unit-of-work';
import { DocumentCreation } from '../../src/use-cases/documents/document-creation';
import { Companies } from '../../src/use-cases/master-data/companies';
import { Relations } from '../../src/use-cases/master-data/relations';
import { A_LINE, BRUSSELS } from './documents';
import { OrderedIds } from './ordered-ids';
import { SettableClock } from './settable-clock';

export const DAYS_AHEAD = 31;

let companies = 0;
/** A Belgian enterprise number that was not given before. */
function anEnterpriseNumber(): string {
  const base = `0${String(10_000_000 + companies++).slice(1)}`;
  return base + String(97 - (Number(base) % 97)).padStart(2, '0');
}

interface BusinessInput {
  readonly company?: Partial<CompanyInput>;
  readonly relation?: Partial<CompanyRelationInput>;
  readonly clock?: SettableClock;
  readonly default_journals?: boolean;
}

/** A company that can send, with a default journal of each category and a customer that can receive. */
export interface Business {
  readonly clock: SettableClock;
  readonly ids: Ids;
  readonly company_id: string;
  readonly company: Company;
  readonly relation: Relation;
  /** @returns the id of the category's default journal */
  journal(category: JournalCategory): Promise<string>;
  /** What creates an invoice to the customer. */
  input(members?: Partial<DocumentInput>): DocumentInput;
  /** A draft of it, ready to be numbered. */
  request(members?: Partial<DocumentInput>): Promise<NumberingRequest>;
  /** The draft, numbered and stored. */
  issued(members?: Partial<DocumentInput>): Promise<IssuedDocument>;
  newRelation(members?: Partial<CompanyRelationInput>): Promise<Relation>;
}

export async function aBusiness(
  units: UnitsOfWork,
  {
    company: of_company,
    relation: of_relation,
    clock = new SettableClock(),
    default_journals = true,
  }: BusinessInput = {},
): Promise<Business> {
  const ids = new OrderedIds(clock);
  const number = anEnterpriseNumber();
  const company = await new Companies(clock, ids).create(
    units.open(),
    {
      name: 'Janssens BV',
      vat: `BE${number}`,
      electronic_address: `0208:${number}`,
      address: BRUSSELS,
      ...of_company,
    },
    { default_journals },
  );
  const newRelation = (members: Partial<CompanyRelationInput> = {}) =>
    new Relations(clock, ids).create(
      units.open(),
      company.id,
      { type: 'company', name: 'Peeters NV', address: { ...BRUSSELS, street: 'Dokstraat' }, ...members },
      true,
    );
  const relation = await newRelation({
    vat: 'BE0876543270',
    electronic_address: '0208:0876543270',
    ...of_relation,
  });
  const creation = new DocumentCreation(clock, ids, { issue_date_days_ahead: DAYS_AHEAD });
  const input = (members: Partial<DocumentInput> = {}): DocumentInput => ({
    ...{ type: 'invoice', relation_id: relation.id, lines: [A_LINE] },
    ...members,
  });
  const request = (members?: Partial<DocumentInput>) =>
    creation.prepare(units.open(), company.id, input(members));
  return {
    ...{ clock, ids, company_id: company.id, company, relation, newRelation, input, request },
    async journal(category) {
      const page = { sort: 'created_at', limit: 1 };
      const found = await units
        .open()
        .read(({ journals }) => journals.list(company.id, { category, default: true }, page));
      return found.data[0]!.id;
    },
    async issued(members) {
      const document = await units
        .open()
        .createDocument(company.id, await request(members), (issued) => issued);
      if (!document) throw new Error('The sequence has a document with a later date.');
      return document;
    },
  };
}
