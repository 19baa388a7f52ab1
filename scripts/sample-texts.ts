import type { BankAccount } from '../src/domain/master-data/bank-account';
import type { LineInput } from '../src/domain/amounts/lines';
import type { Company, Language } from '../src/domain/master-data/company';
import type { AddressInput } from '../src/domain/values/address';
import { addressOf } from '../src/domain/values/address';

/** What the samples of a language are made of. */
export interface Sample {
  readonly company: Partial<Company> & Pick<Company, 'name'>;
  readonly relation: {
    readonly name: string;
    readonly vat: string;
    readonly email: string;
    readonly address: AddressInput;
    readonly iban: string;
  };
  readonly bank_account: Pick<BankAccount, 'reference' | 'bic'>;
  readonly location: { readonly name: string; readonly address: AddressInput };
  readonly lines: readonly LineInput[];
  readonly allowance: string;
  readonly note: string;
  readonly reference: string;
  readonly footer: string;
  readonly color: string;
}

const BELGIAN_ACCOUNT = { reference: 'BE68539007547034', bic: 'KREDBEBB' };

/** All parties are invented; their numbers have valid check digits. */
export const SAMPLES: Readonly<Record<Language, Sample>> = {
  en: {
    company: {
      name: 'Harbour & Lane',
      vat: 'BE0123456749',
      email: 'accounts@harbour.example',
      phone: '+32 3 555 01 23',
      address: addressOf({
        ...{ country_code: 'BE', street: 'Kattendijkdok', street_number: '12', box: '3' },
        ...{ postal_code: '2000', city: 'Antwerp' },
      }),
    },
    relation: {
      name: 'North Quay Foods BV',
      vat: 'BE0876543270',
      email: 'invoices@northquay.example',
      iban: 'BE62510007547061',
      address: {
        ...{ country_code: 'BE', street: 'Havenlaan', street_number: '86' },
        ...{ postal_code: '1000', city: 'Brussels' },
      },
    },
    bank_account: BELGIAN_ACCOUNT,
    location: {
      name: 'Warehouse 4',
      address: {
        country_code: 'BE',
        street: 'Dok Noord',
        street_number: '7',
        postal_code: '9000',
        city: 'Ghent',
      },
    },
    lines: [
      {
        name: 'Survey of the cold store',
        description: 'Two engineers, report included',
        quantity: '16',
        unit: 'HUR',
        unit_price: '95',
        vat_rate: '21',
      },
      {
        name: 'Temperature sensor',
        quantity: '12',
        unit_price: '48.5',
        vat_rate: '21',
        discount_percent: '10',
      },
      { name: 'Handbook, printed', quantity: '3', unit_price: '32', vat_rate: '6', item_reference: 'HB-9' },
    ],
    allowance: 'Framework agreement',
    note: 'Thank you for your order.',
    reference: '+++090/9337/55493+++',
    footer: 'Harbour & Lane · Register of legal entities, Antwerp · harbour.example',
    color: '#0b5c6b',
  },
  nl: {
    company: {
      name: 'Janssens & Zonen',
      vat: 'BE0123456749',
      email: 'boekhouding@janssens.example',
      phone: '+32 50 55 01 23',
      address: addressOf({
        ...{ country_code: 'BE', street: 'Steenstraat', street_number: '24', box: '2' },
        ...{ postal_code: '8000', city: 'Brugge' },
      }),
    },
    relation: {
      name: 'Bakkerij De Gouden Aar BV',
      vat: 'BE0876543270',
      email: 'facturen@goudenaar.example',
      iban: 'BE62510007547061',
      address: {
        ...{ country_code: 'BE', street: 'Veldstraat', street_number: '61' },
        ...{ postal_code: '9000', city: 'Gent' },
      },
    },
    bank_account: BELGIAN_ACCOUNT,
    location: {
      name: 'Filiaal Kortrijk',
      address: {
        ...{ country_code: 'BE', street: 'Doorniksestraat', street_number: '3' },
        ...{ postal_code: '8500', city: 'Kortrijk' },
      },
    },
    lines: [
      {
        name: 'Onderhoud van de ovens',
        description: 'Twee techniekers, verplaatsing inbegrepen',
        quantity: '16',
        unit: 'HUR',
        unit_price: '68',
        vat_rate: '21',
      },
      {
        name: 'Bakplaat 60 × 40',
        quantity: '12',
        unit_price: '23.5',
        vat_rate: '21',
        discount_percent: '10',
      },
      {
        name: 'Tarwebloem',
        quantity: '250',
        unit: 'KGM',
        unit_price: '0.84',
        vat_rate: '6',
        item_reference: 'TB-25',
      },
    ],
    allowance: 'Trouwe klant',
    note: 'Bedankt voor uw bestelling.',
    reference: '+++090/9337/55493+++',
    footer: 'Janssens & Zonen · RPR Gent, afdeling Brugge · janssens.example',
    color: '#1f4e79',
  },
  fr: {
    company: {
      name: 'Atelier Dubois',
      vat: 'BE0123456749',
      email: 'comptabilite@dubois.example',
      phone: '+32 4 555 01 23',
      address: addressOf({
        ...{ country_code: 'BE', street: 'Rue Léopold', street_number: '37', box: '4' },
        ...{ postal_code: '4000', city: 'Liège' },
      }),
    },
    relation: {
      name: 'Librairie du Parc SRL',
      vat: 'BE0876543270',
      email: 'factures@librairie.example',
      iban: 'BE62510007547061',
      address: {
        ...{ country_code: 'BE', street: 'Rue de Fer', street_number: '12' },
        ...{ postal_code: '5000', city: 'Namur' },
      },
    },
    bank_account: BELGIAN_ACCOUNT,
    location: {
      name: 'Dépôt de Wavre',
      address: {
        ...{ country_code: 'BE', street: 'Chaussée de Louvain', street_number: '210' },
        ...{ postal_code: '1300', city: 'Wavre' },
      },
    },
    lines: [
      {
        name: 'Montage de rayonnages',
        description: 'Deux menuisiers, déplacement compris',
        quantity: '16',
        unit: 'HUR',
        unit_price: '62',
        vat_rate: '21',
      },
      { name: 'Étagère en chêne', quantity: '12', unit_price: '145', vat_rate: '21', discount_percent: '10' },
      {
        name: 'Catalogue imprimé',
        quantity: '40',
        unit_price: '4.2',
        vat_rate: '6',
        item_reference: 'CAT-26',
      },
    ],
    allowance: 'Fidélité',
    note: 'Merci de votre commande.',
    reference: '+++090/9337/55493+++',
    footer: 'Atelier Dubois · RPM Liège · dubois.example',
    color: '#7a2e3a',
  },
  de: {
    company: {
      name: 'Müller Werkzeugbau',
      vat: 'DE136695976',
      email: 'buchhaltung@mueller.example',
      phone: '+49 221 555 0123',
      address: addressOf({
        ...{ country_code: 'DE', street: 'Hohenzollernring', street_number: '55' },
        ...{ postal_code: '50672', city: 'Köln' },
      }),
    },
    relation: {
      name: 'Feinkost Sommer GmbH',
      vat: 'DE123456788',
      email: 'rechnung@sommer.example',
      iban: 'DE02120300000000202051',
      address: {
        ...{ country_code: 'DE', street: 'Marktplatz', street_number: '1' },
        ...{ postal_code: '20095', city: 'Hamburg' },
      },
    },
    bank_account: { reference: 'DE89370400440532013000', bic: 'COBADEFF' },
    location: {
      name: 'Lager Altona',
      address: {
        ...{ country_code: 'DE', street: 'Große Bergstraße', street_number: '140' },
        ...{ postal_code: '22767', city: 'Hamburg' },
      },
    },
    lines: [
      {
        name: 'Wartung der Abfüllanlage',
        description: 'Zwei Techniker, Anfahrt inbegriffen',
        quantity: '16',
        unit: 'HUR',
        unit_price: '82',
        vat_rate: '19',
      },
      { name: 'Dichtungssatz', quantity: '12', unit_price: '36.5', vat_rate: '19', discount_percent: '10' },
      { name: 'Handbuch, gedruckt', quantity: '3', unit_price: '28', vat_rate: '7', item_reference: 'HB-9' },
    ],
    allowance: 'Rahmenvertrag',
    note: 'Vielen Dank für Ihren Auftrag.',
    reference: 'RF18539007547034',
    footer: 'Müller Werkzeugbau · Amtsgericht Köln, HRB 12345 · mueller.example',
    color: '#2f5d3a',
  },
};
