import { z } from 'zod';
import { CONVERTED_TYPES } from '../../../domain/documents/derived/conversion';
import type { Conversions } from '../../../use-cases/documents/conversions';
import { type Route, route } from '../../http/route';
import { date, optional, uuid } from '../../http/schemas/schemas';
import { CONVERT_DOCUMENT } from './derived-document-examples';
import { documentBody } from './document-body';

const documentPath = z.object({ id: uuid.describe('The id of the document.') });

const conversionInput = z
  .strictObject({
    type: z.enum(CONVERTED_TYPES).meta({
      description: 'The type of the new document: `invoice`, or for a quote also `proforma`.',
    }),
    journal_id: optional(uuid).meta({
      description:
        'The journal that numbers the new document; by default the default journal of its category.',
    }),
    issue_date: optional(date).meta({
      description: 'The issue date of the new document; by default today in the time zone of the company.',
    }),
  })
  .meta({ id: 'ConversionInput' });

/** Routes that make a document from another one. */
export function derivedDocumentRoutes(conversions: Conversions): Route[] {
  return [
    route({
      method: 'post',
      path: '/documents/:id/convert',
      operation: {
        id: 'convertDocument',
        tag: 'Documents',
        summary: 'Convert a quote or proforma',
        description:
          'Creates an invoice from a quote or proforma, or a proforma from a quote: with the same relation, delivery location, currency, language, lines, allowances and charges, references and note. Everything else is as in a creation; `external_id`, `metadata` and attachments are not copied. A document can be converted several times. Both documents name each other in `converted_from` and `converted_to`.',
        errors: [
          'invalid_relation',
          'invalid_journal',
          'no_default_journal',
          'invalid_delivery_location',
          'invalid_allowance_charge',
          'invalid_amount',
          'invalid_issue_date',
        ],
        examples: CONVERT_DOCUMENT,
      },
      access: 'document:create',
      params: documentPath,
      body: conversionInput,
      status: 201,
      response: documentBody,
      location: ({ id }: { id: string }) => `/documents/${id}`,
      handle: ({ unit, caller, params, body }) =>
        conversions.convert(unit, caller.company_id, params.id, body),
    }),
  ];
}
