import { sql } from 'kysely';
import type { ReportedDocument } from '../../../domain/e-invoicing/network-transitions';
import type {
  CompanyTransmission,
  ManagedTransmission,
  TakenTransmission,
} from '../../../ports/e-invoicing/transmission-repository';

const created_at = { column: 'transmission.created_at', type: 'timestamptz' } as const;
const updated_at = { column: 'transmission.updated_at', type: 'timestamptz' } as const;
/** Sort orders of the lists: that of one company has only `creation`. */
export const SORTS = { times: { created_at, updated_at }, creation: { created_at } } as const;

/** Electronic addresses are compared without case. */
export const RECEIVER = sql`lower(transmission.receiver) collate "C"`;

/** Columns of the document that depend on its transmission. */
export const DOCUMENT_COLUMNS = [
  'status',
  'peppol_status',
  'peppol_error',
  'sent_at',
  'marked_sent',
  'was_rejected',
  'version',
  'updated_at',
  'responses',
] as const satisfies readonly (keyof ReportedDocument)[];

/** The columns of the document, prefixed, because two have the same name as columns of the transmission. */
export type DocumentFields = {
  readonly [Column in (typeof DOCUMENT_COLUMNS)[number] as `document_${Column}`]: ReportedDocument[Column];
};

/** A transmission as `taking` returns it. */
export type TakenRow = Omit<TakenTransmission, 'document' | 'payload'> &
  DocumentFields & { readonly payload: string | null };

export function withDocument<Row extends DocumentFields>(row: Row) {
  const {
    document_status: status,
    document_peppol_status: peppol_status,
    document_peppol_error: peppol_error,
    document_sent_at: sent_at,
    document_marked_sent: marked_sent,
    document_was_rejected: was_rejected,
    document_version: version,
    document_updated_at: updated_at,
    document_responses: responses,
    ...transmission
  } = row;
  const document = {
    status,
    peppol_status,
    peppol_error,
    sent_at,
    marked_sent,
    was_rejected,
    version,
    updated_at,
    responses,
  };
  return { ...transmission, document };
}

export function managed({
  company_id,
  company_name,
  number,
  type,
  ...transmission
}: CompanyTransmission & {
  readonly company_id: string;
  readonly company_name: string;
}): ManagedTransmission {
  return {
    ...transmission,
    company: { id: company_id, name: company_name },
    document: { id: transmission.document_id, number, type },
  };
}
