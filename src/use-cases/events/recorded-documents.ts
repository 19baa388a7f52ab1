import { documentVerb } from '../../domain/events/changes';
import type { OriginOf } from '../../domain/events/event';
import type { Repositories } from '../../ports/unit-of-work';
import { type Change, type Note, overriding } from './change';

export function recordedDocuments(repositories: Repositories, note: Note, originOf: OriginOf) {
  const { attachments, documents, links, payments, transmissions } = repositories;
  const noteDocument = (company_id: string, id: string, change: Omit<Change, 'company_id' | 'resource'>) =>
    note({ company_id, resource: { type: 'document', id }, ...change });
  const notePayment = (company_id: string, document_id: string, verb: string) =>
    noteDocument(company_id, document_id, { verb, needs_reload: true });

  return {
    attachments: overriding(attachments, {
      async insertAll(company_id, added) {
        await attachments.insertAll(company_id, added);
        for (const { document_id, ...attachment } of added) {
          const resource = { type: 'attachment', id: attachment.id } as const;
          note({ company_id, resource, verb: 'created', after: attachment, context: { document_id } });
        }
      },
      async delete(company_id, document_id, id) {
        const before = await attachments.find(company_id, document_id, id);
        await attachments.delete(company_id, document_id, id);
        const resource = { type: 'attachment', id } as const;
        if (before) note({ company_id, resource, verb: 'deleted', before, context: { document_id } });
      },
    }),
    documents: overriding(documents, {
      async issue(company_id, request) {
        const issued = await documents.issue(company_id, request);
        if (issued) noteDocument(company_id, issued.id, { verb: 'created', after: issued });
        return issued;
      },
      async insertReceived(company_id, received) {
        await documents.insertReceived(company_id, received);
        for (const document of received) {
          const is_imported = originOf(document.id).actor.kind !== 'network';
          noteDocument(company_id, document.id, {
            verb: is_imported ? 'imported' : 'received',
            after: document,
          });
        }
      },
      async save(company_id, before, after) {
        await documents.save(company_id, before, after);
        if (after === before) return;
        noteDocument(company_id, after.id, { verb: documentVerb(before, after), before, after });
      },
      async deleteLast(company_id, document) {
        await documents.deleteLast(company_id, document);
        for (const attachment of document.attachments) {
          const resource = { type: 'attachment', id: attachment.id } as const;
          const context = { document_id: document.id };
          note({ company_id, resource, verb: 'deleted', before: attachment, context });
        }
        noteDocument(company_id, document.id, { verb: 'deleted', before: document });
      },
    }),
    links: overriding(links, {
      async insert(company_id, link) {
        await links.insert(company_id, link);
        if (link.target === 'document' && link.amount !== null)
          notePayment(company_id, link.target_id, 'payment_recorded');
      },
      async delete(company_id, id) {
        const link = await links.find(company_id, id);
        const is_deleted = await links.delete(company_id, id);
        if (is_deleted && link?.target === 'document' && link.amount !== null)
          notePayment(company_id, link.target_id, 'payment_removed');
        return is_deleted;
      },
    }),
    payments: overriding(payments, {
      async insert(company_id, document_id, payment) {
        const sums = await payments.insert(company_id, document_id, payment);
        notePayment(company_id, document_id, 'payment_recorded');
        return sums;
      },
      async delete(company_id, document_id, id) {
        const sums = await payments.delete(company_id, document_id, id);
        notePayment(company_id, document_id, 'payment_removed');
        return sums;
      },
    }),
    transmissions: overriding(transmissions, {
      async saveAll(company_id, changes) {
        const saved = await transmissions.saveAll(company_id, changes);
        for (const [index, { before, after }] of changes.entries()) {
          if (!saved[index] || after.document.version === before.document.version) continue;
          noteDocument(company_id, before.document_id, {
            verb: documentVerb(before.document, after.document),
            before: before.document,
            needs_reload: true,
          });
        }
        return saved;
      },
    }),
  } satisfies Partial<Repositories>;
}
