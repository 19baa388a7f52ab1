import { z } from 'zod';
import { type DocumentFiles, FILE_FORMATS } from '../../../use-cases/e-invoicing/document-files';
import { filter } from '../../http/requests/parse';
import { type Route, route } from '../../http/route';
import { uuid } from '../../http/schemas/schemas';

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
          '`pdf`; `ubl` (Peppol BIS Billing 3.0), from an accepted send on the very bytes of the latest transmission, unless that one failed; `facturx` for own invoices and credit notes; `original` for received ones.',
      },
      access: 'document:read',
      params: z.object({ id: uuid }),
      query: z.strictObject({ format: filter(z.enum(FILE_FORMATS).default('pdf')) }),
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
        summary: 'Download what a transmission sent',
        description: 'The very bytes, whatever became of the document, its attachments or its PDF since.',
      },
      access: 'document:read',
      params: z.object({ id: uuid, message_id: uuid }),
      response: 'file',
      file_types: ['application/xml'],
      handle: ({ unit, caller, params }) =>
        files.getTransmitted(unit, caller.company_id, params.id, params.message_id),
    }),
  ];
}
