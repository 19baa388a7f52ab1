import { z } from 'zod';
import { ATTACHMENT_TYPES, attachmentType } from '../../../domain/documents/attachments/attachment-types';
import { attachmentFilename } from '../../../domain/documents/attachments/attachments';
import type { Attachments } from '../../../use-cases/documents/attachments';
import { COMMON_SORTS, listBody, listPage, listQuery } from '../../http/requests/list';
import { type Route, route } from '../../http/route';
import { described } from '../../http/schemas/described';
import { instantBody, uuid } from '../../http/schemas/schemas';
import { fileUpload } from '../../http/requests/upload';

const PATH = '/documents/:id/attachments';

const id = uuid.describe('The id of the document.');
const documentPath = z.object({ id });
const attachmentPath = z.object({ id, attachment_id: uuid.describe('The id of the attachment.') });
const attachmentList = listQuery({}, {});

export const attachmentBody = z
  .object(
    described(
      {
        id: z.string(),
        filename: z.string(),
        content_type: z.enum(ATTACHMENT_TYPES),
        size: z.int(),
        sha256: z.string(),
        created_at: instantBody,
      },
      {
        id: 'The id of the attachment.',
        filename: 'The name of the file (BT-125), without folders; unique in the document.',
        content_type: 'The media type of the file, by its extension and content.',
        size: 'The size of the file, in bytes.',
        sha256: 'The SHA-256 of the bytes of the file, in lower-case hexadecimal.',
        created_at: 'When the file was attached.',
      },
    ),
  )
  .meta({ id: 'Attachment' });

/** @param max_bytes - limit of a single file */
export function attachmentRoutes(attachments: Attachments, max_bytes: number): Route[] {
  return [
    route({
      method: 'get',
      path: PATH,
      operation: { id: 'listAttachments', tag: 'Attachments', summary: 'List the attachments of a document' },
      access: 'document:read',
      params: documentPath,
      query: attachmentList,
      response: listBody(attachmentBody),
      handle: ({ unit, caller, params, query }) =>
        listPage(`/documents/${params.id}/attachments`, query, COMMON_SORTS, (page) =>
          attachments.list(unit, caller.company_id, params.id, query, page),
        ),
    }),
    route({
      method: 'post',
      path: PATH,
      operation: {
        id: 'addAttachment',
        tag: 'Attachments',
        summary: 'Attach a file to a document',
        description: 'One part, `file`: PDF, PNG, JPEG, CSV, XLSX, ODS or XML.',
        errors: ['duplicate_attachment'],
      },
      access: 'document:update',
      params: documentPath,
      upload: fileUpload(max_bytes, attachmentOf),
      receive: ({ unit, caller, params, readUpload }) =>
        attachments.receive(unit, caller.company_id, params.id, readUpload),
      status: 201,
      response: attachmentBody,
      location: ({ id }: { id: string }, params) => `/documents/${params.id}/attachments/${id}`,
      handle: ({ unit, caller, params, received }) =>
        attachments.add(unit, caller.company_id, params.id, received),
    }),
    route({
      method: 'get',
      path: `${PATH}/:attachment_id`,
      operation: { id: 'getAttachment', tag: 'Attachments', summary: 'Download an attachment' },
      access: 'document:read',
      params: attachmentPath,
      response: 'file',
      file_types: ATTACHMENT_TYPES,
      handle: ({ unit, caller, params }) =>
        attachments.getFile(unit, caller.company_id, params.id, params.attachment_id),
    }),
    route({
      method: 'delete',
      path: `${PATH}/:attachment_id`,
      operation: {
        id: 'deleteAttachment',
        tag: 'Attachments',
        summary: 'Remove an attachment',
        errors: ['document_not_editable'],
      },
      access: 'document:update',
      params: attachmentPath,
      status: 204,
      response: 'none',
      handle: ({ unit, caller, params, if_match }) =>
        attachments.delete(unit, caller.company_id, params.id, params.attachment_id, if_match),
    }),
  ];
}

/** Resolves filename and type of an uploaded file. @throws DomainError validation_error for an unusable filename */
function attachmentOf(sent_as: string) {
  const filename = attachmentFilename(sent_as);
  const type = attachmentType(filename);
  return type && { filename, ...type };
}
