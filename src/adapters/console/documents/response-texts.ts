import type {
  Clarification,
  InvoiceResponse,
  ResponseStatus,
} from '../../../domain/documents/responses/invoice-response';

const STATUSES: Readonly<Record<ResponseStatus, string>> = {
  AB: 'Taken in',
  IP: 'In process',
  UQ: 'Under query',
  CA: 'Conditionally accepted',
  RE: 'Rejected',
  AP: 'Accepted',
  PD: 'Paid',
};

/** Signs and colours of the states that a status is like. */
const STATES: Readonly<Record<ResponseStatus, string>> = {
  AB: 'received',
  IP: 'pending',
  UQ: 'unknown',
  CA: 'partial',
  RE: 'rejected',
  AP: 'accepted',
  PD: 'paid',
};

/** The names of the code lists OPStatusReason and OPStatusAction. */
const CODES: Readonly<Record<string, string>> = {
  NON: 'No issue',
  REF: 'References incorrect',
  LEG: 'Legal information incorrect',
  REC: 'Receiver unknown',
  QUA: 'Quality of the items insufficient',
  DEL: 'Delivery issues',
  PRI: 'Prices incorrect',
  QTY: 'Quantity incorrect',
  ITM: 'Items incorrect',
  PAY: 'Payment terms incorrect',
  UNR: 'Not recognised',
  FIN: 'Finance terms incorrect',
  PPD: 'Partially paid',
  NOA: 'No action required',
  PIN: 'Provide information',
  NIN: 'Issue a new invoice',
  CNF: 'Credit fully',
  CNP: 'Credit partially',
  CNA: 'Credit the amount',
  OTH: 'Other',
};

const clarified = ({ code, text }: Clarification) =>
  text === null ? (CODES[code] ?? code) : `${CODES[code] ?? code}: ${text}`;

/** A response in words. */
export function shownResponse({
  id,
  direction,
  status,
  reasons,
  actions,
  note,
  at,
  effective_date,
  state,
}: InvoiceResponse) {
  return {
    id,
    direction,
    at,
    note,
    effective_date,
    state,
    status: STATUSES[status],
    like: STATES[status],
    reasons: reasons.map(clarified),
    actions: actions.map(clarified),
  };
}
