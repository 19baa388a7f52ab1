import { DOCUMENT_NAME_CODES } from '../../code-lists/document-name-codes';
import { EAS_SCHEMES } from '../../code-lists/eas-schemes';
import { today } from '../../values/calendar';
import { partyCountry } from '../../values/vat-number';
import type { Company } from '../../master-data/company';
import type { Document } from '../../documents/document';
import { DOCUMENT_TYPES } from '../../documents/document-type';
import { RESPONSE_IDENTIFIERS } from '../identifiers';
import { endpoint, type SchemedIdentifier } from '../party-identifiers';
import { fatalFault, type SendFault } from '../sendable';
import { numberFault } from '../rules/party-number-rules';
import type { Addressing } from '../transmission';
import type { ResponseContent } from '../../documents/responses/invoice-response';

interface ResponseParty {
  readonly name: string;
  readonly endpoint: SchemedIdentifier;
}

/** An Invoice Response as it is written (transaction T111). */
export interface ResponseMessage extends ResponseContent {
  readonly id: string;
  readonly issue_date: string;
  /** The buyer, who responds. */
  readonly sender: ResponseParty;
  /** The seller. */
  readonly receiver: ResponseParty;
  readonly document: {
    readonly number: string;
    readonly issue_date: string;
    /** UNTDID 1001 (BT-3), as received. */
    readonly type_code: string;
  };
}

type Responder = Pick<Company, 'name' | 'electronic_address' | 'address' | 'vat' | 'timezone'>;
type Answered = Pick<Document, 'type' | 'number' | 'issue_date' | 'seller'>;

/** The directory has no registration of the sender for responses. */
export const NO_RESPONSES = fatalFault(
  'The sender of the document is not registered on the network for responses.',
  null,
);

/**
 * Why no response can be sent: an electronic address is missing, or a value of the company or the document violates a
 * rule of the network.
 *
 * @param type_code - the document's type as received; null when it was received before types were kept
 */
export function responseFaults(
  company: Responder,
  { seller }: Answered,
  type_code: string | null,
): SendFault[] {
  if (company.electronic_address === null) {
    return [fatalFault('The company has no electronic address: an operator can add it.', null)];
  }
  if (seller.electronic_address === null) {
    return [fatalFault('The document states no electronic address of its sender to respond to.', null)];
  }
  if (partyCountry(company) === null) {
    return [fatalFault('The company has neither an address nor a VAT number, which give its country.', null)];
  }
  return [
    ...endpointFaults(
      'The electronic address of the company',
      company.electronic_address,
      'PEPPOL-T111-B00902',
    ),
    ...endpointFaults(
      'The electronic address that the document states of its sender',
      seller.electronic_address,
      'PEPPOL-T111-B02102',
    ),
    ...(type_code === null || DOCUMENT_NAME_CODES.has(type_code) ? [] : [UNKNOWN_TYPE]),
  ];
}

const UNKNOWN_TYPE: SendFault = {
  ...fatalFault(
    'The document states a type that is not on the list UNTDID 1001, so no response can refer to it (PEPPOL-T111-B04201).',
    null,
  ),
  rule: 'PEPPOL-T111-B04201',
};

function endpointFaults(what: string, address: string, list_rule: string): SendFault[] {
  const identifier = endpoint(address)!;
  if (!EAS_SCHEMES.has(identifier.scheme)) {
    const message = `${what} has a scheme that is not on the EAS list (${list_rule}).`;
    return [{ ...fatalFault(message, null), rule: list_rule }];
  }
  const fault = numberFault(identifier);
  if (fault === null) return [];
  const { rule, severity, form } = fault;
  return [{ ...fatalFault(`${what} must be ${form} (${rule}).`, null), severity, rule }];
}

/** @param type_code - the document's type as received; null when it was received before types were kept */
export function responseMessage(
  content: ResponseContent,
  company: Responder,
  { type, number, issue_date, seller }: Answered,
  { id, type_code, now }: { readonly id: string; readonly type_code: string | null; readonly now: Date },
): ResponseMessage {
  return {
    ...content,
    id,
    issue_date: today(now, company.timezone),
    sender: { name: company.name, endpoint: endpoint(company.electronic_address)! },
    receiver: { name: seller.name, endpoint: endpoint(seller.electronic_address)! },
    document: {
      number,
      issue_date,
      type_code: type_code ?? (DOCUMENT_TYPES[type].is_credit_note ? '381' : '380'),
    },
  };
}

/** The envelope of a response, from the company to the sender of the document. */
export function responseAddressing(company: Responder, { seller }: Answered): Addressing {
  return {
    sender: company.electronic_address!,
    receiver: seller.electronic_address!,
    document_type: RESPONSE_IDENTIFIERS.document_type,
    process: RESPONSE_IDENTIFIERS.process,
    sender_country: partyCountry(company)!,
  };
}
