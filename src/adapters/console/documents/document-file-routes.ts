import { DomainError } from '../../../domain/errors';
import type { Attachments } from '../../../use-cases/documents/attachments';
import { type DocumentFiles, FILE_FORMATS } from '../../../use-cases/e-invoicing/document-files';
import type { InvoiceResponses } from '../../../use-cases/e-invoicing/invoice-responses';
import type { RawRouteSpec } from '../../http/route';
import { idIn, type Pages, type Visit } from '../page';
import { documentPath } from '../paths';

const ONE = documentPath(':id', ':document_id');

interface FileParts {
  readonly files: DocumentFiles;
  readonly attachments: Attachments;
  readonly responses: InvoiceResponses;
}

/** Downloads of a document: its formats, payloads as sent, attachments and responses. */
export function fileRoutes(pages: Pages, { files, attachments, responses }: FileParts): RawRouteSpec[] {
  const idsOf = (visit: Visit) => [idIn(visit, 'id'), idIn(visit, 'document_id')] as const;
  return [
    pages.file(`${ONE}/file`, (visit) => {
      const format = FILE_FORMATS.find((one) => one === (visit.query.format ?? 'pdf'));
      if (!format) throw new DomainError('invalid_filter', 'format: is not a format of documents');
      return files.get(visit.unit, ...idsOf(visit), format);
    }),
    pages.file(`${ONE}/transmissions/:message_id/file`, (visit) =>
      files.getTransmitted(visit.unit, ...idsOf(visit), idIn(visit, 'message_id')),
    ),
    pages.file(`${ONE}/attachments/:attachment_id/file`, (visit) =>
      attachments.getFile(visit.unit, ...idsOf(visit), idIn(visit, 'attachment_id')),
    ),
    pages.file(`${ONE}/responses/:response_id/file`, (visit) =>
      responses.file(visit.unit, ...idsOf(visit), idIn(visit, 'response_id')),
    ),
  ];
}
