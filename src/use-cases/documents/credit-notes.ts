import type { Draft } from '../../domain/documents/document';
import { setOff, withCreditNotes, withSetOff } from '../../domain/documents/derived/set-off';
import { decimal, ZERO } from '../../domain/values/money';
import { isEqual, revised } from '../../domain/version';
import type {
  FoundDocument,
  IssuedDocument,
  NumberingRequest,
} from '../../ports/documents/document-repository';
import type { Repositories } from '../../ports/unit-of-work';

type Stores = Pick<Repositories, 'credit_notes' | 'documents'>;

/**
 * Numbers and stores a document. A credit note that names an own invoice by its id is set off against it, as far as both
 * are open. The sequence is locked.
 *
 * @returns undefined, with nothing stored, when the last document of the sequence has a later date
 */
export async function issueSetOff(
  stores: Stores,
  company_id: string,
  { sequence, draft }: NumberingRequest,
  now: Date,
): Promise<IssuedDocument | undefined> {
  const { documents } = stores;
  const invoice = await lockInvoice(stores, company_id, draft);
  if (!invoice) return documents.issue(company_id, { sequence, draft });
  const difference = setOff(invoice, draft);
  const set_off = { ...draft, ...withSetOff(draft, difference) };
  const issued = await documents.issue(company_id, { sequence, draft: set_off });
  if (issued) await saveInvoice(stores, company_id, invoice, difference, now);
  return issued;
}

/** Stores a changed document. A credit note is set off again when its amounts or its invoice change. */
export async function saveSetOff(
  stores: Stores,
  company_id: string,
  before: FoundDocument,
  after: FoundDocument,
  now: Date,
): Promise<FoundDocument> {
  const is_same_invoice = before.preceding_document?.id === after.preceding_document?.id;
  if (is_same_invoice && isEqual(before.totals, after.totals)) {
    await stores.documents.save(company_id, before, after);
    return after;
  }
  const former = before.settlement?.set_off == null ? ZERO : decimal(before.settlement.set_off);
  const former_invoice = await lockInvoice(stores, company_id, before);
  const invoice = is_same_invoice ? former_invoice : await lockInvoice(stores, company_id, after);
  const alone = { ...after, ...withSetOff(after, former.neg()) };
  const released = is_same_invoice ? former : ZERO;
  const free = invoice && { ...invoice, ...withSetOff(invoice, released.neg()) };
  const present = free ? setOff(free, alone) : ZERO;
  const next = { ...alone, ...withSetOff(alone, present) };
  await stores.documents.save(company_id, before, next);
  if (invoice) await saveInvoice(stores, company_id, invoice, present.minus(released), now);
  if (former_invoice && !is_same_invoice) {
    await saveInvoice(stores, company_id, former_invoice, former.neg(), now);
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
  const former = deleted.settlement?.set_off;
  if (invoice) await saveInvoice(stores, company_id, invoice, decimal(former ?? '0').neg(), now);
  if (deleted.credited === null) return;
  for (const { id } of await credit_notes.list(company_id, deleted.id)) {
    const note = await documents.lock(company_id, id);
    if (note?.settlement?.set_off == null) continue;
    const alone = withSetOff(note, decimal(note.settlement.set_off).neg());
    await documents.save(company_id, note, revised<FoundDocument>(note, alone, now));
  }
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
  invoice: FoundDocument,
  difference: ReturnType<typeof setOff>,
  now: Date,
): Promise<void> {
  const notes = await credit_notes.list(company_id, invoice.id);
  await documents.save(company_id, invoice, withCreditNotes(invoice, notes, difference, now));
}
