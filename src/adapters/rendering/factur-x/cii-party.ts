import type { StatedAddress } from '../../../domain/values/address';
import type { Language } from '../../../domain/master-data/company';
import type { PeppolParty } from '../../../domain/e-invoicing/peppol-document';
import { boxText, streetLine } from '../../../domain/master-data/street-lines';
import { element, group } from './xml-elements';

/** Comments give the business term of the seller, then of the buyer. */
export function tradeParty(
  name: string,
  { party, vat, endpoint, legal, other, contact, legal_information }: PeppolParty,
  language: Language,
) {
  return group(
    name,
    element('ram:ID', other), // BT-29, BT-46
    element('ram:Name', party.name), // BT-27, BT-44
    element('ram:Description', legal_information), // BT-33
    // BT-30, BT-47
    group(
      'ram:SpecifiedLegalOrganization',
      legal === null
        ? ''
        : element('ram:ID', legal.value, legal.scheme === null ? {} : { schemeID: legal.scheme }),
    ),
    group(
      'ram:DefinedTradeContact', // BG-6, BG-9
      element('ram:PersonName', contact?.name ?? null), // BT-41, BT-56
      group(
        'ram:TelephoneUniversalCommunication',
        element('ram:CompleteNumber', contact?.phone ?? null), // BT-42, BT-57
      ),
      group(
        'ram:EmailURIUniversalCommunication',
        element('ram:URIID', contact?.email ?? null), // BT-43, BT-58
      ),
    ),
    party.address === null ? '' : tradeAddress(party.address, language), // BG-5, BG-8
    // BT-34, BT-49
    group(
      'ram:URIUniversalCommunication',
      endpoint === null ? '' : element('ram:URIID', endpoint.value, { schemeID: endpoint.scheme }),
    ),
    group('ram:SpecifiedTaxRegistration', element('ram:ID', vat, { schemeID: 'VA' })), // BT-31, BT-48
  );
}

/** Comments give the business terms of the seller's address. */
export function tradeAddress(address: StatedAddress, language: Language): string {
  const { city, postal_code, region, country_code } = address;
  return group(
    'ram:PostalTradeAddress',
    element('ram:PostcodeCode', postal_code), // BT-38
    element('ram:LineOne', streetLine(address) || null), // BT-35
    element('ram:LineTwo', boxText(address, language)), // BT-36
    element('ram:CityName', city), // BT-37
    element('ram:CountryID', country_code), // BT-40
    element('ram:CountrySubDivisionName', region), // BT-39
  );
}
