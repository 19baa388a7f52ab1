import type { DocumentRow, DocumentRowView, DocumentView } from './document';
import { allowedActions, type DocumentFacts } from './lifecycle';
import { openAmount } from './payment-status';

type Facts = Omit<DocumentFacts, 'open_amount'>;

/** A document as returned by the interface, from its own row and the facts from other rows. */
export function viewOf(
  document: Omit<DocumentView, 'allowed_actions' | 'open_amount'> & Facts,
): DocumentView {
  const facts = { ...document, open_amount: openAmount(document) };
  return { ...facts, allowed_actions: allowedActions(facts) };
}

/** A document as returned by a list. */
export function rowViewOf(row: DocumentRow): DocumentRowView {
  return { ...row, open_amount: openAmount(row) };
}
