import type { AnsweredResources, DigestedType } from '../../../ports/events/answered-resources';
import { projection } from '../../http/answers/projection';
import { attachmentBody } from '../documents/attachment-routes';
import { documentBody } from '../documents/document-body';
import { accountBody } from '../master-data/bank-account-routes';
import { brandingBody } from '../master-data/branding-routes';
import { locationBody } from '../master-data/delivery-location-routes';
import { relationBody } from '../master-data/relation-routes';
import { journalBody } from '../numbering/journal-routes';

/** Resources by the response schemas of their routes. */
export class ProjectedResources implements AnsweredResources {
  private readonly projections: Readonly<Record<DigestedType, (resource: unknown) => unknown>> = {
    document: projection(documentBody),
    attachment: projection(attachmentBody),
    relation: projection(relationBody),
    delivery_location: projection(locationBody),
    bank_account: projection(accountBody),
    journal: projection(journalBody),
    branding: projection(brandingBody),
  };

  of(type: DigestedType, resource: object): object {
    return this.projections[type](resource) as object;
  }
}
