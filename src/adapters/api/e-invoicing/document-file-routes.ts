import { z } from 'zod';
import { type DocumentFiles, FILE_FORMATS } from '../../../use-cases/e-invoicing/document-files';
import { filter } from '../../http/requests/parse';
import { type Route, route } from '../../http/route';
import { uuid } from '../../http/schemas/schemas';

const id = uuid.describe('The id of the document.');

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
          '`pdf`; `ubl`: Peppol BIS Billing 3.0, after an accepted send the exact bytes of the latest transmission, unless it failed; `facturx`: own invoices and credit notes; `original`: received documents, the only format with an `ETag`.',
      },
      access: 'document:read',
      params: z.object({ id }),
      query: z.strictObject({
        format: filter(
          z
            .enum(FILE_FORMATS)
            .default('pdf')
            .describe(
              'The format of the file; by default `pdf`. One that the document cannot have is `invalid_filter`.',
            ),
        ),
      }),
      response: 'file',
      file_types: ['application/pdf', 'application/xml'],
      handle: ({ unit, caller, params, query }) =>
        files.get(unit, caller.company_id, params.id, query.format),
    }),
    route({
      method: 'get',
      path: '/documents/:id/transmissions/:message_id/file',
      operation: {
        id: 'getTransmissionFile',
        tag: 'Sending',
        summary: 'Download the payload of a transmission',
        description:
          'The exact bytes that were sent, even if the document, its attachments or its PDF have changed since.',
      },
      access: 'document:read',
      params: z.object({ id, message_id: uuid.describe('The `message_id` of the transmission.') }),
      response: 'file',
      file_types: ['application/xml'],
      handle: ({ unit, caller, params }) =>
        files.getTransmitted(unit, caller.company_id, params.id, params.message_id),
    }),
  ];
}
