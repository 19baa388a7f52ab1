import type { Document } from '../../../src/domain/documents/document';
import type { Link } from '../../../src/domain/documents/link';
import type { Repositories } from '../../../src/ports/unit-of-work';
import { Table } from './table';
import { notInMemoryYet, type Session } from './tables';

export function documentTables() {
  return {
    /** By company and id. */
    documents: Table.empty<Document>(),
    /** By company and id. */
    links: Table.empty<Link>(),
  };
}

type DocumentRepositories = Pick<Repositories, 'attachments' | 'documents' | 'links' | 'stray_files'>;

export function documentRepositories(_session: Session): DocumentRepositories {
  return {
    attachments: notInMemoryYet('attachments'),
    documents: notInMemoryYet('documents'),
    links: notInMemoryYet('links'),
    stray_files: notInMemoryYet('stray_files'),
  };
}
