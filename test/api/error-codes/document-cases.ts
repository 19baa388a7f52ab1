import { NO_ID } from '../../support/every-route';
import { aPdf, DOCX, PDF } from '../../support/sample-files';
import { aRelation, aTenant } from '../../support/service';
import {
  aDocument,
  aJournal,
  aLocation,
  aReceivedDocument,
  aScene,
  aSendableDocument,
  aSentDocument,
  attach,
  aTransmittedDocument,
  type Cases,
  create,
  importFile,
  LINE,
  manage,
  salesJournal,
  send,
  type Scene,
} from './steps';

const MIB = 1024 * 1024;
const CHARGES = [{ kind: 'charge', amount: '1', reason: 'Freight' }];

const markSent = async (t: Scene, id: string) => t.post(`/documents/${id}/mark-sent`);
const change = async (t: Scene, id: string) => t.patch(`/documents/${id}`, { note: 'Too late' });
const remove = async (t: Scene, id: string) => t.delete(`/documents/${id}`);
const pay = async (t: Scene, id: string, amount: string) => t.post(`/documents/${id}/payments`, { amount });
const respond = async (t: Scene, id: string) => t.post(`/documents/${id}/responses`, { status: 'AB' });
const removeLinked = async (t: Scene, kind: string) => {
  const target_id = await aDocument(t);
  await manage(t, 'links', { target: 'document', target_id, kind }).expect(201);
  return remove(t, target_id);
};

export const DOCUMENTS: Cases = {
  'invalid_relation 422': {
    unknown: (t) => create(t, { relation_id: NO_ID }),
    "another company's": async (t) => create(t, { relation_id: await aRelation(await aTenant(t.service)) }),
    'without an address': async (t) => create(t, { relation_id: await aRelation(t, { address: null }) }),
  },
  'invalid_journal 422': {
    unknown: (t) => create(t, { journal_id: NO_ID }),
    inactive: async (t) => create(t, { journal_id: await aJournal(t, { active: false }) }),
    "another company's": async (t) => create(t, { journal_id: await salesJournal(await aTenant(t.service)) }),
    'of another category': async (t) => create(t, { type: 'credit_note', journal_id: await salesJournal(t) }),
  },
  'no_default_journal 422': {
    'a company without journals': async ({ service }) =>
      create(await aScene(service, { default_journals: false })),
  },
  'invalid_delivery_location 422': {
    unknown: (t) => create(t, { delivery_location_id: NO_ID }),
    "another relation's": async (t) =>
      create(t, { delivery_location_id: await aLocation(t, await aRelation(t)) }),
  },
  'invalid_amount 422': {
    'a negative total': (t) => create(t, { lines: [{ ...LINE, quantity: '-1' }] }),
  },
  'invalid_paid_amount 422': {
    'above the total': (t) => create(t, { paid_amount: '121.01' }),
    'a payment above what is open': async (t) => pay(t, await aDocument(t), '121.01'),
    'a total below the payments': async (t) => {
      const id = await aDocument(t);
      await pay(t, id, '1.00');
      return t.patch(`/documents/${id}`, { paid_amount: '120.01' });
    },
  },
  'invalid_allowance_charge 422': {
    'lines that total 0': (t) =>
      create(t, { lines: [{ ...LINE, unit_price: '0' }], allowance_charges: CHARGES }),
    'a VAT rate that totals less': (t) =>
      create(t, {
        lines: [LINE, { ...LINE, quantity: '-0.5', vat_rate: '6' }],
        allowance_charges: CHARGES,
      }),
  },
  'invalid_issue_date 422': {
    'outside the window': (t) => create(t, { issue_date: '2099-01-01' }),
    'before the last number': async (t) => {
      const year = new Date().getUTCFullYear();
      await aDocument(t, { issue_date: `${year}-01-02` });
      return create(t, { issue_date: `${year}-01-01` });
    },
  },
  'invalid_document_lines 422': {
    'another currency without lines': async (t) =>
      t.patch(`/documents/${await aDocument(t)}`, { currency: 'JPY' }),
  },
  'self_billing_disabled 422': {
    'a purchase document': (t) => create(t, { type: 'purchase_invoice' }),
  },
  'not_sendable 422': {
    'a type that is not transported': async (t) => send(t, await aDocument(t, { type: 'proforma' })),
    'a type that is not transported, at its creation': (t) =>
      create(t, { type: 'quote' }, '?send_peppol=true'),
  },
  'not_sendable 409': {
    received: async (t) => send(t, await aReceivedDocument(t)),
    'received, by other means': async (t) => markSent(t, await aReceivedDocument(t)),
  },
  'send_failed 422': {
    'no electronic address': async (t) => send(t, await aDocument(t)),
    'no electronic address, at its creation': (t) => create(t, {}, '?send_peppol=true'),
  },
  'response_not_possible 409': {
    'about an own document': async (t) => respond(t, await aDocument(t)),
    'about an imported document': async (t) => respond(t, await aReceivedDocument(t)),
  },
  'already_sent 409': {
    'over the network': async (t) => {
      const id = await aSendableDocument(t);
      await send(t, id).expect(202);
      return send(t, id);
    },
    'by other means': async (t) => send(t, await aSentDocument(t)),
    'by other means, twice': async (t) => markSent(t, await aSentDocument(t)),
  },
  'duplicate_attachment 409': {
    'the same name': async (t) => {
      const id = await aDocument(t);
      await attach(t, id, 'terms.pdf', PDF).expect(201);
      return attach(t, id, 'Terms.PDF', PDF);
    },
  },
  'document_not_editable 409': {
    sent: async (t) => change(t, await aSentDocument(t)),
    transmitted: async (t) => change(t, await aTransmittedDocument(t)),
    received: async (t) => change(t, await aReceivedDocument(t)),
  },
  'document_not_deletable 409': {
    'not the last of its sequence': async (t) => {
      const id = await aDocument(t);
      await aDocument(t);
      return remove(t, id);
    },
    sent: async (t) => remove(t, await aSentDocument(t)),
    transmitted: async (t) => remove(t, await aTransmittedDocument(t)),
    received: async (t) => remove(t, await aReceivedDocument(t)),
  },
  'document_in_use 409': {
    reconciliation: (t) => removeLinked(t, 'reconciliation'),
    'invoiced timesheet line': (t) => removeLinked(t, 'timesheet_line'),
    'payment intent': (t) => removeLinked(t, 'payment_intent'),
    payment: async (t) => {
      const id = await aDocument(t);
      await pay(t, id, '1.00');
      return remove(t, id);
    },
  },
  '413': {
    'an attachment too big': async (t) => attach(t, await aDocument(t), 'big.pdf', aPdf(10 * MIB + 1)),
    'an import too big': (t) => importFile(t, 'big.pdf', aPdf(20 * MIB + 1)),
  },
  '415': {
    'an attachment of another kind': async (t) => attach(t, await aDocument(t), 'letter.docx', DOCX),
    'an import of another kind': (t) => importFile(t, 'letter.docx', DOCX),
  },
};
