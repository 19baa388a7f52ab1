import type { PeppolDocument } from '../../../domain/e-invoicing/peppol-document';
import { invoiceLine } from './cii-line';
import { tradeAddress, tradeParty } from './cii-party';
import { settlement } from './cii-settlement';
import { attributesText, dateTime, element, group, requiredGroup } from './xml-elements';

const NAMESPACES = {
  'xmlns:rsm': 'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100',
  'xmlns:ram': 'urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100',
  'xmlns:udt': 'urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100',
  'xmlns:qdt': 'urn:un:unece:uncefact:data:standard:QualifiedDataType:100',
} as const;

/** BT-24: EN 16931 without restrictions or extensions, which is the profile EN 16931 of Factur-X. */
const SPECIFICATION = 'urn:cen.eu:en16931:2017';

/**
 * A document as Cross Industry Invoice (UN/CEFACT D16B), in the element order of its schema. Comments give the business
 * term of each element. The values follow the same rules as the UBL.
 */
export function crossIndustryInvoice(document: PeppolDocument): string {
  const { source, lines } = document;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>\n',
    `<rsm:CrossIndustryInvoice${attributesText(NAMESPACES)}>`,
    group(
      'rsm:ExchangedDocumentContext',
      group('ram:GuidelineSpecifiedDocumentContextParameter', element('ram:ID', SPECIFICATION)),
    ),
    group(
      'rsm:ExchangedDocument',
      element('ram:ID', source.number ?? null), // BT-1
      element('ram:TypeCode', document.type_code), // BT-3
      dateTime('ram:IssueDateTime', source.issue_date), // BT-2
      group('ram:IncludedNote', element('ram:Content', source.note)), // BT-22
    ),
    group(
      'rsm:SupplyChainTradeTransaction',
      ...lines.map((line, index) => invoiceLine(line, index)),
      agreement(document),
      delivery(document),
      settlement(document),
    ),
    '</rsm:CrossIndustryInvoice>\n',
  ].join('');
}

function agreement({ source, seller, buyer }: PeppolDocument): string {
  return group(
    'ram:ApplicableHeaderTradeAgreement',
    element('ram:BuyerReference', source.buyer_reference), // BT-10
    tradeParty('ram:SellerTradeParty', seller, source.language), // BG-4
    tradeParty('ram:BuyerTradeParty', buyer, source.language), // BG-7
    group('ram:BuyerOrderReferencedDocument', element('ram:IssuerAssignedID', source.order_reference)), // BT-13
  );
}

/** BG-13. */
function delivery({ source }: PeppolDocument): string {
  const place = source.delivery;
  return requiredGroup(
    'ram:ApplicableHeaderTradeDelivery',
    place === null
      ? ''
      : group(
          'ram:ShipToTradeParty',
          // BT-71
          place.identifier_scheme === null
            ? element('ram:ID', place.identifier)
            : element('ram:GlobalID', place.identifier, { schemeID: place.identifier_scheme }),
          element('ram:Name', place.name), // BT-70
          place.address ? tradeAddress(place.address, source.language) : '', // BG-15
        ),
    // BT-72
    group('ram:ActualDeliverySupplyChainEvent', dateTime('ram:OccurrenceDateTime', source.delivery_date)),
  );
}
