import type { ResourceType } from '../../domain/events/event';

/** A change of one resource. */
export interface Change {
  readonly company_id: string;
  readonly resource: { readonly type: ResourceType; readonly id: string };
  /** The part of the event's type after the dot. */
  readonly verb: string;
  /** The resource before the change; some of its fields are enough for an update. Absent for a new one. */
  readonly before?: object | undefined;
  /** The resource after the change; absent for a deleted one. */
  readonly after?: object | undefined;
  /** Set for a document of which only parts are known after the change. */
  readonly needs_reload?: true;
  /** Loads a resource that is not a document after the change, when only parts of it are known. */
  readonly load?: () => Promise<object | undefined>;
  /** Fields that identify the resource and are not among its own. */
  readonly context?: { readonly relation_id?: string; readonly document_id?: string };
}

/** Called with each change, after it was made. */
export type Note = (change: Change) => void;

/** The object with some methods replaced. */
export function overriding<T extends object>(original: T, methods: Partial<T>): T {
  return Object.assign(Object.create(original) as T, methods);
}
