import { z } from 'zod';
import { PEPPOL_STATUSES } from '../../../domain/documents/document-status';
import { RESPONSE_STATUSES } from '../../../domain/documents/responses/invoice-response';
import { described } from '../../http/schemas/described';
import { date, uuid } from '../../http/schemas/schemas';

/** What the fields of an Invoice Response mean, in requests and in responses. */
export const RESPONSE_TERMS = {
  id: 'The id of the response; of a sent one also the `message_id` of its transmission.',
  direction: '`sent`: about a document that the company received. `received`: about a document that it sent.',
  status:
    'What becomes of the invoice or credit note. `AB`: readable, and taken in. `IP`: being processed. `UQ`: halted until a question is answered. `CA`: accepted on conditions. `RE`: rejected. `AP`: accepted, and will be paid. `PD`: paid, or with the reason `PPD` paid in part.',
  reasons:
    'Why, by codes of the list OPStatusReason. `NON`: no issue. `REF`: references. `LEG`: legal data. `REC`: the receiver is unknown. `QUA`: quality. `DEL`: delivery. `PRI`: prices. `QTY`: quantities. `ITM`: items. `PAY`: payment terms. `UNR`: not recognised. `FIN`: finance terms. `PPD`: paid in part, only with `PD` and a text. `OTH`: other.',
  actions:
    'What the sender of the document is asked to do, by codes of the list OPStatusAction. `NOA`: nothing. `PIN`: provide information. `NIN`: issue a new invoice. `CNF`: credit fully. `CNP`: credit in part. `CNA`: credit what was paid. `OTH`: other.',
  note: 'A text for the whole response. `null` when there is none.',
  effective_date: 'The day from which the status holds. `null` when it is not stated.',
  at: 'When the response was accepted for sending, or received.',
  state: 'The state of its transmission, as `peppol_status` of a document. `null` for a received response.',
  code: 'A code of the list.',
  text: 'What it means here, in words. `null` when there is none.',
} as const;

const clarificationBody = z
  .object(
    described(
      { code: z.string(), text: z.string().nullable() },
      {
        code: RESPONSE_TERMS.code,
        text: `${RESPONSE_TERMS.text} In a received response it ends with the business terms to correct and their right values, if there are any: \`Wrong VAT number (BT-48: BE0123456749)\`.`,
      },
    ),
  )
  .meta({ id: 'ResponseClarification' });

export const responseBody = z
  .object(
    described(
      {
        id: uuid,
        direction: z.enum(['sent', 'received']),
        status: z.enum(RESPONSE_STATUSES),
        reasons: z.array(clarificationBody),
        actions: z.array(clarificationBody),
        note: z.string().nullable(),
        effective_date: date.nullable(),
        at: z.iso.datetime(),
        state: z.enum(PEPPOL_STATUSES).nullable(),
      },
      RESPONSE_TERMS,
    ),
  )
  .meta({ id: 'InvoiceResponse' });
