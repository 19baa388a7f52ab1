import { randomUUID } from 'node:crypto';
import type { Address } from '../../src/domain/values/address';
import type { BankAccount } from '../../src/domain/master-data/bank-account';
import type { Company } from '../../src/domain/master-data/company';
import {
  newDeliveryLocation,
  type DeliveryLocationInput,
} from '../../src/domain/master-data/delivery-location';
import type { Document } from '../../src/domain/documents/document';
import { DOCUMENT_TYPES, isTransported } from '../../src/domain/documents/document-type';
import { newDraft, type DocumentInput } from '../../src/domain/documents/draft';
import type { FoundReferences } from '../../src/domain/documents/references';
import { newJournal } from '../../src/domain/numbering/journal';
import { newRelation, type CompanyRelationInput } from '../../src/domain/master-data/relation';
import { aCompany } from './companies';

const NOW = new Date('2026-07-01T10:00:00.000Z');

export const BRUSSELS: Address = {
  country_code: 'BE',
  street: 'Wetstraat',
  street_number: '16',
  box: null,
  postal_code: '1000',
  city: 'Brussel',
  region: null,
};

export const A_LINE = { name: 'Consultancy', quantity: '1', unit_price: '100', vat_rate: '21' } as const;

/** What a document is made of; whatever is left out makes a document that the network takes. */
export type DocumentMembers = Partial<Omit<DocumentInput, 'relation_id' | 'delivery_location_id'>> & {
  readonly number?: string;
  readonly company?: Partial<Company>;
  readonly relation?: Partial<CompanyRelationInput>;
  readonly delivery_location?: Partial<DeliveryLocationInput>;
  readonly bank_account?: Pick<BankAccount, 'reference' | 'bic'> | null;
};

/** A document as creation makes it, between two Belgian companies. */
export function aDocument(members: DocumentMembers = {}): Document {
  const { number = '2026-00042', company, relation, delivery_location, bank_account, ...given } = members;
  const type = given.type ?? 'invoice';
  const buyer = newRelation(
    {
      type: 'company',
      name: 'Peeters NV',
      vat: 'BE0876543270',
      electronic_address: '0208:0876543270',
      address: { ...BRUSSELS, street: 'Dokstraat', street_number: '7' },
      iban: 'BE62510007547061',
      ...relation,
    },
    randomUUID(),
    NOW,
  );
  const location =
    delivery_location &&
    newDeliveryLocation(
      { name: 'Warehouse', address: { country_code: 'BE', city: 'Luik' }, ...delivery_location },
      randomUUID(),
      NOW,
    );
  const found: FoundReferences = {
    company: aCompany({
      vat: 'BE0123456749',
      electronic_address: '0208:0123456749',
      address: BRUSSELS,
      self_billing_enabled: true,
      ...company,
    }),
    relation: buyer,
    journal: newJournal(
      { code: 'J', name: 'Journal', category: DOCUMENT_TYPES[type].category },
      randomUUID(),
      { now: NOW, time_zone: 'Europe/Brussels' },
    ),
    bank_account:
      bank_account === undefined ? { reference: 'BE68539007547034', bic: 'KREDBEBB' } : bank_account,
    delivery_location: location ?? null,
    branding: null,
    preceding_document: null,
  };
  const input: DocumentInput = {
    lines: [A_LINE],
    ...given,
    type,
    relation_id: buyer.id,
    delivery_location_id: location?.id ?? null,
  };
  const draft = newDraft(input, found, randomUUID(), { now: NOW, days_ahead: 31 });
  return { ...draft, number, sequence_number: 42 };
}

/** The types that the network transports. */
export const TRANSPORTED_TYPES = (Object.keys(DOCUMENT_TYPES) as (keyof typeof DOCUMENT_TYPES)[]).filter(
  isTransported,
);
