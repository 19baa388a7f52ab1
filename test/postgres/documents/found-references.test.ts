import { findReferences } from '../../../src/adapters/postgres/documents/found-references';
import type { References } from '../../../src/ports/documents/document-repository';
import { BankAccounts } from '../../../src/use-cases/master-data/bank-accounts';
import { Brandings } from '../../../src/use-cases/master-data/brandings';
import { DeliveryLocations } from '../../../src/use-cases/master-data/delivery-locations';
import { Journals } from '../../../src/use-cases/numbering/journals';
import { aBusiness, type Business } from '../../support/business';
import { onPostgres } from '../../support/on-postgres';

const unitsOf = onPostgres();
let business: Business;
let usual: References;
beforeEach(async () => {
  business = await aBusiness(unitsOf());
  usual = {
    ...{ type: 'invoice', relation_id: business.relation.id, journal_id: undefined },
    ...{ delivery_location_id: undefined, branding_id: undefined, preceding_document_id: undefined },
  };
});

const find = (company_id: string, references: readonly References[]) =>
  findReferences(unitsOf().db, company_id, references);
const account = (reference: string) =>
  new BankAccounts(business.clock, business.ids).create(unitsOf().open(), business.company_id, { reference });
const journal = (code: string, bank_account_id: string | null) =>
  new Journals(business.clock, business.ids).create(unitsOf().open(), business.company_id, {
    ...{ code, name: code, category: 'sales', bank_account_id },
  });
const branding = (name: string) =>
  new Brandings(business.clock, business.ids).create(unitsOf().open(), business.company_id, {
    ...{ name, primary_color: null, address_position: 'left' },
  });

describe('the references of several new documents', () => {
  test('are the same whether they are found together or one by one', async () => {
    const { clock, ids, company_id, relation } = business;
    await account('BE68539007547034');
    const own_account = await account('BE62510007547061');
    const [plain, banked] = [await journal('PLAIN', null), await journal('BANKED', own_account.id)];
    await branding('First');
    const second = await branding('Second');
    const other = await business.newRelation();
    const { id: delivery_location_id } = await new DeliveryLocations(clock, ids).create(
      ...([unitsOf().open(), company_id, relation.id] as const),
      { name: 'Warehouse', address: { country_code: 'BE', city: 'Luik' } },
    );
    const { id: preceding_document_id } = await business.issued();
    const stranger = await aBusiness(unitsOf());
    const asked: References[] = [
      usual,
      { ...usual, journal_id: banked.id },
      { ...usual, relation_id: other.id, journal_id: plain.id },
      { ...usual, type: 'quote', branding_id: second.id },
      { ...usual, type: 'quote', journal_id: banked.id.toUpperCase(), relation_id: other.id.toUpperCase() },
      { ...usual, delivery_location_id },
      { ...usual, delivery_location_id, relation_id: other.id },
      { ...usual, type: 'credit_note', preceding_document_id },
      { ...usual, relation_id: stranger.relation.id, journal_id: await stranger.journal('sales') },
      { ...usual, branding_id: ids.next(), preceding_document_id: ids.next() },
      usual,
    ];
    const alone = [];
    for (const one of asked) alone.push(...(await find(company_id, [one])));
    const together = await find(company_id, asked);

    expect(together).toEqual(alone);
    expect(together.map((found) => found.relation?.id)).toEqual([
      ...[relation.id, relation.id, other.id, relation.id, other.id, relation.id, other.id, relation.id],
      ...[undefined, relation.id, relation.id],
    ]);
    expect(together.map((found) => found.journal?.code)).toEqual([
      ...['INV', 'BANKED', 'PLAIN', 'QUO', 'BANKED', 'INV', 'INV', 'CRN', undefined, 'INV', 'INV'],
    ]);
    const banked_positions = [1, 4];
    for (const [position, found] of together.entries()) {
      const reference = banked_positions.includes(position) ? 'BE62510007547061' : 'BE68539007547034';
      expect(found.bank_account).toMatchObject({ reference });
    }
    expect(together.map((found) => found.branding?.name)).toEqual([
      ...[
        'First',
        'First',
        'First',
        'Second',
        'First',
        'First',
        'First',
        'First',
        'First',
        undefined,
        'First',
      ],
    ]);
    expect(together.flatMap((found, position) => (found.delivery_location ? position : []))).toEqual([5]);
    expect(together.flatMap((found, position) => (found.preceding_document ? position : []))).toEqual([7]);
  });

  test('contain no resource of another company', async () => {
    const stranger = await aBusiness(unitsOf());
    const own = { ...usual, journal_id: await business.journal('sales') };
    const [found] = await find(stranger.company_id, [own]);
    expect(found).toMatchObject({ company: { id: stranger.company_id }, relation: null, journal: null });
  });
});
