import { z } from 'zod';
import type { DocumentView } from '../../../domain/documents/document';
import { DOCUMENT_TYPE_NAMES } from '../../../domain/documents/document-type';
import { PEPPOL_STATUSES, STATUSES } from '../../../domain/documents/document-status';
import { PAYMENT_STATUSES } from '../../../domain/documents/payments/payment-status';
import { DomainError } from '../../../domain/errors';
import type { Companies } from '../../../use-cases/master-data/companies';
import type { Attachments } from '../../../use-cases/documents/attachments';
import type { Documents } from '../../../use-cases/documents/documents';
import type { Payments } from '../../../use-cases/documents/payments';
import type { DocumentFiles } from '../../../use-cases/e-invoicing/document-files';
import type { InvoiceResponses } from '../../../use-cases/e-invoicing/invoice-responses';
import type { Sending } from '../../../use-cases/e-invoicing/sending';
import type { Timeline } from '../../../use-cases/events/timeline';
import type { Transmissions } from '../../../use-cases/e-invoicing/transmissions';
import { notFound } from '../../http/responses/envelope';
import type { RawRouteSpec } from '../../http/route';
import { date as dateText, searchText, uuid } from '../../http/schemas/schemas';
import { eventsBefore, shownTimeline } from '../events/shown-events';
import { COMMON_ORDERS, shownList } from '../lists';
import { fileRoutes } from './document-file-routes';
import { shownResponse } from './response-texts';
import { filesOf, particulars, shownLine, totalRows, vatRows } from './shown-document';
import { done, noticeOf, pageAfter } from '../notices';
import { idIn, type Pages } from '../page';
import { companyPath, documentPath } from '../paths';

const OF_COMPANY = companyPath(':id', '/documents');
const ONE = documentPath(':id', ':document_id');

/** Options of the list's filters. */
const CHOICES = {
  type: DOCUMENT_TYPE_NAMES,
  status: STATUSES,
  peppol_status: PEPPOL_STATUSES,
  payment_status: PAYMENT_STATUSES,
} as const;

const DOCUMENT_LIST = {
  filters: {
    q: searchText,
    type: z.enum(CHOICES.type),
    status: z.enum(CHOICES.status),
    peppol_status: z.enum(CHOICES.peppol_status),
    payment_status: z.enum(CHOICES.payment_status),
    relation_id: uuid,
    issue_date_from: dateText,
    issue_date_to: dateText,
  },
  orders: [
    ...COMMON_ORDERS,
    { value: '-issue_date', label: 'Issue date, latest first' },
    { value: 'issue_date', label: 'Issue date, earliest first' },
    { value: 'number', label: 'Number, ascending' },
    { value: '-number', label: 'Number, descending' },
  ],
  sorts: { issue_date: 'date', number: 'text' },
} as const;

/** Maximum number of transmissions and payments that a document's page shows. */
const MAX_TRANSMISSIONS = 50;
/** Maximum number of lines that a document's page shows. */
const MAX_LINES = 100;

export interface DocumentParts {
  readonly companies: Companies;
  readonly documents: Documents;
  readonly payments: Payments;
  readonly sending: Sending;
  readonly transmissions: Transmissions;
  readonly timeline: Timeline;
  readonly files: DocumentFiles;
  readonly attachments: Attachments;
  readonly responses: InvoiceResponses;
}

export function documentPages(pages: Pages, parts: DocumentParts): RawRouteSpec[] {
  const { companies, documents, payments, sending, transmissions, timeline } = parts;
  return [
    pages.show(OF_COMPANY, async (visit) => {
      const company = await companies.get(visit.unit, idIn(visit, 'id'));
      const path = companyPath(company.id, '/documents');
      const list = await shownList(path, visit, DOCUMENT_LIST, (filters, page) =>
        documents.list(visit.unit, company.id, filters, page),
      );
      return {
        view: 'documents/list',
        title: 'Documents',
        company,
        tab: 'documents',
        model: { company, list, choices: CHOICES, chosen: visit.query },
      };
    }),
    pages.show(ONE, async (visit) => {
      const company = await companies.get(visit.unit, idIn(visit, 'id'));
      const document = await documents.get(visit.unit, company.id, idIn(visit, 'document_id'));
      const page = { sort: '-created_at', limit: MAX_TRANSMISSIONS };
      const sends = await transmissions.list(visit.unit, company.id, document.id, {}, page);
      const paid = await payments.list(visit.unit, company.id, document.id, {}, page);
      const history = await timeline.ofDocument(company.id, document.id, eventsBefore(visit.query));
      return {
        view: 'documents/document',
        title: document.number,
        company,
        tab: 'documents',
        notice: noticeOf(visit.query),
        model: {
          company,
          document,
          lines: document.lines.slice(0, MAX_LINES).map((line) => shownLine(line, document.currency)),
          particulars: particulars(document),
          totals: totalRows(document),
          vat_rows: vatRows(document),
          files: filesOf(company.id, document),
          payments: paid.data,
          has_older_payments: paid.next !== null,
          responses: document.responses.map(shownResponse).reverse(),
          is_resendable: isResendable(document),
          transmissions: sends.data,
          has_older_transmissions: sends.next !== null,
          history: await shownTimeline(visit, timeline, company.id, history, {
            path: documentPath(company.id, document.id),
            fragment: '#events',
          }),
        },
      };
    }),
    pages.act(`${ONE}/transmissions/:message_id/outcome`, async (form, visit) => {
      const outcome = z.enum(['sent', 'failed']).safeParse(form.text('outcome'));
      if (!outcome.success) throw new DomainError('validation_error', 'The outcome must be sent or failed.');
      const [company_id, document_id] = [idIn(visit, 'id'), idIn(visit, 'document_id')];
      const message_id = idIn(visit, 'message_id');
      const page = { sort: '-created_at', limit: MAX_TRANSMISSIONS };
      const { data: sends } = await transmissions.list(visit.unit, company_id, document_id, {}, page);
      if (!sends.some((sent) => sent.message_id === message_id)) throw notFound();
      await transmissions.close(visit.unit, message_id, outcome.data);
      return done(pageAfter(form, documentPath(company_id, document_id)), 'outcome');
    }),
    pages.act(`${ONE}/send`, async (form, visit) => {
      const [company_id, document_id] = [idIn(visit, 'id'), idIn(visit, 'document_id')];
      await sending.sendAgain(visit.unit, company_id, document_id);
      return done(pageAfter(form, documentPath(company_id, document_id)), 'sent_again');
    }),
    ...fileRoutes(pages, parts),
    pages.show(companyPath(':id', '/transmissions'), async (visit) => {
      const company = await companies.get(visit.unit, idIn(visit, 'id'));
      const path = companyPath(company.id, '/transmissions');
      const list = await shownList(path, visit, { orders: COMMON_ORDERS.slice(0, 2) }, (_filters, page) =>
        transmissions.listOfCompany(visit.unit, company.id, page),
      );
      return {
        view: 'documents/transmissions',
        title: 'Transmissions',
        company,
        tab: 'transmissions',
        model: { company, list },
      };
    }),
  ];
}

/** Whether the last send came to nothing, so that an operator can send again. */
function isResendable({ peppol_status, allowed_actions }: DocumentView): boolean {
  return peppol_status !== null && allowed_actions.includes('send');
}
