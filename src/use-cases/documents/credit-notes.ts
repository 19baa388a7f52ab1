import type { CreditState } from '../../domain/documents/derived/credit-state';
import type { CreditedSums, CreditNote } from '../../domain/documents/derived/credited';
import type { Draft } from '../../domain/documents/document';
import {
  creditState,
  isSameToSetOff,
  isTotalCredited,
  movedSetOff,
  setOff,
  setOffAgain,
  withCreditNotes,
  withoutSetOff,
  withSetOff,
} from '../../domain/documents/derived/set-off';
import { assertCredited } from '../../domain/documents/references';
import { type Decimal, decimal } from '../../domain/values/money';
import { revised } from '../../domain/version';
import type {
  NumberingRequest,
  FoundDocument,
  IssuedDocument,
} from '../../ports/documents/document-repository';
import type { Repositories } from '../../ports/unit-of-work';

type Stores = Pick<Repositories, 'credit_notes' | 'documents'>;

/** An invoice, which is locked, with its new credit note. */
interface CreditedInvoice {
  readonly invoice: FoundDocument;
  /** What is credited of its lines by then; undefined for a credit note that is not made from it. */
  readonly credited_lines?: CreditedSums['lines'];
}

/** An invoice, which is locked, with the change of its set-off. */
interface SetOffInvoice extends CreditedInvoice {
  readonly difference: Decimal;
}

/**
 * Numbers and stores a document. A credit note that names an own invoice by its id is set off against it, as far as
 * both are open. The sequence is locked.
 *
 * @returns undefined, with nothing stored, when the sequence refuses the date, as in `DocumentRepository.issue`
 * @throws DomainError validation_error when the invoice has got another relation or currency since the draft was made
 */
export async function issueSetOff(
  stores: Stores,
  company_id: string,
  request: NumberingRequest,
  now: Date,
): Promise<IssuedDocument | undefined> {
  const invoice = await lockInvoice(stores, company_id, request.draft);
  if (!invoice) return stores.documents.issue(company_id, request);
  assertCredited(invoice, request.draft);
  return issueAgainst(stores, company_id, request, { invoice }, now);
}

/** Like `issueSetOff` for a credit note of an own invoice that is locked already. */
export async function issueAgainst(
  stores: Stores,
  company_id: string,
  request: NumberingRequest,
  credited: CreditedInvoice,
  now: Date,
): Promise<IssuedDocument | undefined> {
  const { draft } = request;
  const difference = setOff(credited.invoice, draft);
  const set_off = { ...draft, ...withSetOff(draft, difference) };
  const issued = await stores.documents.issue(company_id, { ...request, draft: set_off });
  if (issued) await saveInvoice(stores, company_id, { ...credited, difference }, now);
  return issued;
}

/**
 * Locks invoices in the order of their ids. Invoices are locked before their credit notes, so that concurrent changes
 * do not deadlock.
 */
export async function lockInvoices(
  documents: Stores['documents'],
  company_id: string,
  ids: readonly (string | null | undefined)[],
): Promise<void> {
  const known = ids.filter((id) => id != null);
  for (const id of [...new Set(known)].sort()) await documents.lock(company_id, id);
}

/**
 * Stores a changed document. A credit note is set off again when its amounts or its invoice change, an invoice when its
 * amounts change.
 */
export async function saveSetOff(
  stores: Stores,
  company_id: string,
  before: FoundDocument,
  after: FoundDocument,
  now: Date,
): Promise<FoundDocument> {
  const is_same_invoice = before.preceding_document?.id === after.preceding_document?.id;
  const is_same_total = isSameToSetOff(before.totals, after.totals);
  if (is_same_invoice && is_same_total) {
    await stores.documents.save(company_id, before, after);
    return after;
  }
  if (after.credited !== null) return saveCredited(stores, company_id, before, after, now);
  const former_invoice = await lockInvoice(stores, company_id, before);
  const invoice = is_same_invoice ? former_invoice : await lockInvoice(stores, company_id, after);
  const moved = movedSetOff(before, after, { former_invoice, invoice });
  await stores.documents.save(company_id, before, moved.note);
  for (const changed of moved.invoices) await saveInvoice(stores, company_id, changed, now);
  return moved.note;
}

/** Stores an invoice whose amounts have changed, and sets it off again against its credit notes. */
async function saveCredited(
  { credit_notes, documents }: Stores,
  company_id: string,
  before: FoundDocument,
  after: FoundDocument,
  now: Date,
): Promise<FoundDocument> {
  const listed = await credit_notes.list(company_id, after.id);
  const notes: FoundDocument[] = [];
  for (const { id } of listed) notes.push((await documents.lock(company_id, id))!);
  const again = setOffAgain(after, notes);
  const credited = await creditedBy(listed, credit_notes, company_id, after);
  const next = { ...again.invoice, credited };
  await documents.save(company_id, before, next);
  for (const [index, note] of notes.entries()) {
    await saveSettlement(documents, company_id, note, again.notes[index]!, now);
  }
  return next;
}

/** Ends the set-offs of a document that was deleted: of a credit note, or of an invoice with credit notes. */
export async function endSetOffs(
  stores: Stores,
  company_id: string,
  deleted: FoundDocument,
  now: Date,
): Promise<void> {
  const { credit_notes, documents } = stores;
  const invoice = await lockInvoice(stores, company_id, deleted);
  const difference = decimal(deleted.settlement?.set_off ?? '0').neg();
  if (invoice) await saveInvoice(stores, company_id, { invoice, difference }, now);
  if (deleted.credited === null) return;
  for (const { id } of await credit_notes.list(company_id, deleted.id)) {
    const note = await documents.lock(company_id, id);
    if (!note) continue;
    await saveSettlement(documents, company_id, note, withoutSetOff(note), now);
  }
}

function saveSettlement(
  documents: Stores['documents'],
  company_id: string,
  note: FoundDocument,
  { settlement, payment_status }: Pick<FoundDocument, 'settlement' | 'payment_status'>,
  now: Date,
): Promise<void> {
  return documents.save(company_id, note, revised<FoundDocument>(note, { settlement, payment_status }, now));
}

/** @returns undefined unless the document is a credit note of an own invoice */
async function lockInvoice(
  { documents }: Stores,
  company_id: string,
  { preceding_document }: Pick<Draft, 'preceding_document'>,
): Promise<FoundDocument | undefined> {
  if (preceding_document?.id == null) return undefined;
  const invoice = await documents.lock(company_id, preceding_document.id);
  return invoice?.status === 'received' ? undefined : invoice;
}

async function saveInvoice(
  { credit_notes, documents }: Stores,
  company_id: string,
  { invoice, credited_lines, difference }: SetOffInvoice,
  now: Date,
): Promise<void> {
  const notes = await credit_notes.list(company_id, invoice.id);
  const credited = await creditedBy(notes, credit_notes, company_id, invoice, credited_lines);
  await documents.save(company_id, invoice, withCreditNotes(invoice, credited, difference, now));
}

/** What an invoice states of its credit notes. */
async function creditedBy(
  notes: readonly CreditNote[],
  credit_notes: Stores['credit_notes'],
  company_id: string,
  invoice: FoundDocument,
  credited_lines?: CreditedSums['lines'],
): Promise<CreditState | null> {
  const is_read = credited_lines === undefined && isTotalCredited(invoice, notes);
  const credited = is_read ? (await credit_notes.sumMade(company_id, invoice.id)).lines : credited_lines;
  return creditState(invoice, notes, credited);
}
