import type { StatedAddress } from '../../../domain/values/address';
import type {
  StatedDelivery,
  StatedParty,
  ParsedEInvoice,
} from '../../../domain/e-invoicing/parsed-e-invoice';
import { addressOfLines, dateAt, required, schemedAddress, schemedIdentifier } from './stated-values';
import { attribute, textOf, Vocabulary, type XmlElement } from '../xml/xml-element';

const COMMON = 'urn:oasis:names:specification:ubl:schema:xsd:Common';
export const ubl = new Vocabulary(`${COMMON}BasicComponents-2`, `${COMMON}AggregateComponents-2`);

/**
 * The scheme of a bank assigned creditor identifier (BT-90). It is no identifier of the party, and several may share
 * it.
 */
const CREDITOR = 'SEPA';

/** Comments give the business term of the seller, then of the buyer. */
export function readParty(party: XmlElement | undefined, place: string, rule: string): StatedParty {
  const legal = ubl.find(party, 'PartyLegalEntity');
  const name = ubl.text(legal, 'RegistrationName') ?? ubl.text(party, 'PartyName', 'Name'); // BT-27, BT-44
  const contact = ubl.find(party, 'Contact');
  return {
    name: required(name, `${place}.name`, rule),
    electronic_address: schemedAddress(ubl.find(party, 'EndpointID')), // BT-34, BT-49
    vat: vatOf(party), // BT-31, BT-48
    identifiers: [
      ...schemedIdentifier(ubl.find(legal, 'CompanyID')), // BT-30, BT-47
      ...ubl
        .all(party, 'PartyIdentification')
        .flatMap((identification) => schemedIdentifier(ubl.find(identification, 'ID'))) // BT-29, BT-46
        .filter(({ scheme }) => scheme?.toUpperCase() !== CREDITOR),
    ],
    address: readAddress(ubl.find(party, 'PostalAddress')), // BG-5, BG-8
    email: ubl.text(contact, 'ElectronicMail'), // BT-43, BT-58
    phone: ubl.text(contact, 'Telephone'), // BT-42, BT-57
    contact_name: ubl.text(contact, 'Name'), // BT-41, BT-56
    legal_information: ubl.text(legal, 'CompanyLegalForm'), // BT-33
  };
}

/** The tax scheme that EN 16931 requires, and its code in CII. */
const VAT_SCHEMES: ReadonlySet<string> = new Set(['VAT', 'VA']);

/** The VAT number among tax registrations. */
function vatOf(party: XmlElement | undefined): string | null {
  const scheme = ubl.all(party, 'PartyTaxScheme').find((tax) => {
    const id = ubl.text(tax, 'TaxScheme', 'ID')?.toUpperCase();
    return id === undefined || VAT_SCHEMES.has(id);
  });
  return ubl.text(scheme, 'CompanyID');
}

function readAddress(address: XmlElement | undefined): StatedAddress | null {
  const lines = [
    ubl.text(address, 'StreetName'), // BT-35, BT-50, BT-75
    ubl.text(address, 'AdditionalStreetName'), // BT-36, BT-51, BT-76
    ubl.text(address, 'AddressLine', 'Line'), // BT-162, BT-163, BT-165
  ];
  return addressOfLines(lines, {
    country_code: ubl.text(address, 'Country', 'IdentificationCode'), // BT-40, BT-55, BT-80
    street_number: ubl.text(address, 'BuildingNumber'), // an element of UBL that EN 16931 does not use
    postal_code: ubl.text(address, 'PostalZone'), // BT-38, BT-53, BT-78
    city: ubl.text(address, 'CityName'), // BT-37, BT-52, BT-77
    region: ubl.text(address, 'CountrySubentity'), // BT-39, BT-54, BT-79
  });
}

/** BG-13. */
export function readDelivery(delivery: XmlElement | undefined): StatedDelivery | null {
  if (!delivery) return null;
  const location = ubl.find(delivery, 'DeliveryLocation');
  const id = ubl.find(location, 'ID');
  const identifier = textOf(id); // BT-71
  return {
    name: ubl.text(delivery, 'DeliveryParty', 'PartyName', 'Name'), // BT-70
    identifier,
    identifier_scheme: identifier === null ? null : attribute(id, 'schemeID'),
    address: readAddress(ubl.find(location, 'Address')), // BG-15
  };
}

type Payment = Pick<ParsedEInvoice, 'payment' | 'payment_reference' | 'due_date'>;

/** BG-16. Only the first of several accounts is used. */
export function readPayment(root: XmlElement): Payment {
  const means = ubl.all(root, 'PaymentMeans');
  const first = (...path: string[]) =>
    means.reduce<string | null>((found, one) => found ?? ubl.text(one, ...path), null);
  const account = means
    .map((one) => ubl.find(one, 'PayeeFinancialAccount'))
    .find((found) => ubl.text(found, 'ID') !== null);
  const account_id = ubl.text(account, 'ID'); // BT-84
  return {
    payment:
      account_id === null
        ? null
        : { account: account_id, bic: ubl.text(account, 'FinancialInstitutionBranch', 'ID') }, // BT-86
    payment_reference: first('PaymentID'), // BT-83
    due_date: dateAt(first('PaymentDueDate'), 'due_date'), // BT-9 of a credit note
  };
}
