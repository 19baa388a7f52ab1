import type { ResourceType } from '../../domain/events/event';

/** The kinds of resources with a digest. */
export type DigestedType = Exclude<ResourceType, 'company' | 'client'>;

/** Resources in the form that the interface returns them in. */
export interface ReturnedResources {
  /**
   * The fields of a resource that its GET returns. A field that is absent in `resource`, because it depends on other
   * rows, is absent in the result.
   */
  of(type: DigestedType, resource: object): object;
  /**
   * The text whose SHA-256 is the digest of a resource: `digestedText` of the result of `of`.
   *
   * @param resource - the fields that its GET returns; others are left out
   */
  digestedText(type: DigestedType, resource: object): string;
}
