import type { Language } from '../../../domain/master-data/company';
import type { Delivery, Party } from '../../../domain/documents/document';
import { LABELS } from '../texts/labels';

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
export function deliveryIdentity({ identifier }: Delivery, language: Language): string[] {
  return identifier === null ? [] : [`${LABELS[language].location_number} ${identifier}`];
}
