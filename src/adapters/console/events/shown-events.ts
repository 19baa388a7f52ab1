import { z } from 'zod';
import { DomainError } from '../../../domain/errors';
import { ACTOR_KINDS, RESOURCE_TYPES } from '../../../domain/events/event';
import type { LoggedEvent } from '../../../ports/events/event-log';
import type { Timeline, TimelinePage } from '../../../use-cases/events/timeline';
import { clientId } from '../../http/schemas/client-schemas';
import { uuid } from '../../http/schemas/schemas';
import { exact, iso, words } from '../formats';
import type { Visit } from '../page';
import { clientPath, companyPath, documentPath, withQuery } from '../paths';
import { eventText } from './event-texts';

/** What the pages show of an event. A row of the log may have been altered, so its body is checked. */
const storedEvent = z.object({
  occurred_at: z.iso.datetime(),
  actor: z.object({ kind: z.enum(ACTOR_KINDS), id: z.string().nullable() }),
  request_id: z.string().nullable(),
  resource: z.object({ type: z.enum(RESOURCE_TYPES), id: z.string() }),
  changed: z.array(z.string()),
  data: z.record(z.string(), z.unknown()),
});
type StoredEvent = z.infer<typeof storedEvent>;

/** A text of a page; with the address of a page of the console where there is one. */
interface Linked {
  readonly text: string;
  readonly to: string | undefined;
}

export interface ShownEvent {
  readonly position: number;
  readonly what: string;
  /** Undefined when the stored event cannot be read. */
  readonly read:
    | {
        readonly resource: Linked;
        readonly actor: { readonly kind: string; readonly name: Linked | undefined };
        readonly at: { readonly iso: string; readonly text: string };
        readonly request_id: string | null;
        readonly changed: string;
      }
    | undefined;
}

export interface ShownTimeline {
  readonly events: readonly ShownEvent[];
  /** Addresses of the pages with newer and older events, and of the newest page. */
  readonly newer: string | undefined;
  readonly older: string | undefined;
  readonly newest: string | undefined;
}

/** What the events of a page do not say themselves. */
interface Known {
  /** The names of clients by client_id. */
  readonly names: ReadonlyMap<string, string>;
  /** The documents that are deleted, which have no page. */
  readonly deleted: ReadonlySet<string>;
}

/** The page of a timeline, at an address with query parameters that each of its pages has. */
export async function shownTimeline(
  { unit, query }: Visit,
  timeline: Timeline,
  company_id: string,
  { events, older, newer }: TimelinePage,
  at: {
    readonly path: string;
    readonly query?: Readonly<Record<string, string | undefined>>;
    readonly fragment?: string;
  },
): Promise<ShownTimeline> {
  const read = events.map((event) => ({ event, body: bodyOf(event) }));
  const actors = read.flatMap(({ body }) => (isClient(body?.actor) ? body.actor.id : []));
  const operators = read.flatMap(({ body }) => (body?.actor.kind === 'operator' && body.actor.id) || []);
  const names = new Map([
    ...(await timeline.clientNames(unit, company_id, new Set(actors))),
    ...(await timeline.operatorNames(new Set(operators))),
  ]);
  const documents = read.flatMap(({ body }) => (body && documentOf(body)) ?? []);
  const deleted = await timeline.deleted(company_id, new Set(documents));
  const address = (position: object) =>
    withQuery(at.path, { ...at.query, ...position }) + (at.fragment ?? '');
  const is_first = query.before === undefined && query.after === undefined;
  return {
    events: read.map(({ event, body }) => shownEvent(company_id, event, body, { names, deleted })),
    newer: newer === undefined ? undefined : address({ after: String(newer) }),
    older: older === undefined ? undefined : address({ before: String(older) }),
    newest: is_first ? undefined : address({}),
  };
}

/** The position in a query, as the pages of a timeline have it. @throws DomainError invalid_filter */
export function positionIn(query: Visit['query'], name: 'before' | 'after'): number | undefined {
  const given = query[name];
  if (given === undefined) return undefined;
  if (!/^\d{1,15}$/.test(given)) throw new DomainError('invalid_filter', `${name}: must be a position`);
  return Number(given);
}

export const eventsBefore = (query: Visit['query']) => positionIn(query, 'before');

function bodyOf({ body }: LoggedEvent): StoredEvent | undefined {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return undefined; // the page says that the event cannot be read
  }
  return storedEvent.safeParse(value).data;
}

function shownEvent(
  company_id: string,
  { position, type }: LoggedEvent,
  body: StoredEvent | undefined,
  { names, deleted }: Known,
): ShownEvent {
  const what = eventText(type);
  if (!body) return { position, what, read: undefined };
  const { actor, occurred_at, request_id, resource, changed, data } = body;
  const actor_name = actor.id === null ? undefined : names.get(actor.id);
  const to = isClient(actor) && actor_name !== undefined ? clientPath(actor.id) : undefined;
  return {
    position,
    what,
    read: {
      resource: {
        text: nameOf(data) ?? resource.id,
        to: pageOf(company_id, body, deleted),
      },
      actor: {
        kind: words(actor.kind),
        name: actor.id === null ? undefined : { text: actor_name ?? actor.id, to },
      },
      at: { iso: iso(occurred_at), text: exact(occurred_at) },
      request_id,
      changed: changed.join(', '),
    },
  };
}

function nameOf({ number, name, filename, first_name, last_name, code }: StoredEvent['data']) {
  const contact = [first_name, last_name].filter(isText).join(' ');
  return [number, name, filename, contact, code].find(isText);
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

/** Whether a client caused the change, with an id that a client can have. */
function isClient(actor: StoredEvent['actor'] | undefined): actor is { kind: 'client'; id: string } {
  return actor?.kind === 'client' && clientId.safeParse(actor.id).success;
}

/** The address of the resource's page, if the console has one. */
function pageOf(company_id: string, event: StoredEvent, deleted: ReadonlySet<string>): string | undefined {
  const { type, id } = event.resource;
  if (type === 'company') return companyPath(company_id, '/settings');
  if (type === 'client') return clientId.safeParse(id).success ? clientPath(id) : undefined;
  const document_id = documentOf(event);
  return document_id === undefined || deleted.has(document_id)
    ? undefined
    : documentPath(company_id, document_id);
}

/** The id of the document that an event is about, or whose attachment it is about. */
function documentOf({ resource: { type, id }, data }: StoredEvent): string | undefined {
  if (type === 'document') return uuid.safeParse(id).data;
  return type === 'attachment' ? uuid.safeParse(data.document_id).data : undefined;
}
