import { COUNTRIES } from '../../code-lists/countries';
import { EAS_SCHEMES } from '../../code-lists/eas-schemes';
import { ICD_SCHEMES } from '../../code-lists/icd-schemes';
import type { StatedAddress } from '../../values/address';
import { CURRENCIES } from '../../values/currency';
import { ZERO, decimal } from '../../values/money';
import { fatal, partyNeeds, unless, warning, type Violation, type NetworkRule } from './network-rule';
import { NOTE_SUBJECTS } from './note-subjects';
import {
  isWithinTolerance,
  type PeppolDocument,
  type PeppolLine,
  type PeppolParty,
} from '../peppol-document';
import { UBL_DECIMALS, canBeEmbedded } from '../ubl-form';

/** The prefixes of VAT numbers (BR-CO-09): country codes, and EL (Greece), 1A (Kosovo) and XI (Northern Ireland). */
const VAT_PREFIXES: ReadonlySet<string> = new Set([...COUNTRIES, 'EL', '1A', 'XI']);
/** The countries of addresses (BR-CL-14): those of ISO 3166-1, and 1A (Kosovo) and XI (Northern Ireland). */
const ADDRESS_COUNTRIES: ReadonlySet<string> = new Set([...COUNTRIES, '1A', 'XI']);
/** The currencies that BR-CL-04 and BR-CL-05 accept. Their list is older than STN and XAD, which ISO 4217 has. */
const NETWORK_CURRENCIES: ReadonlySet<string> = new Set(
  CURRENCIES.filter((code) => code !== 'STN' && code !== 'XAD'),
);

/** Rules for all sellers, buyers and VAT categories. */
export const GENERAL_RULES: readonly NetworkRule[] = [
  fatal('BR-08', ({ seller }) => needsAddress(seller)),
  fatal('BR-10', ({ buyer }) => needsAddress(buyer)),
  fatal('PEPPOL-EN16931-R020', ({ seller }) => needsEndpoint(seller)),
  fatal('PEPPOL-EN16931-R010', ({ buyer }) => needsEndpoint(buyer)),
  fatal('PEPPOL-EN16931-CL008', ({ seller, buyer }) => [...needsScheme(seller), ...needsScheme(buyer)]),
  fatal('BR-CO-26', ({ seller }) =>
    partyNeeds(
      seller.vat !== null || seller.legal !== null || seller.other !== null,
      seller,
      'identifier',
      'a VAT number or an identifier; outside the scope of VAT, an identifier',
    ),
  ),
  fatal('BR-CO-09', ({ seller, buyer }) => [...needsVatPrefix(seller), ...needsVatPrefix(buyer)]),
  fatal('BR-29', ({ source: { period_start, period_end } }) =>
    unless(
      period_start === null || period_end === null || period_end >= period_start,
      '/period_end',
      'The period must not end before it starts.',
    ),
  ),
  fatal('BR-CL-04', ({ source: { currency } }) =>
    unless(
      NETWORK_CURRENCIES.has(currency),
      '/currency',
      'The network does not have the currency: use another one.',
    ),
  ),
  fatal('BR-CL-05', ({ tax_currency }) =>
    unless(
      tax_currency === null || NETWORK_CURRENCIES.has(tax_currency),
      '/exchange_rate',
      "The network does not have the company's currency: leave out exchange_rate.",
    ),
  ),
  fatal('BR-CL-08', ({ source: { note } }) =>
    unless(
      note === null || !hasUnknownSubject(note),
      '/note',
      'The three characters between number signs are not a subject code (UNTDID 4451): remove the number signs.',
    ),
  ),
  // Creation accepts no other country; a relation that was made from a received document can have one.
  fatal('BR-CL-14', ({ seller, buyer, source: { delivery } }) => [
    ...needsCountry(seller),
    ...needsCountry(buyer),
    ...unless(
      hasListedCountry(delivery?.address),
      '/delivery_location_id',
      'The address of the delivery location needs a country code of ISO 3166-1.',
    ),
  ]),
  fatal('BR-CL-26', ({ source: { delivery } }) =>
    unless(
      delivery?.identifier_scheme == null || ICD_SCHEMES.has(delivery.identifier_scheme),
      '/delivery_location_id',
      'The identifier_scheme of the delivery location must be on the ISO/IEC 6523 ICD list.',
    ),
  ),
  fatal('UBL-DT-01', decimalsViolations),
  fatal('PEPPOL-EN16931-R120', ({ lines }) => lines.flatMap(netAmountViolations)),
  warning('PEPPOL-EN16931-CL001', ({ attachments }) =>
    attachments.flatMap(({ content_type }, index) =>
      unless(
        canBeEmbedded(content_type),
        `/attachments/${index}`,
        'A file of this type is not sent. Files of the types PDF, PNG, JPEG, CSV, XLSX and ODS are sent.',
      ),
    ),
  ),
];

function needsAddress(party: PeppolParty): readonly Violation[] {
  return partyNeeds(party.party.address !== null, party, 'address', 'an address');
}

function needsEndpoint(party: PeppolParty): readonly Violation[] {
  return partyNeeds(party.endpoint !== null, party, 'electronic_address', 'an electronic address');
}

function needsScheme(party: PeppolParty): readonly Violation[] {
  return partyNeeds(
    party.endpoint === null || EAS_SCHEMES.has(party.endpoint.scheme),
    party,
    'electronic_address',
    'an electronic address with a scheme of the EAS list',
  );
}

function needsCountry(party: PeppolParty): readonly Violation[] {
  return partyNeeds(
    hasListedCountry(party.party.address),
    party,
    'address/country_code',
    'an address with a country code of ISO 3166-1',
  );
}

function hasListedCountry(address: StatedAddress | null | undefined): boolean {
  return address?.country_code == null || ADDRESS_COUNTRIES.has(address.country_code);
}

function needsVatPrefix(party: PeppolParty): readonly Violation[] {
  return partyNeeds(
    party.vat === null || VAT_PREFIXES.has(party.vat.slice(0, 2)),
    party,
    'vat',
    'a VAT number that begins with its country code',
  );
}

/** A subject code is the three characters between the first two number signs of a note (BR-CL-08). */
function hasUnknownSubject(note: string): boolean {
  const [, subject] = /#([^#]*)#/.exec(note) ?? [];
  return subject !== undefined && [...subject].length === 3 && !NOTE_SUBJECTS.includes(subject);
}

function decimalsViolations(document: PeppolDocument): readonly Violation[] {
  const { totals, vat_breakdown } = document.source;
  const { tax_in_company_currency, ...own } = totals;
  const amounts = [
    ...Object.values(own),
    ...document.lines.flatMap(({ line, discount }) => [line.net_amount, discount?.amount ?? '0']),
    ...document.allowance_charges.map(({ amount }) => amount),
    ...vat_breakdown.flatMap(({ taxable_amount, vat_amount }) => [taxable_amount, vat_amount]),
  ];
  const in_company_currency = document.tax_currency === null ? null : tax_in_company_currency;
  return [
    ...unless(
      amounts.every(hasUblDecimals),
      '/currency',
      'The network allows at most two decimals: use a currency whose amounts have no more.',
    ),
    ...unless(
      in_company_currency === null || hasUblDecimals(in_company_currency),
      '/exchange_rate',
      "The network allows at most two decimals, and the company's currency has more: leave out exchange_rate.",
    ),
  ];
}

function hasUblDecimals(amount: string): boolean {
  const point = amount.indexOf('.');
  return point < 0 || amount.length - point - 1 <= UBL_DECIMALS;
}

/** In a currency without cents, rounding can exceed the tolerance of the rule, which is 0.02 in every currency. */
function netAmountViolations({ line, discount }: PeppolLine, index: number): readonly Violation[] {
  const exact = decimal(line.quantity)
    .times(decimal(line.unit_price))
    .minus(discount === null ? ZERO : decimal(discount.amount));
  return unless(
    isWithinTolerance(decimal(line.net_amount), exact),
    `/lines/${index}/unit_price`,
    'Quantity times unit_price must differ from the rounded amount of the line by at most 0.02.',
  );
}
