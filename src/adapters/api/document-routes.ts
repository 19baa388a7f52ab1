import { z } from 'zod';
import { UNIT_CODES } from '../../domain/code-lists/unit-codes';
import { VATEX_CODES } from '../../domain/code-lists/vatex-codes';
import { DOCUMENT_READ_ONLY } from '../../domain/documents/change';
import { DOCUMENT_TYPE_NAMES } from '../../domain/documents/document-type';
import {
  ACCOUNTING_STATUSES,
  DOCUMENT_ACTIONS,
  STATUSES as DOCUMENT_STATUSES,
  PEPPOL_STATUSES,
} from '../../domain/documents/lifecycle';
import { PAYMENT_STATUSES } from '../../domain/documents/payment-status';
import { VAT_CATEGORIES } from '../../domain/documents/vat-category';
import { type DocumentFiles, FILE_FORMATS } from '../../use-cases/document-files';
import type { Documents } from '../../use-cases/documents';
import { attachmentBody } from './attachment-routes';
import { CREATE_DOCUMENT, PREVIEW_DOCUMENT, UPDATE_DOCUMENT } from './examples/document-examples';
import { listBody, listPage, listQuery } from '../http/list';
import { filter } from '../http/parse';
import { type Route, route } from '../http/route';
import {
  addressBody,
  currency,
  date,
  decimal,
  instantBody,
  language,
  optional,
  queryFlag,
  readOnly,
  text,
  uuid,
} from '../http/schemas';

const SIZE = 1e12;
const percentage = decimal({ decimals: 2, min: 0, max: 100 });

const line = z
  .strictObject({
    name: text(),
    description: optional(text(5000)),
    quantity: decimal({ decimals: 6, below: SIZE }).refine((value) => Number(value) !== 0, 'must not be 0'),
    unit: optional(
      z.string().refine((code) => UNIT_CODES.has(code), 'must be a code of UN/ECE Recommendation 20 or 21'),
    ),
    unit_price: decimal({ decimals: 6, min: 0, below: SIZE }),
    discount_percent: optional(percentage),
    discount_amount: optional(decimal({ decimals: 4, min: 0, below: 1e15 })),
    vat_rate: percentage,
    vat_category: optional(z.enum(VAT_CATEGORIES)),
    vat_exemption_reason: optional(text()),
    vat_exemption_code: optional(z.string().refine((code) => VATEX_CODES.has(code), 'must be a VATEX code')),
    item_reference: optional(text()),
    order_line_reference: optional(text()),
  })
  .meta({ id: 'LineInput' });

const allowanceCharge = z
  .strictObject({
    kind: z.enum(['allowance', 'charge']),
    amount: optional(decimal({ decimals: 4, above: 0, below: 1e15 })),
    percent: optional(decimal({ decimals: 2, above: 0, max: 100 })),
    reason: text(1000),
  })
  .meta({ id: 'AllowanceChargeInput' });

const precedingDocument = z.union(
  [z.strictObject({ id: uuid }), z.strictObject({ number: text(), issue_date: optional(date) })],
  'must be {"id"} or {"number", "issue_date"}',
);

/** What a creation and a PATCH share. */
const members = {
  due_date: optional(date),
  delivery_date: optional(date),
  period_start: optional(date),
  period_end: optional(date),
  exchange_rate: optional(decimal({ decimals: 10, above: 0, below: SIZE })),
  allowance_charges: optional(z.array(allowanceCharge).max(100, 'must have at most 100 entries')),
  paid_amount: optional(decimal({ decimals: 4, min: 0, below: 1e15 })),
  buyer_reference: optional(text()),
  order_reference: optional(text()),
  note: optional(text(5000)),
  payment_reference: optional(text()),
  delivery_location_id: optional(uuid),
  branding_id: optional(uuid),
  preceding_document: optional(precedingDocument),
};

const lines = z.array(line).min(1, 'must have at least 1 line').max(1000, 'must have at most 1000 lines');

const documentInput = z
  .strictObject({
    type: z.enum(DOCUMENT_TYPE_NAMES),
    relation_id: uuid,
    lines,
    journal_id: optional(uuid),
    issue_date: optional(date),
    currency: optional(currency),
    language: optional(language),
    ...members,
  })
  .meta({ id: 'DocumentInput' });

/** What cannot be empty cannot be cleared. */
const documentPatch = z
  .strictObject({
    relation_id: uuid.optional(),
    lines: lines.optional(),
    issue_date: date.optional(),
    currency: currency.optional(),
    language: language.optional(),
    ...members,
    ...readOnly(DOCUMENT_READ_ONLY),
  })
  .meta({ id: 'DocumentPatch' });

const nullableText = z.string().nullable();

const party = z
  .object({
    name: z.string(),
    vat: nullableText,
    identifier: nullableText,
    electronic_address: nullableText,
    address: addressBody.nullable(),
    email: nullableText,
    phone: nullableText,
  })
  .meta({ id: 'Party' });

const rowShape = {
  id: uuid,
  type: z.enum(DOCUMENT_TYPE_NAMES),
  number: z.string(),
  journal_id: uuid.nullable(),
  status: z.enum(DOCUMENT_STATUSES),
  accounting_status: z.enum(ACCOUNTING_STATUSES),
  peppol_status: z.enum(PEPPOL_STATUSES).nullable(),
  peppol_error: z.object({ code: z.string(), message: z.string() }).nullable(),
  payment_status: z.enum(PAYMENT_STATUSES),
  relation_id: uuid,
  delivery_location_id: uuid.nullable(),
  branding_id: uuid.nullable(),
  issue_date: date,
  due_date: date.nullable(),
  delivery_date: date.nullable(),
  period_start: date.nullable(),
  period_end: date.nullable(),
  currency: z.string(),
  exchange_rate: nullableText,
  language,
  buyer_reference: nullableText,
  order_reference: nullableText,
  note: nullableText,
  payment_reference: nullableText,
  preceding_document: z
    .object({ id: uuid.nullable(), number: z.string(), issue_date: date.nullable() })
    .nullable(),
  seller: party,
  buyer: party,
  delivery: z
    .object({
      name: z.string(),
      identifier: nullableText,
      identifier_scheme: nullableText,
      address: addressBody,
    })
    .nullable(),
  payment: z.object({ iban: z.string(), bic: nullableText }).nullable(),
  allowance_charges: z.array(
    z.object({
      kind: z.enum(['allowance', 'charge']),
      amount: nullableText,
      percent: nullableText,
      reason: z.string(),
    }),
  ),
  vat_breakdown: z.array(
    z.object({
      category: z.string(),
      rate: z.string(),
      taxable_amount: z.string(),
      vat_amount: z.string(),
      exemption_reason: nullableText,
      exemption_code: nullableText,
    }),
  ),
  totals: z.object({
    lines: z.string(),
    allowances: z.string(),
    charges: z.string(),
    tax_exclusive: z.string(),
    tax: z.string(),
    tax_inclusive: z.string(),
    rounding: z.string(),
    paid: z.string(),
    payable: z.string(),
    tax_in_company_currency: nullableText,
  }),
  paid_amount: nullableText,
  duplicate_of: uuid.nullable(),
  sent_at: instantBody.nullable(),
  transmitted_at: instantBody.nullable(),
  received_at: instantBody.nullable(),
  created_at: instantBody,
  updated_at: instantBody,
} as const;

const documentRow = z.object(rowShape).meta({ id: 'DocumentRow' });

const lineAllowanceCharge = z
  .object({
    kind: z.enum(['allowance', 'charge']),
    amount: z.string(),
    percent: nullableText,
    base_amount: nullableText,
    reason: nullableText,
  })
  .meta({ id: 'LineAllowanceCharge' });

export const documentBody = z
  .object({
    ...rowShape,
    lines: z.array(
      z.object({
        name: z.string(),
        description: nullableText,
        quantity: z.string(),
        unit: z.string(),
        unit_price: z.string(),
        discount_percent: nullableText,
        discount_amount: nullableText,
        // Of received documents only.
        base_quantity: nullableText.optional(),
        allowance_charges: z.array(lineAllowanceCharge).optional(),
        vat_rate: z.string(),
        vat_category: z.string(),
        vat_exemption_reason: nullableText,
        vat_exemption_code: nullableText,
        item_reference: nullableText,
        order_line_reference: nullableText,
        net_amount: z.string(),
      }),
    ),
    allowed_actions: z.array(z.enum(DOCUMENT_ACTIONS)),
    attachments: z.array(attachmentBody),
  })
  .meta({ id: 'Document' });

/** Any member may be null: what is only known once the document exists, or cannot be computed. */
const previewBody = z
  .object({
    ...nullable(documentBody.shape),
    checks: z.array(
      z.object({
        code: z.string(),
        message: z.string(),
        pointer: nullableText,
        rule: nullableText,
        blocks: z.enum(['creation', 'sending', 'nothing']),
      }),
    ),
  })
  .meta({ id: 'DocumentPreview' });

const integrityBody = z
  .object({
    journal_id: uuid,
    periods: z.array(
      z.object({
        period: nullableText,
        count: z.int(),
        first: nullableText,
        last: nullableText,
        gaps: z.array(z.int()),
        duplicates: z.array(z.int()),
        date_inversions: z.array(z.int()),
      }),
    ),
  })
  .meta({ id: 'JournalIntegrity' });

const SORTS = { issue_date: 'date', number: 'text' } as const;

const documentList = listQuery(
  {
    type: z.enum(DOCUMENT_TYPE_NAMES),
    status: z.enum(DOCUMENT_STATUSES),
    peppol_status: z.enum(PEPPOL_STATUSES),
    accounting_status: z.enum(ACCOUNTING_STATUSES),
    payment_status: z.enum(PAYMENT_STATUSES),
    journal_id: uuid,
    relation_id: uuid,
    currency,
    number: text(),
    issue_date_from: date,
    issue_date_to: date,
    due_date_from: date,
    due_date_to: date,
  },
  SORTS,
);

const documentPath = z.object({ id: uuid });

export function documentFileRoutes(files: DocumentFiles): Route[] {
  return [
    route({
      method: 'get',
      path: '/documents/:id/file',
      operation: {
        id: 'getDocumentFile',
        tag: 'Documents',
        summary: 'Download a document as a file',
        description:
          '`pdf`; `ubl` (Peppol BIS Billing 3.0); `facturx` for own invoices and credit notes; `original` for received ones.',
      },
      access: 'document:read',
      params: documentPath,
      query: z.strictObject({ format: filter(z.enum(FILE_FORMATS).default('pdf')) }),
      response: 'file',
      file_types: ['application/pdf', 'application/xml'],
      handle: ({ caller, params, query }) => files.get(caller.company_id, params.id, query.format),
    }),
  ];
}

export function documentRoutes(documents: Documents): Route[] {
  return [
    route({
      method: 'get',
      path: '/documents',
      operation: {
        id: 'listDocuments',
        tag: 'Documents',
        summary: 'List documents',
        description: 'Rows are documents without `lines`, `attachments` and `allowed_actions`.',
      },
      access: 'document:read',
      query: documentList,
      response: listBody(documentRow),
      handle: ({ caller, query }) =>
        listPage('/documents', query, SORTS, (page) =>
          documents.list(caller.company_id, filtersOf(query), page),
        ),
    }),
    route({
      method: 'post',
      path: '/documents',
      operation: {
        id: 'createDocument',
        tag: 'Documents',
        summary: 'Create and number a document',
        description:
          'It gets the next number of its journal, without gap or duplicate. With `send_peppol=true` it is sent at once; `send_failed` then says that it was created, but not sent: mend what the message says and send it with `POST /documents/{id}/send`.',
        errors: [
          'self_billing_disabled',
          'invalid_relation',
          'invalid_journal',
          'no_default_journal',
          'invalid_delivery_location',
          'not_sendable',
          'invalid_allowance_charge',
          'invalid_amount',
          'invalid_paid_amount',
          'invalid_issue_date',
          'send_failed',
        ],
        examples: CREATE_DOCUMENT,
      },
      access: 'document:create',
      also: { when: 'send_peppol', access: 'document:update' },
      query: z.strictObject({ send_peppol: queryFlag.optional() }),
      body: documentInput,
      status: 201,
      response: documentBody,
      location: ({ id }: { id: string }) => `/documents/${id}`,
      lookUp: async ({ caller, query, body }) =>
        query.send_peppol ? documents.check(caller.company_id, body) : undefined,
      handle: ({ caller, body, found }) =>
        found ? documents.createAndSend(found) : documents.create(caller.company_id, body),
    }),
    route({
      method: 'get',
      path: '/documents/:id',
      operation: { id: 'getDocument', tag: 'Documents', summary: 'Get a document' },
      access: 'document:read',
      params: documentPath,
      response: documentBody,
      handle: ({ caller, params }) => documents.get(caller.company_id, params.id),
    }),
    route({
      method: 'post',
      path: '/documents/preview',
      operation: {
        id: 'previewDocument',
        tag: 'Documents',
        summary: 'Preview a document without creating it',
        description:
          'Takes no number. What a creation or a send would refuse is in `checks`; members that cannot be known yet are `null`.',
        examples: PREVIEW_DOCUMENT,
      },
      access: 'document:create',
      body: documentInput,
      has_effect: false,
      response: previewBody,
      handle: async ({ caller, body }) => {
        const { document, checks } = await documents.preview(caller.company_id, body);
        // What does not exist has no version, which an ETag would be made of.
        const { version: _, ...computed } = document;
        return { ...computed, checks };
      },
    }),
    route({
      method: 'patch',
      path: '/documents/:id',
      operation: {
        id: 'updateDocument',
        tag: 'Documents',
        summary: 'Change a document',
        description: 'Totals are computed anew; the number stays.',
        errors: [
          'document_not_editable',
          'invalid_relation',
          'invalid_delivery_location',
          'invalid_document_lines',
          'invalid_allowance_charge',
          'invalid_amount',
          'invalid_paid_amount',
          'invalid_issue_date',
        ],
        examples: UPDATE_DOCUMENT,
      },
      access: 'document:update',
      params: documentPath,
      body: documentPatch,
      response: documentBody,
      handle: ({ caller, params, body, if_match }) =>
        documents.update(caller.company_id, params.id, body, if_match),
    }),
    route({
      method: 'delete',
      path: '/documents/:id',
      operation: {
        id: 'deleteDocument',
        tag: 'Documents',
        summary: 'Delete the last document of its sequence',
        description: 'Its number is free again.',
        errors: ['document_in_use', 'document_not_deletable'],
      },
      access: 'document:delete',
      params: documentPath,
      status: 204,
      response: 'none',
      handle: ({ caller, params, if_match }) => documents.delete(caller.company_id, params.id, if_match),
    }),
    route({
      method: 'post',
      path: '/documents/:id/mark-sent',
      operation: {
        id: 'markDocumentSent',
        tag: 'Documents',
        summary: 'Mark a document as sent by other means',
        errors: ['not_sendable_received', 'already_sent'],
      },
      access: 'document:update',
      params: documentPath,
      response: documentBody,
      handle: ({ caller, params }) => documents.markSent(caller.company_id, params.id),
    }),
    route({
      method: 'get',
      path: '/journals/:id/integrity',
      operation: {
        id: 'getJournalIntegrity',
        tag: 'Journals',
        summary: 'Check the numbers of a journal',
        description:
          'Per period: how many there are, the first and the last, and what should be empty: gaps, duplicates, dates that run backwards.',
      },
      access: 'journal:read',
      params: documentPath,
      response: integrityBody,
      handle: async ({ caller, params }) => {
        const { journal_id, periods } = await documents.integrity(caller.company_id, params.id);
        return {
          journal_id,
          periods: periods.map((report) => ({ ...report, period: report.period || null })),
        };
      },
    }),
  ];
}

function nullable<Shape extends Record<string, z.ZodType>>(shape: Shape) {
  const members = Object.entries(shape).map(([name, schema]) => [name, schema.nullable()]);
  return Object.fromEntries(members) as { [Name in keyof Shape]: z.ZodNullable<Shape[Name]> };
}

function filtersOf({
  sort: _sort,
  limit: _limit,
  cursor: _cursor,
  ...filters
}: z.output<typeof documentList>) {
  return filters;
}
