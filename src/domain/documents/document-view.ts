import type { DocumentView } from './document';
import { allowedActions, type DocumentFacts } from './lifecycle';

/** A document as it is answered, from what is stored of it and what follows from other rows. */
export function viewOf(document: Omit<DocumentView, 'allowed_actions'> & DocumentFacts): DocumentView {
  return { ...document, allowed_actions: allowedActions(document) };
}
