import type { ReturnedResources, DigestedType } from '../../../ports/events/returned-resources';
import { digestedTextOf, type ResourceBody } from '../../http/responses/digested-text';
import { projection } from '../../http/responses/projection';
import { attachmentBody } from '../documents/attachment-routes';
import { documentBody } from '../documents/document-body';
import { bankAccountBody } from '../../http/schemas/bank-account-schemas';
import { brandingBody } from '../master-data/branding-routes';
import { locationBody } from '../master-data/delivery-location-routes';
import { relationBody } from '../master-data/relation-schemas';
import { journalBody } from '../numbering/journal-routes';

/** The response schemas of the routes. */
export const RESOURCE_BODIES: Readonly<Record<DigestedType, ResourceBody>> = {
  document: documentBody,
  attachment: attachmentBody,
  relation: relationBody,
  delivery_location: locationBody,
  bank_account: bankAccountBody,
  journal: journalBody,
  branding: brandingBody,
};

/** Resources by the response schemas of their routes. */
export class ProjectedResources implements ReturnedResources {
  private readonly projections = compiled(projection);
  private readonly texts = compiled(digestedTextOf);

  of(type: DigestedType, resource: object): object {
    return this.projections[type](resource) as object;
  }

  digestedText(type: DigestedType, resource: object): string {
    return this.texts[type](resource);
  }
}

function compiled<T>(compile: (schema: ResourceBody) => T): Readonly<Record<DigestedType, T>> {
  const entries = Object.entries(RESOURCE_BODIES).map(([type, schema]) => [type, compile(schema)]);
  return Object.fromEntries(entries) as Record<DigestedType, T>;
}
