import { z } from 'zod';
import type { Evidence } from '../../../use-cases/events/evidence';
import { type Route, route } from '../../http/route';
import { uuid } from '../../http/schemas/schemas';

export function evidenceRoutes(evidence: Evidence): Route[] {
  return [
    route({
      method: 'get',
      path: '/documents/:id/evidence',
      operation: {
        id: 'getDocumentEvidence',
        tag: 'Events',
        summary: 'Download the evidence of a document',
        description:
          'A ZIP file with the document, its PDF (or a note if it cannot be drawn), everything that was sent and received, its attachments, its events, the chain from each event to the next checkpoint, the checkpoints, and the SHA-256 of every file. It can be checked without this service.',
        has_version: false,
      },
      access: 'document:read',
      params: z.object({ id: uuid.describe('The id of the document.') }),
      response: 'file',
      file_types: ['application/zip'],
      handle: ({ unit, caller, params }) => evidence.of(unit, caller.company_id, params.id),
    }),
  ];
}
