import type { Address } from '../../../domain/values/address';
import type { Language } from '../../../domain/master-data/company';
import type { Delivery, Party } from '../../../domain/documents/document';
import { COUNTRIES } from '../../../domain/code-lists/countries';
import { countryName } from '../../../domain/master-data/shown-names';
import { LABELS } from '../texts/labels';

/** Countries where the street number precedes the street. */
const NUMBER_FIRST: ReadonlySet<string> = new Set('AU CA FR GB IE LU MC NZ US ZA'.split(' '));

/** An address as on an envelope, with the country's name in the document's language. */
export function addressLines(address: Address, language: Language): string[] {
  const { country_code, street, street_number, box, postal_code, city, region } = address;
  const street_line = NUMBER_FIRST.has(country_code)
    ? joined(' ', street_number, street)
    : joined(' ', street, street_number);
  return [
    joined(' ', street_line, box === null ? null : `${LABELS[language].box} ${box}`),
    joined(' ', postal_code, city),
    region ?? '',
    // A received document may state a country that is not in ISO 3166-1.
    COUNTRIES.has(country_code) ? countryName(country_code, language) : country_code,
  ].filter((line) => line !== '');
}

/** VAT number, identifier and contact details of the party. */
export function identityLines(party: Party, language: Language): string[] {
  const { vat_number, company_number, contact } = LABELS[language];
  const { name, vat, identifier, email, phone, website, contact_name, legal_information } = party;
  const names_contact = contact_name !== null && contact_name !== name;
  // A Belgian VAT number contains the company number, which is then not repeated.
  const is_in_vat = identifier !== null && vat?.includes(identifier.replace(/\W/g, '')) === true;
  return [
    ...(vat === null ? [] : [`${vat_number} ${vat}`]),
    ...(identifier === null || is_in_vat ? [] : [`${company_number} ${identifier}`]),
    ...(legal_information === null ? [] : [legal_information]),
    ...(names_contact ? [`${contact} ${contact_name}`] : []),
    ...(email === null ? [] : [email]),
    ...(phone === null ? [] : [phone]),
    ...(website === null ? [] : [website]),
  ];
}

/** The identifier of a delivery location, such as a GLN. */
export function deliveryIdentity({ identifier }: Delivery): string[] {
  return identifier === null ? [] : [identifier];
}

function joined(separator: string, ...parts: readonly (string | null)[]): string {
  return parts.filter((part) => part !== null && part !== '').join(separator);
}
