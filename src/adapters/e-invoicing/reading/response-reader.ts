import { firstCodePoints } from '../../../domain/values/code-points';
import { EInvoiceFault } from '../../../domain/e-invoicing/parsed-e-invoice';
import type { ReadResponse } from '../../../ports/e-invoicing/e-invoice-reader';
import { schemedAddress } from './stated-values';
import { ubl } from './ubl-party-reader';
import { textOf, type XmlElement } from '../xml/xml-element';

/** Kinds of response by the prefix of their customization identifier, so that later versions are accepted too. */
const KINDS: readonly (readonly [string, ReadResponse['kind']])[] = [
  ['urn:fdc:peppol.eu:poacc:trns:invoice_response:', 'invoice_response'],
  ['urn:peppol:edec:mls:', 'message_level_status'],
  // The predecessor of the Message Level Status.
  ['urn:fdc:peppol.eu:poacc:trns:mlr:', 'message_level_status'],
];

/** Maximum length of a reason, which is shown with the document. */
const MAX_REASON = 1_000;

export function isResponse({ name, namespace }: XmlElement): boolean {
  return (
    name === 'ApplicationResponse' &&
    namespace === 'urn:oasis:names:specification:ubl:schema:xsd:ApplicationResponse-2'
  );
}

/**
 * Parses a Peppol Invoice Response 3, Message Level Status 1.0 or Message Level Response 3.
 *
 * @throws EInvoiceFault
 */
export function readResponse(root: XmlElement): ReadResponse {
  const customization_id = ubl.text(root, 'CustomizationID') ?? '';
  const kind = KINDS.find(([beginning]) => customization_id.startsWith(beginning))?.[1];
  if (!kind) throw new EInvoiceFault('CustomizationID', 'is of no response that is taken here');
  const document_response = ubl.find(root, 'DocumentResponse');
  const code = ubl.text(document_response, 'Response', 'ResponseCode');
  const reference = ubl.text(document_response, 'DocumentReference', 'ID');
  if (code === null) throw new EInvoiceFault('ResponseCode', 'is missing');
  if (reference === null) throw new EInvoiceFault('DocumentReference', 'is missing');
  return {
    ...{ kind, code, reference },
    reason: reasonOf(document_response),
    sender: schemedAddress(ubl.find(root, 'SenderParty', 'EndpointID')),
    receiver: schemedAddress(ubl.find(root, 'ReceiverParty', 'EndpointID')),
  };
}

/** The free-text reasons of the whole response, then of its parts. */
function reasonOf(document_response: XmlElement | undefined): string | null {
  const responses = [
    ubl.find(document_response, 'Response'),
    ...ubl.all(document_response, 'LineResponse').map((line) => ubl.find(line, 'Response')),
  ];
  const texts = responses.flatMap((response) => [
    ...ubl.all(response, 'Description').map(textOf),
    ...ubl.all(response, 'Status').map((status) => ubl.text(status, 'StatusReason')),
  ]);
  const reason = [...new Set(texts.filter((text) => text !== null))].join('; ');
  return firstCodePoints(reason, MAX_REASON) || null;
}
