import { words } from '../formats';

/** The types that are not described by the names of the resource and of what happened. */
const TEXTS: Readonly<Record<string, string>> = {
  'document.marked_sent': 'Document marked as sent',
  'document.send_accepted': 'Document accepted for sending',
  'document.failed': 'Sending of document failed',
  'document.transmitted': 'Document booked in accounting',
  'document.payment_recorded': 'Payment of document recorded',
  'document.payment_removed': 'Payment of document removed',
  'document.response_received': 'Response to document received',
  'document.response_sent': 'Response to document sent',
  'client.secret_rotated': 'Secret of client rotated',
  'client.revoked': 'Refresh token of client revoked',
  'client.locked': 'Client locked out',
};

/** `journal.created` → `Journal created` */
export function eventText(type: string): string {
  return Object.hasOwn(TEXTS, type) ? TEXTS[type]! : words(type.replace('.', '_'));
}
