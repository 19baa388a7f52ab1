import type { StatedAddress } from '../../../domain/values/address';
import type { Language } from '../../../domain/master-data/company';
import type { Document } from '../../../domain/documents/document';
import type { PeppolParty } from '../../../domain/e-invoicing/peppol-document';
import { boxText, streetLine } from '../../../domain/master-data/street-lines';
import type { XmlText } from '../xml/xml-text';

/** Comments give the business term of the seller, then of the buyer. */
export function writeParty(xml: XmlText, peppol_party: PeppolParty, language: Language): void {
  const { party, vat, endpoint, legal, other, contact, legal_information } = peppol_party;
  xml.group('cac:Party', () => {
    if (endpoint !== null) {
      xml.element('cbc:EndpointID', endpoint.value, { schemeID: endpoint.scheme }); // BT-34, BT-49
    }
    xml.group('cac:PartyIdentification', () => xml.element('cbc:ID', other)); // BT-29, BT-46
    xml.group('cac:PartyName', () => xml.element('cbc:Name', party.name)); // BT-28, BT-45
    if (party.address !== null) writeAddress(xml, 'cac:PostalAddress', party.address, language); // BG-5, BG-8
    if (vat !== null) {
      xml.group('cac:PartyTaxScheme', () => {
        xml.element('cbc:CompanyID', vat); // BT-31, BT-48
        writeTaxScheme(xml);
      });
    }
    xml.group('cac:PartyLegalEntity', () => {
      xml.element('cbc:RegistrationName', party.name); // BT-27, BT-44
      if (legal !== null) {
        // BT-30, BT-47
        xml.element('cbc:CompanyID', legal.value, legal.scheme === null ? {} : { schemeID: legal.scheme });
      }
      xml.element('cbc:CompanyLegalForm', legal_information); // BT-33
    });
    if (contact === null) return;
    // BG-6, BG-9
    xml.group('cac:Contact', () => {
      xml.element('cbc:Name', contact.name); // BT-41, BT-56
      xml.element('cbc:Telephone', contact.phone); // BT-42, BT-57
      xml.element('cbc:ElectronicMail', contact.email); // BT-43, BT-58
    });
  });
}

export function writeTaxScheme(xml: XmlText): void {
  xml.group('cac:TaxScheme', () => xml.element('cbc:ID', 'VAT'));
}

/** BG-13. */
export function writeDelivery(xml: XmlText, { delivery_date, delivery, language }: Document): void {
  xml.group('cac:Delivery', () => {
    xml.element('cbc:ActualDeliveryDate', delivery_date); // BT-72
    if (delivery === null) return;
    const { identifier, identifier_scheme, address, name } = delivery;
    xml.group('cac:DeliveryLocation', () => {
      // BT-71
      xml.element('cbc:ID', identifier, identifier_scheme === null ? {} : { schemeID: identifier_scheme });
      if (address) writeAddress(xml, 'cac:Address', address, language); // BG-15
    });
    xml.group('cac:DeliveryParty', () => xml.group('cac:PartyName', () => xml.element('cbc:Name', name))); // BT-70
  });
}

/**
 * Writes an address. Receivers show the lines unchanged and expect street and number on the first, so it is written as
 * on an envelope (`Main Street 12`), with the box on the second line. Comments give the business terms of the seller's
 * address.
 */
function writeAddress(xml: XmlText, name: string, address: StatedAddress, language: Language): void {
  const { city, postal_code, region, country_code } = address;
  xml.group(name, () => {
    xml.element('cbc:StreetName', streetLine(address) || null); // BT-35
    xml.element('cbc:AdditionalStreetName', boxText(address, language)); // BT-36
    xml.element('cbc:CityName', city); // BT-37
    xml.element('cbc:PostalZone', postal_code); // BT-38
    xml.element('cbc:CountrySubentity', region); // BT-39
    xml.group('cac:Country', () => xml.element('cbc:IdentificationCode', country_code)); // BT-40
  });
}
