import type { DocumentView } from './document';
import { allowedActions, type DocumentFacts } from './lifecycle';

/** A document as returned by the interface, from its own row and the facts from other rows. */
export function viewOf(document: Omit<DocumentView, 'allowed_actions'> & DocumentFacts): DocumentView {
  return { ...document, allowed_actions: allowedActions(document) };
}
