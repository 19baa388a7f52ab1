import { conversionOf, type ConversionInput, relatedTo } from '../../domain/documents/derived/conversion';
import type { DocumentView } from '../../domain/documents/document';
import { createdView } from '../../domain/documents/document-view';
import { existing } from '../../domain/errors';
import type { UnitOfWork } from '../../ports/unit-of-work';
import type { DocumentCreation } from './document-creation';
import { repeatedWhileChanging } from './repeated-checks';

/** Converts quotes and proformas to other documents. */
export class Conversions {
  constructor(private readonly creation: DocumentCreation) {}

  /** @throws DomainError not_found, validation_error, the errors of `Documents.create` */
  async convert(
    unit: UnitOfWork,
    company_id: string,
    id: string,
    input: ConversionInput,
  ): Promise<DocumentView> {
    const source = existing(await unit.read(({ documents }) => documents.find(company_id, id)), 'document');
    return repeatedWhileChanging(async () => {
      const prepared = await this.creation.prepare(unit, company_id, conversionOf(source, input));
      const draft = { ...prepared.draft, converted_from: relatedTo(source) };
      return this.creation.create(unit, company_id, { ...prepared, draft }, (document) =>
        createdView(document, prepared.company),
      );
    });
  }
}
