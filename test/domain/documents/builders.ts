import type { AllowanceChargeInput } from '../../../src/domain/amounts/allowance-charges';
import type { DocumentInput } from '../../../src/domain/documents/draft';
import type { LineInput } from '../../../src/domain/amounts/lines';
import type { FoundReferences } from '../../../src/domain/documents/references';
import { type AmountsInput, documentAmounts } from '../../../src/domain/amounts/totals';
import {
  newDeliveryLocation,
  type DeliveryLocation,
} from '../../../src/domain/master-data/delivery-location';
import { newJournal } from '../../../src/domain/numbering/journal';
import {
  newRelation,
  type CompanyRelation,
  type CompanyRelationInput,
} from '../../../src/domain/master-data/relation';
import { aCompany } from '../../support/companies';
import { BRUSSELS } from '../../support/documents';

export const NOW = new Date('2026-07-01T10:00:00.000Z');

export function aLine(changes: Partial<LineInput> = {}): LineInput {
  return { name: 'Work', quantity: '1', unit_price: '100', vat_rate: '21', ...changes };
}

export function anAllowance(changes: Partial<AllowanceChargeInput> = {}): AllowanceChargeInput {
  return { kind: 'allowance', reason: 'Loyalty', ...changes };
}

export function amountsInput(changes: Partial<AmountsInput> = {}): AmountsInput {
  return { currency: 'EUR', company_currency: 'EUR', lines: [aLine()], ...changes };
}

/** The amounts of an invoice that a credit note names, and that has no credit note yet. */
export const UNCREDITED = {
  status: 'sent',
  totals: documentAmounts(amountsInput()).totals,
  settlement: null,
  credited: null,
} as const;

/** A Belgian company with all fields; the given ones are replaced. */
export function aCompanyRelation(changes: Partial<CompanyRelationInput> = {}): CompanyRelation {
  const input: CompanyRelationInput = {
    type: 'company',
    name: 'Peeters NV',
    vat: 'BE0876543270',
    identifier: '0876.543.270',
    electronic_address: '0208:0876543270',
    website: 'https://peeters.example',
    email: 'books@peeters.example',
    phone: '+32 2 555 01 02',
    address: { ...BRUSSELS, street: 'Dokstraat', street_number: '7' },
    iban: 'BE62510007547061',
    bic: 'GEBABEBB',
    ...changes,
  };
  return newRelation(input, 'relation-1', NOW) as CompanyRelation;
}

export function aDeliveryLocation(): DeliveryLocation {
  return newDeliveryLocation(
    {
      name: 'Warehouse',
      identifier: '0123456749',
      identifier_scheme: '0208',
      address: { country_code: 'BE', city: 'Luik' },
    },
    'location-1',
    NOW,
  );
}

/** The references of an invoice between two Belgian companies. */
export function foundReferences(changes: Partial<FoundReferences> = {}): FoundReferences {
  return {
    company: aCompany({
      vat: 'BE0123456749',
      electronic_address: '0208:0123456749',
      address: BRUSSELS,
    }),
    relation: aCompanyRelation(),
    journal: newJournal({ code: 'INV', name: 'Invoices', category: 'sales' }, 'journal-1', {
      now: NOW,
      time_zone: 'Europe/Brussels',
    }),
    bank_account: { reference: 'BE68539007547034', bic: 'KREDBEBB' },
    delivery_location: null,
    branding: null,
    preceding_document: null,
    ...changes,
  };
}

/** An invoice of one line, to the relation of `foundReferences`. */
export function documentInput(changes: Partial<DocumentInput> = {}): DocumentInput {
  return { type: 'invoice', relation_id: 'relation-1', lines: [aLine()], ...changes };
}
