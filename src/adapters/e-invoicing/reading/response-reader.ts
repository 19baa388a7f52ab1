import { firstCodePoints } from '../../../domain/values/code-points';
import { RESPONSE_NAMESPACE } from '../../../domain/e-invoicing/identifiers';
import { EInvoiceFault } from '../../../domain/e-invoicing/parsed-e-invoice';
import {
  type Clarification,
  RESPONSE_ACTIONS,
  RESPONSE_REASONS,
  RESPONSE_STATUSES,
  type ResponseContent,
  type ResponseStatus,
} from '../../../domain/documents/responses/invoice-response';
import type { ReadResponse } from '../../../ports/e-invoicing/e-invoice-reader';
import { dateAt, schemedAddress } from './stated-values';
import { ubl } from './ubl-party-reader';
import { attribute, textOf, type XmlElement } from '../xml/xml-element';

/** Kinds of response by the prefix of their customization identifier, so that later versions are accepted too. */
const KINDS: readonly (readonly [string, ReadResponse['kind']])[] = [
  ['urn:fdc:peppol.eu:poacc:trns:invoice_response:', 'invoice_response'],
  ['urn:peppol:edec:mls:', 'message_level_status'],
  // The predecessor of the Message Level Status.
  ['urn:fdc:peppol.eu:poacc:trns:mlr:', 'message_level_status'],
];

/** Maximum length of a reason, which is shown with the document. */
const MAX_REASON = 1_000;

export function isApplicationResponse({ name, namespace }: XmlElement): boolean {
  return name === 'ApplicationResponse' && namespace === RESPONSE_NAMESPACE;
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
    kind,
    code,
    reference,
    type_code: ubl.text(document_response, 'DocumentReference', 'DocumentTypeCode'),
    content: kind === 'invoice_response' ? contentOf(root, document_response, code) : null,
    reason: reasonOf(document_response),
    sender: schemedAddress(ubl.find(root, 'SenderParty', 'EndpointID')),
    receiver: schemedAddress(ubl.find(root, 'ReceiverParty', 'EndpointID')),
  };
}

const STATUSES: ReadonlySet<string> = new Set(RESPONSE_STATUSES);
const LISTS: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['OPStatusReason', new Set<string>(RESPONSE_REASONS)],
  ['OPStatusAction', new Set<string>(RESPONSE_ACTIONS)],
]);

/** The most reasons and actions of a response. The transaction has no limit. */
const MAX_CLARIFICATIONS = 100;
/** Maximum length of a note, which is shown with the document. */
const MAX_NOTE = 5_000;

/** @throws EInvoiceFault for a code that is not in its list */
function contentOf(
  root: XmlElement,
  document_response: XmlElement | undefined,
  code: string,
): ResponseContent {
  if (!STATUSES.has(code)) {
    throw new EInvoiceFault('ResponseCode', 'must be a status of the Invoice Response (PEPPOL-T111-B03001)');
  }
  const statuses = ubl.all(document_response, 'Response', 'Status');
  if (statuses.length > MAX_CLARIFICATIONS) {
    throw new EInvoiceFault('Status', `must not occur more than ${MAX_CLARIFICATIONS} times`);
  }
  const clarifications = statuses.map(clarificationOf);
  const ofList = (name: string) =>
    clarifications.filter(({ list }) => list === name).map(({ code, text }) => ({ code, text }));
  return {
    status: code as ResponseStatus,
    reasons: ofList('OPStatusReason'),
    actions: ofList('OPStatusAction'),
    note: shortened(ubl.text(root, 'Note'), MAX_NOTE),
    effective_date: dateAt(ubl.text(document_response, 'Response', 'EffectiveDate'), 'EffectiveDate'),
  };
}

/** A status with a text and no code is a reason that no code names. */
function clarificationOf(status: XmlElement): Clarification & { readonly list: string } {
  const element = ubl.find(status, 'StatusReasonCode');
  const code = textOf(element) ?? 'OTH';
  const list = element ? attribute(element, 'listID') : 'OPStatusReason';
  if (list === null || LISTS.get(list)?.has(code) !== true) {
    throw new EInvoiceFault(
      'StatusReasonCode',
      'must be in the code list of its listID (PEPPOL-T111-B03301)',
    );
  }
  return { list, code, text: shortened(clarificationText(status), MAX_REASON) };
}

/** The text, and the business terms to correct with their right values: `Wrong VAT number (BT-48: BE0123456749)`. */
function clarificationText(status: XmlElement): string | null {
  const text = ubl.text(status, 'StatusReason');
  const conditions = ubl
    .all(status, 'Condition')
    .map((condition) => [ubl.text(condition, 'AttributeID'), ubl.text(condition, 'Description')])
    .map((parts) => parts.filter((part) => part !== null).join(': '))
    .filter((condition) => condition !== '')
    .join('; ');
  if (conditions === '') return text;
  return text === null ? conditions : `${text} (${conditions})`;
}

function shortened(text: string | null, max: number): string | null {
  return text && firstCodePoints(text, max);
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
