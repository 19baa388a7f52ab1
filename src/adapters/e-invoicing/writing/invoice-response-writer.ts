import { RESPONSE_IDENTIFIERS, RESPONSE_NAMESPACE } from '../../../domain/e-invoicing/identifiers';
import type { Clarification } from '../../../domain/documents/responses/invoice-response';
import type { ResponseMessage } from '../../../domain/e-invoicing/responses/response-message';
import type { ResponseWriter } from '../../../ports/e-invoicing/ubl';
import { XmlText } from '../xml/xml-text';

/** Writes UBL 2.1 ApplicationResponse in the element order of transaction T111, which allows no other elements. */
export class PeppolResponseWriter implements ResponseWriter {
  write(message: ResponseMessage): Uint8Array {
    const xml = new XmlText();
    xml.group('ApplicationResponse', () => writeMessage(xml, message), {
      xmlns: RESPONSE_NAMESPACE,
      'xmlns:cac': 'urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2',
      'xmlns:cbc': 'urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2',
    });
    return Buffer.from(xml.toString(), 'utf8');
  }
}

function writeMessage(xml: XmlText, message: ResponseMessage): void {
  const { id, issue_date, note, sender, receiver } = message;
  xml.element('cbc:CustomizationID', RESPONSE_IDENTIFIERS.customization_id);
  xml.element('cbc:ProfileID', RESPONSE_IDENTIFIERS.profile_id);
  xml.element('cbc:ID', id);
  xml.element('cbc:IssueDate', issue_date);
  xml.element('cbc:Note', note);
  writeParty(xml, 'cac:SenderParty', sender);
  writeParty(xml, 'cac:ReceiverParty', receiver);
  xml.group('cac:DocumentResponse', () => writeResponse(xml, message));
}

function writeParty(xml: XmlText, name: string, party: ResponseMessage['sender']): void {
  xml.group(name, () => {
    xml.element('cbc:EndpointID', party.endpoint.value, { schemeID: party.endpoint.scheme });
    xml.group('cac:PartyLegalEntity', () => xml.element('cbc:RegistrationName', party.name));
  });
}

function writeResponse(
  xml: XmlText,
  { status, reasons, actions, effective_date, document }: ResponseMessage,
): void {
  xml.group('cac:Response', () => {
    xml.element('cbc:ResponseCode', status);
    xml.element('cbc:EffectiveDate', effective_date);
    for (const reason of reasons) writeStatus(xml, 'OPStatusReason', reason);
    for (const action of actions) writeStatus(xml, 'OPStatusAction', action);
  });
  xml.group('cac:DocumentReference', () => {
    xml.element('cbc:ID', document.number);
    xml.element('cbc:IssueDate', document.issue_date);
    xml.element('cbc:DocumentTypeCode', document.type_code);
  });
}

function writeStatus(xml: XmlText, listID: string, { code, text }: Clarification): void {
  xml.group('cac:Status', () => {
    xml.element('cbc:StatusReasonCode', code, { listID });
    xml.element('cbc:StatusReason', text);
  });
}
