import { COMMON_TERMS } from '../../http/schemas/described';

/** What the fields of a document mean, in requests and in responses. BT and BG are terms of EN 16931. */
export const DOCUMENT_TERMS = {
  ...COMMON_TERMS,
  type: 'The type (BT-3). `invoice` and `credit_note` are issued by the company as the seller. `purchase_invoice` and `purchase_credit_note` are issued by the seller and received, or issued by the company as the buyer (self-billing). `proforma` and `quote` are never sent over the network.',
  number:
    'The number (BT-1): for own documents assigned by the journal on creation and unique in the company, for received documents the number of the sender.',
  journal_id:
    'The journal that numbers the document. By default the default journal of the category that belongs to `type`. `null` for received documents.',
  status:
    '`draft`: numbered, and can still be changed. `sent`: sent over the network or marked as sent; it cannot be changed. `received`: received from another party.',
  accounting_status: '`transmitted` when the document has been booked in accounting, otherwise `pending`.',
  peppol_status:
    'The state of the latest transmission over the network: `pending` until the network has accepted it, `sent` when it is on its way, `delivered` at the receiver, `failed` when it certainly did not arrive, `rejected` by the receiver. `null` when the document was never sent over the network.',
  peppol_error: 'Why the latest transmission failed, was rejected or is delayed. `null` without a problem.',
  payment_status:
    '`unpaid`: nothing is paid. `partial`: a part is paid. `paid`: nothing is open. It follows from `paid_amount`, payments and linked amounts.',
  relation_id:
    'The other party: the buyer of a sales document, the seller of a purchase document. The relation must have an address.',
  delivery_location_id:
    'The delivery location of the relation to which the goods go (BG-13). `null` when the goods go to the address of the buyer, or nothing is delivered.',
  branding_id: 'The branding of the PDF. By default the default branding. `null` when the company has none.',
  issue_date:
    'The date of the document (BT-2). By default today in the time zone of the company. It is not before the date of the previous number of the journal, not in closed books, and at most 31 days ahead.',
  due_date:
    'The day by which payment is due (BT-9); of a quote the last day of the offer. By default `issue_date` plus the `payment_term_days` of the relation, or else plus 30 days; `null` for credit notes. Not before `issue_date`.',
  delivery_date: 'The day of the delivery (BT-72). `null` when it is not stated.',
  period_start: 'The first day of the period that is invoiced (BT-73). `null` when it is not stated.',
  period_end: 'The last day of the period that is invoiced (BT-74). `null` when it is not stated.',
  currency:
    'The currency of all amounts (BT-5), as an ISO 4217 code. By default the currency of the company.',
  exchange_rate:
    'How much of the currency of the company one unit of the currency of the document is worth: `"0.92"` for a document in USD of a company in EUR. It gives `totals.tax_in_company_currency`. `null` when no rate is stated.',
  language:
    'The language of titles and texts in the PDF. By default the language of the relation, or else that of the company.',
  buyer_reference:
    'A reference of the buyer, such as a department or a cost centre, that routes the invoice at the buyer (BT-10). By default the `buyer_reference` of the relation; `null` when there is none.',
  order_reference: 'The number of the purchase order of the buyer (BT-13). `null` when there is none.',
  note: 'A text for the whole document (BT-22). `null` when there is none.',
  payment_reference:
    'The reference that the buyer states in the payment (BT-83). Invoices in EUR of Belgian companies get a structured one (`+++012/3456/78939+++`) when none is given; its check digits are verified. Otherwise `null` by default.',
  preceding_document:
    'The invoice that a credit note corrects (BG-3): an own document by its `id`, or an invoice from elsewhere by `number` and `issue_date`. Only for credit notes; `null` when there is none. An own invoice keeps its relation and currency while credit notes name it by its `id`. Its number and date are copied when a request names it; naming it again in a PATCH copies them again.',
  converted_from:
    'The quote or proforma that the document was made from, which may have been deleted. `null` for all others.',
  converted_to: 'The documents that were made from this quote or proforma, the oldest first.',
  credited_amount:
    'The sum of the totals of the credit notes that name this own invoice by its id, in the currency of the document. `null` for all other documents.',
  credit_notes: 'The credit notes that name this own invoice by its id, the oldest first.',
  seller: 'The seller as of the creation of the document (BG-4). Later changes do not alter it.',
  buyer: 'The buyer as of the creation of the document (BG-7). Later changes do not alter it.',
  delivery:
    'The delivery location as of the creation of the document (BG-13). `null` without `delivery_location_id`; of a received document, the place that it states, or `null`.',
  payment:
    'The account to pay to, as of the creation of the document (BG-17): that of the journal, or else the default account of the company; of a purchase document that of the relation. `null` when there is none.',
  allowance_charges:
    'Allowances and charges of the whole document (BG-20, BG-21), at most 100. Each is spread over the VAT rates of the lines in proportion to their totals. The characters of their reasons, and 150 for each of them, times the number of VAT rates are at most 1,000,000.',
  vat_breakdown:
    'The VAT for each category and rate (BG-23). VAT is rounded once per category and rate, not per line.',
  totals: 'The totals of the document (BG-22), in the currency of the document unless stated otherwise.',
  paid_amount:
    'The amount that was already paid when the document was issued, VAT included (BT-113). At least 0 and at most the total. `null` stands for 0.',
  open_amount:
    'The amount that is still to be paid, in the currency of the document: `totals.payable` less payments, the amounts of linked reconciliations and payment intents, and what is set off with credit notes. Below 0 when links go beyond it. A negative total of a received document counts by its size. `null` for quotes and proformas.',
  responses:
    'The Invoice Responses that were sent about this received document, or received about this sent document, the oldest first. A change of them does not move the version of the document.',
  duplicate_of:
    'The earlier received document with the same sender, type, number and date. `null` when there is none.',
  sent_at:
    'When the network accepted the document, or when it was marked as sent. `null` when it was not sent.',
  transmitted_at: 'When the document was booked in accounting. `null` when it was not.',
  received_at: 'When the document was received or imported. `null` for own documents.',
  lines:
    'The lines (BG-25), 1 to 1,000. In a `PATCH` they replace all stored lines; lines that were read are sent back without `net_amount`, which is computed.',
  allowed_actions:
    'What the state of the document allows at present. `update`: `PATCH`. `delete`: `DELETE`. `send`: `POST …/send`. `pay`: `POST …/payments`. `credit`: `POST …/credit`. `convert`: `POST …/convert`. `respond`: `POST …/responses`.',
  attachments: 'The files of the document, the oldest first (BG-24).',
} as const;

export const LINE_TERMS = {
  name: 'The name of the item or service (BT-153).',
  description: 'A longer text about the item (BT-154). `null` when there is none.',
  quantity:
    'How many units (BT-129). Not 0; a negative quantity makes a negative line, such as a return. At most 6 decimals.',
  unit: 'The unit of the quantity (BT-130), a code of UN/ECE Recommendation 20 or 21 such as `HUR` (hour) or `KGM` (kilogram). By default `C62` (one, piece).',
  unit_price:
    'The price of one unit without VAT, in the currency of the document (BT-146). At least 0, at most 6 decimals.',
  discount_percent:
    'A discount in percent of quantity × unit price (BT-138). Not together with `discount_amount`; `null` when there is none.',
  discount_amount:
    'A discount on the whole line, in the currency of the document (BT-136). At most quantity × unit price, and not together with `discount_percent`; `null` when there is none.',
  base_quantity:
    'How many units `unit_price` is the price of (BT-149). Only on lines of received documents; `null` for one unit.',
  allowance_charges:
    'Allowances and charges of the line (BG-27, BG-28). Only on lines of received documents.',
  vat_rate:
    'The VAT rate in percent (BT-152), such as `"21.00"`: at most 100, with at most 2 decimals. Above 0 in the category `S`, otherwise 0.',
  vat_category:
    'The VAT category (BT-151). `S`: a rate above 0. `Z`: zero rate. `E`: exempt. `AE`: reverse charge, the buyer pays the VAT and must have a VAT number. `K`: intra-Community supply, the buyer must have a VAT number of another member state. `G`: export, the goods leave the EU. `O`: not subject to VAT. By default `S` when the rate is above 0; required when it is 0. Lines of received documents also have `L` (Canary Islands), `M` (Ceuta and Melilla) and `B` (Italian split payment).',
  vat_exemption_reason:
    'Why no VAT is charged, in words (BT-120). Not in the categories `S` and `Z`; `AE`, `K`, `G` and `O` have one by default. Otherwise `null`.',
  vat_exemption_code:
    'Why no VAT is charged, as a VATEX code such as `VATEX-EU-AE` (BT-121); it must belong to the category. Not in the categories `S` and `Z`; `AE`, `K`, `G` and `O` have one by default. Otherwise `null`.',
  item_reference: "The seller's article number of the item (BT-155). `null` when there is none.",
  order_line_reference:
    "The number of the line in the buyer's purchase order (BT-132). `null` when there is none.",
  net_amount:
    'The amount of the line without VAT: quantity × unit price, rounded, less the discount (BT-131).',
} as const;

export const ALLOWANCE_CHARGE_TERMS = {
  kind: '`allowance` lowers the total (BG-20), `charge` raises it (BG-21).',
  amount:
    'The amount without VAT, in the currency of the document (BT-92, BT-99). Either `amount` or `percent`; `null` when a percentage is given.',
  percent:
    'The amount in percent of the total of the lines (BT-94, BT-101). Either `amount` or `percent`; `null` when an amount is given.',
  reason: 'What it is for (BT-97, BT-104), such as `Freight`.',
} as const;

export const LINE_ALLOWANCE_CHARGE_TERMS = {
  kind: '`allowance` lowers the amount of the line (BG-27), `charge` raises it (BG-28).',
  amount: 'The amount without VAT, in the currency of the document (BT-136, BT-141).',
  percent: 'The percentage that the sender states (BT-138, BT-143). `null` when none is stated.',
  base_amount:
    'The amount that the percentage applies to (BT-137, BT-142), in the currency of the document. `null` when none is stated.',
  reason: 'What it is for (BT-139, BT-144). `null` when the sender states none.',
} as const;

export const PRECEDING_DOCUMENT_TERMS = {
  id: 'The id of an own document of the same direction, relation and currency. `null` in a response when the invoice is from elsewhere.',
  number: 'The number of the invoice (BT-25).',
  issue_date: 'The date of the invoice (BT-26). `null` when it is not known.',
} as const;
