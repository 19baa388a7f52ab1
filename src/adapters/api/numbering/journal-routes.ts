import { z } from 'zod';
import { COMMON_TERMS, described } from '../../http/schemas/described';
import { JOURNAL_CATEGORIES, JOURNAL_READ_ONLY } from '../../../domain/numbering/journal';
import { SEQUENCE_SCOPES } from '../../../domain/numbering/number-format';
import type { Journals } from '../../../use-cases/numbering/journals';
import { CREATE_JOURNAL } from '../master-data/master-data-examples';
import { COMMON_SORTS, listBody, listPage, listQuery } from '../../http/requests/list';
import { route, type Route } from '../../http/route';
import {
  instantBody,
  optional,
  queryFlag,
  readOnly,
  text,
  textMatching,
  uuid,
} from '../../http/schemas/schemas';
import { externalIdFilter, ownDataBody, ownDataMembers } from '../../http/schemas/own-data-schemas';
import { ownDataRoute } from '../own-data-route';
import { integrityBody } from './journal-integrity-body';

const PATH = '/journals';
const MAX_FIRST_NUMBER = 999_999_999;

const code = textMatching(/^[A-Z0-9-]{1,12}$/, 12, 'must be 1 to 12 of A-Z, 0-9 and -');

/** What the fields of a journal mean, in requests and in responses. */
const JOURNAL_TERMS = {
  ...COMMON_TERMS,
  code: 'A short code, unique in the company: 1 to 12 of `A-Z`, `0-9` and `-`. It can stand in numbers.',
  name: 'The name of the journal.',
  category:
    'Which documents the journal numbers: `sales` invoices, `sales_credit` credit notes, `proforma`, `quote`, `purchase` self-billed invoices, `purchase_credit` self-billed credit notes.',
  sequence_scope:
    'When the numbers begin again: `continuous` never, `yearly` (the default) each year, `monthly` each month, by the issue date.',
  number_format:
    'How a number is written: text with `{code}`, `{yyyy}` or `{yy}`, `{mm}`, and `{seq}` or `{seq:5}` for the counter with at least 5 digits. By default `{code}-{yyyy}-{seq:5}`, monthly `{code}-{yyyy}-{mm}-{seq:5}`, continuous `{code}-{seq:5}`. At most 30 characters when written. It cannot be changed.',
  first_number:
    'The first number of the period in which the journal is created, by default 1. Later periods begin at 1. It cannot be changed.',
  bank_account_id:
    'The account that documents of the journal ask to pay to. `null` stands for the default account of the company.',
  default:
    'Whether documents of the category without a `journal_id` use this journal. A category with active journals has exactly one default: the first active journal becomes it, and `true` on another one takes it over.',
  active: 'Whether new documents can use the journal; by default `true`.',
  last_number: 'The last number of the newest period, as written. `null` before the first document.',
} as const;

const journalPath = z.object({ id: uuid.describe('The id of the journal.') });
const journalList = listQuery(
  {
    category: z.enum(JOURNAL_CATEGORIES).describe('Only journals of this category.'),
    active: queryFlag.describe('Only active journals, or only inactive ones.'),
    default: queryFlag.describe('Only the defaults of their categories, or only others.'),
    code: code.describe('The code; compared exactly.'),
    external_id: externalIdFilter,
  },
  {},
);

const journalInput = z
  .strictObject({
    ...described(
      {
        code,
        name: text(),
        category: z.enum(JOURNAL_CATEGORIES),
        sequence_scope: optional(z.enum(SEQUENCE_SCOPES)),
        number_format: optional(text()),
        first_number: optional(
          z
            .int('must be a whole number')
            .min(1, 'must be at least 1')
            .max(MAX_FIRST_NUMBER, `must be at most ${MAX_FIRST_NUMBER}`),
        ),
        bank_account_id: optional(uuid),
        default: optional(z.boolean()),
        active: optional(z.boolean()),
      },
      JOURNAL_TERMS,
    ),
    ...ownDataMembers,
  })
  .meta({ id: 'JournalInput' });

const journalPatch = z
  .strictObject({
    ...described(
      {
        name: text().optional(),
        bank_account_id: optional(uuid),
        default: z.boolean().optional(),
        active: z.boolean().optional(),
      },
      JOURNAL_TERMS,
    ),
    ...ownDataMembers,
    ...readOnly(JOURNAL_READ_ONLY),
  })
  .meta({ id: 'JournalPatch' });

export const journalBody = z
  .object({
    ...described(
      {
        id: z.string(),
        code: z.string(),
        name: z.string(),
        category: z.enum(JOURNAL_CATEGORIES),
        sequence_scope: z.enum(SEQUENCE_SCOPES),
        number_format: z.string(),
        first_number: z.int(),
        bank_account_id: z.string().nullable(),
        default: z.boolean(),
        active: z.boolean(),
        last_number: z.string().nullable(),
        created_at: instantBody,
        updated_at: instantBody,
      },
      JOURNAL_TERMS,
    ),
    ...ownDataBody,
  })
  .meta({ id: 'Journal' });

export function journalRoutes(journals: Journals): Route[] {
  return [
    route({
      method: 'get',
      path: PATH,
      operation: { id: 'listJournals', tag: 'Journals', summary: 'List journals' },
      access: 'journal:read',
      query: journalList,
      response: listBody(journalBody),
      handle: ({ unit, caller, query }) =>
        listPage(PATH, query, COMMON_SORTS, (page) => journals.list(unit, caller.company_id, query, page)),
    }),
    route({
      method: 'post',
      path: PATH,
      operation: {
        id: 'createJournal',
        tag: 'Journals',
        summary: 'Create a journal',
        errors: [
          'invalid_bank_account',
          'default_journal_required',
          'duplicate_journal_code',
          'external_id_in_use',
        ],
        examples: CREATE_JOURNAL,
      },
      access: 'journal:create',
      body: journalInput,
      status: 201,
      response: journalBody,
      location: ({ id }: { id: string }) => `${PATH}/${id}`,
      handle: ({ unit, caller, body }) => journals.create(unit, caller.company_id, body),
    }),
    route({
      method: 'get',
      path: `${PATH}/:id`,
      operation: { id: 'getJournal', tag: 'Journals', summary: 'Get a journal' },
      access: 'journal:read',
      params: journalPath,
      response: journalBody,
      handle: ({ unit, caller, params }) => journals.get(unit, caller.company_id, params.id),
    }),
    route({
      method: 'patch',
      path: `${PATH}/:id`,
      operation: {
        id: 'updateJournal',
        tag: 'Journals',
        summary: 'Change a journal',
        errors: ['invalid_bank_account', 'default_journal_required', 'external_id_in_use'],
        examples: { name: { summary: 'Another name', request: { name: 'Web shop and markets' } } },
      },
      access: 'journal:update',
      params: journalPath,
      body: journalPatch,
      response: journalBody,
      handle: ({ unit, caller, params, body, if_match }) =>
        journals.update(unit, caller.company_id, params.id, body, if_match),
    }),
    ownDataRoute(
      { path: PATH, name: 'Journal', tag: 'Journals', access: 'journal:update', response: journalBody },
      journals.own_data,
    ),
    route({
      method: 'delete',
      path: `${PATH}/:id`,
      operation: {
        id: 'deleteJournal',
        tag: 'Journals',
        summary: 'Delete a journal without documents',
        errors: ['default_journal_required', 'journal_in_use'],
      },
      access: 'journal:delete',
      params: journalPath,
      status: 204,
      response: 'none',
      handle: ({ unit, caller, params, if_match }) =>
        journals.delete(unit, caller.company_id, params.id, if_match),
    }),
    route({
      method: 'get',
      path: `${PATH}/:id/integrity`,
      operation: {
        id: 'getJournalIntegrity',
        tag: 'Journals',
        summary: 'Check the numbers of a journal',
        description:
          'For each period: how many numbers there are, the first and the last one, and lists that should be empty: gaps, duplicates, and dates out of order.',
      },
      access: 'journal:read',
      params: journalPath,
      response: integrityBody,
      handle: ({ unit, caller, params }) => journals.integrity(unit, caller.company_id, params.id),
    }),
  ];
}
