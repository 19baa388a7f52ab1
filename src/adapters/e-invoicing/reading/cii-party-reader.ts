import type { StatedAddress } from '../../../domain/values/address';
import type {
  StatedDelivery,
  StatedParty,
  ParsedEInvoice,
} from '../../../domain/e-invoicing/parsed-e-invoice';
import { addressOfLines, compactDateAt, required, schemedAddress, schemedIdentifier } from './stated-values';
import { attribute, textOf, Vocabulary, type XmlElement } from '../xml/xml-element';

const STANDARD = 'urn:un:unece:uncefact:data:standard:';
export const cii = new Vocabulary(
  `${STANDARD}CrossIndustryInvoice:100`,
  `${STANDARD}ReusableAggregateBusinessInformationEntity:100`,
  `${STANDARD}UnqualifiedDataType:100`,
  `${STANDARD}QualifiedDataType:100`,
);

/** @param element - the element that contains the date */
export function ciiDate(element: XmlElement | undefined, place: string): string | null {
  return compactDateAt(cii.text(element, 'DateTimeString'), place);
}

/** Comments give the business term of the seller, then of the buyer. */
export function readParty(party: XmlElement | undefined, place: string, rule: string): StatedParty {
  const legal = cii.find(party, 'SpecifiedLegalOrganization');
  const name = cii.text(party, 'Name') ?? cii.text(legal, 'TradingBusinessName'); // BT-27, BT-44
  const contact = cii.find(party, 'DefinedTradeContact');
  const registration = cii
    .all(party, 'SpecifiedTaxRegistration')
    .map((found) => cii.find(found, 'ID'))
    .find((id) => attribute(id, 'schemeID') === 'VA');
  return {
    name: required(name, `${place}.name`, rule),
    electronic_address: schemedAddress(cii.find(party, 'URIUniversalCommunication', 'URIID')), // BT-34, BT-49
    vat: textOf(registration), // BT-31, BT-48
    identifiers: [
      ...schemedIdentifier(cii.find(legal, 'ID')), // BT-30, BT-47
      ...[...cii.all(party, 'GlobalID'), ...cii.all(party, 'ID')].flatMap(schemedIdentifier), // BT-29, BT-46
    ],
    address: readAddress(cii.find(party, 'PostalTradeAddress')), // BG-5, BG-8
    email: cii.text(contact, 'EmailURIUniversalCommunication', 'URIID'), // BT-43, BT-58
    phone: cii.text(contact, 'TelephoneUniversalCommunication', 'CompleteNumber'), // BT-42, BT-57
    contact_name: cii.text(contact, 'PersonName') ?? cii.text(contact, 'DepartmentName'), // BT-41, BT-56
    legal_information: cii.text(party, 'Description'), // BT-33
  };
}

function readAddress(address: XmlElement | undefined): StatedAddress | null {
  const lines = ['LineOne', 'LineTwo', 'LineThree'].map((name) => cii.text(address, name)); // BT-35 and following
  return addressOfLines(lines, {
    country_code: cii.text(address, 'CountryID'), // BT-40, BT-55, BT-80
    postal_code: cii.text(address, 'PostcodeCode'), // BT-38, BT-53, BT-78
    city: cii.text(address, 'CityName'), // BT-37, BT-52, BT-77
    region: cii.text(address, 'CountrySubDivisionName'), // BT-39, BT-54, BT-79
  });
}

/** BG-13. */
export function readShipTo(party: XmlElement | undefined): StatedDelivery | null {
  if (!party) return null;
  const id = cii.find(party, 'GlobalID') ?? cii.find(party, 'ID');
  const identifier = textOf(id); // BT-71
  return {
    name: cii.text(party, 'Name'), // BT-70
    identifier,
    identifier_scheme: identifier === null ? null : attribute(id, 'schemeID'),
    address: readAddress(cii.find(party, 'PostalTradeAddress')), // BG-15
  };
}

/** BG-17. Only the first of several accounts is used. */
export function readPayment(settlement: XmlElement | undefined): ParsedEInvoice['payment'] {
  for (const means of cii.all(settlement, 'SpecifiedTradeSettlementPaymentMeans')) {
    const account = cii.find(means, 'PayeePartyCreditorFinancialAccount');
    const id = cii.text(account, 'IBANID') ?? cii.text(account, 'ProprietaryID'); // BT-84
    const bic = cii.text(means, 'PayeeSpecifiedCreditorFinancialInstitution', 'BICID'); // BT-86
    if (id !== null) return { account: id, bic };
  }
  return null;
}
