import type { Client } from '../access/client';
import type { Document } from '../documents/document';
import type { PeppolStatus } from '../documents/document-status';
import { isEqual } from '../version';
import { NOT_DIGESTED } from './digest';
import type { ResourceType } from './event';

const PEPPOL_VERBS: Readonly<Record<PeppolStatus, string>> = {
  pending: 'send_accepted',
  sent: 'sent',
  delivered: 'delivered',
  failed: 'failed',
  rejected: 'rejected',
};

/** What happened to a document, as the part of its event's type after the dot. */
export function documentVerb(
  before: Pick<Document, 'peppol_status'> & Partial<Document>,
  after: Pick<Document, 'peppol_status'> & Partial<Document>,
): string {
  if (after.peppol_status !== before.peppol_status && after.peppol_status !== null)
    return PEPPOL_VERBS[after.peppol_status];
  const response = after.responses?.[before.responses?.length ?? 0];
  if (response) return response.direction === 'sent' ? 'response_sent' : 'response_received';
  if (after.accounting_status !== before.accounting_status) return 'transmitted';
  if (after.marked_sent !== before.marked_sent) return 'marked_sent';
  return 'updated';
}

/** What happened to a client, as the part of its event's type after the dot. */
export function clientVerb(before: Client, after: Client): string {
  return after.secret_hash === before.secret_hash ? 'updated' : 'secret_rotated';
}

/**
 * The names of the fields that differ between two states of a resource, sorted.
 *
 * @param before - as its GET returned it; a field that is absent or undefined is not compared
 */
export function changedMembers(before: object, after: object): string[] {
  const now = after as Record<string, unknown>;
  return Object.entries(before)
    .filter(([name, value]) => value !== undefined && !NOT_DIGESTED.has(name) && !isEqual(value, now[name]))
    .map(([name]) => name)
    .sort();
}

const DOCUMENT_DATA = [
  ...['number', 'type', 'status', 'peppol_status', 'payment_status', 'relation_id'],
  ...['external_id', 'totals'],
];
const OTHER_DATA = [
  ...['name', 'first_name', 'last_name', 'type', 'code', 'external_id', 'relation_id', 'document_id'],
  ...['filename', 'sha256'],
];

/** The fields of a resource that its events show: no secrets, and nothing personal beyond names and ids. */
export function dataOf(type: ResourceType, resource: object): Record<string, unknown> {
  const members = resource as Readonly<Record<string, unknown>>;
  const data: Record<string, unknown> = {};
  for (const name of type === 'document' ? DOCUMENT_DATA : OTHER_DATA) {
    if (members[name] !== undefined) data[name] = members[name];
  }
  return data;
}
