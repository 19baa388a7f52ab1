import { XmlEInvoiceReader } from '../../../../src/adapters/e-invoicing/reading/xml-e-invoice-reader';
import { PeppolResponseWriter } from '../../../../src/adapters/e-invoicing/writing/invoice-response-writer';
import type { ResponseContent } from '../../../../src/domain/documents/responses/invoice-response';
import { aResponseMessage } from '../../../support/responses';

const writer = new PeppolResponseWriter();
const text = (...args: Parameters<typeof aResponseMessage>) =>
  Buffer.from(writer.write(aResponseMessage(...args))).toString('utf8');

describe('A written response', () => {
  test('has the elements of the transaction in their order', () => {
    const xml = text({
      ...{ status: 'RE', note: 'All of it', effective_date: '2026-09-03' },
      reasons: [{ code: 'PRI', text: 'Too <high>' }],
      actions: [{ code: 'NIN', text: null }],
    });
    expect(xml.replaceAll('\n', '')).toBe(
      '<?xml version="1.0" encoding="UTF-8"?>' +
        '<ApplicationResponse xmlns="urn:oasis:names:specification:ubl:schema:xsd:ApplicationResponse-2" xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2" xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2">' +
        '<cbc:CustomizationID>urn:fdc:peppol.eu:poacc:trns:invoice_response:3</cbc:CustomizationID>' +
        '<cbc:ProfileID>urn:fdc:peppol.eu:poacc:bis:invoice_response:3</cbc:ProfileID>' +
        '<cbc:ID>R-1</cbc:ID><cbc:IssueDate>2026-09-02</cbc:IssueDate><cbc:Note>All of it</cbc:Note>' +
        '<cac:SenderParty><cbc:EndpointID schemeID="0208">0123456749</cbc:EndpointID><cac:PartyLegalEntity><cbc:RegistrationName>Buyer NV</cbc:RegistrationName></cac:PartyLegalEntity></cac:SenderParty>' +
        '<cac:ReceiverParty><cbc:EndpointID schemeID="0088">5412345000013</cbc:EndpointID><cac:PartyLegalEntity><cbc:RegistrationName>Seller BV</cbc:RegistrationName></cac:PartyLegalEntity></cac:ReceiverParty>' +
        '<cac:DocumentResponse><cac:Response><cbc:ResponseCode>RE</cbc:ResponseCode><cbc:EffectiveDate>2026-09-03</cbc:EffectiveDate>' +
        '<cac:Status><cbc:StatusReasonCode listID="OPStatusReason">PRI</cbc:StatusReasonCode><cbc:StatusReason>Too &lt;high&gt;</cbc:StatusReason></cac:Status>' +
        '<cac:Status><cbc:StatusReasonCode listID="OPStatusAction">NIN</cbc:StatusReasonCode></cac:Status></cac:Response>' +
        '<cac:DocumentReference><cbc:ID>F-1</cbc:ID><cbc:IssueDate>2026-09-01</cbc:IssueDate><cbc:DocumentTypeCode>380</cbc:DocumentTypeCode></cac:DocumentReference>' +
        '</cac:DocumentResponse></ApplicationResponse>',
    );
  });

  test('is read as it was written', () => {
    const written: ResponseContent = {
      ...{ status: 'PD', note: null, effective_date: null, actions: [] },
      reasons: [{ code: 'PPD', text: 'Half' }],
    };
    expect(new XmlEInvoiceReader().readMessage(Buffer.from(text(written)))).toEqual({
      envelope: null,
      response: {
        ...{ kind: 'invoice_response', code: 'PD', reference: 'F-1', type_code: '380', reason: 'Half' },
        ...{ sender: '0208:0123456749', receiver: '0088:5412345000013', content: written },
      },
    });
  });
});
