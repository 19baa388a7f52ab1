import { sql } from 'kysely';
import type { ReportedDocument } from '../../../domain/e-invoicing/network-transitions';
import type {
  CompanyTransmission,
  ManagedTransmission,
} from '../../../ports/e-invoicing/transmission-repository';
import type { DOCUMENT_COLUMNS } from './transmission-statements';

const CREATED = { column: 'transmission.created_at', type: 'timestamptz' } as const;
const UPDATED = { column: 'transmission.updated_at', type: 'timestamptz' } as const;
/** Sort orders of the lists of a document, of a company, and of all companies. */
export const SORTS = {
  document: { created_at: CREATED, updated_at: UPDATED },
  company: { created_at: CREATED },
  all: { created_at: CREATED, updated_at: UPDATED },
} as const;

/** Electronic addresses are compared without case. */
export const RECEIVER = sql`lower(transmission.receiver) collate "C"`;

/** The columns of the document, prefixed, because two have the same name as columns of the transmission. */
export type DocumentFields = {
  readonly [Column in (typeof DOCUMENT_COLUMNS)[number] as `document_${Column}`]: ReportedDocument[Column];
};

export function withDocument<Row extends DocumentFields>(row: Row) {
  const {
    document_status: status,
    document_peppol_status: peppol_status,
    document_peppol_error: peppol_error,
    document_sent_at: sent_at,
    document_marked_sent: marked_sent,
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

/** A Buffer that shares memory with the bytes. */
export function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
