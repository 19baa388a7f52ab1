import type { Permission } from '../access/permission';

/** The kinds of resources that have events. */
export const RESOURCE_TYPES = [
  'document',
  'attachment',
  'relation',
  'delivery_location',
  'bank_account',
  'journal',
  'branding',
  'company',
  'client',
] as const;
export type ResourceType = (typeof RESOURCE_TYPES)[number];

const THREE = ['created', 'updated', 'deleted'] as const;

/** What can happen to each kind of resource. */
const VERBS = {
  document: [
    ...THREE,
    ...['marked_sent', 'send_accepted', 'sent', 'delivered', 'failed', 'rejected'],
    ...['received', 'imported', 'transmitted', 'payment_recorded', 'payment_removed'],
    ...['response_received', 'response_sent'],
  ],
  attachment: ['created', 'deleted'],
  relation: THREE,
  delivery_location: THREE,
  bank_account: THREE,
  journal: THREE,
  branding: THREE,
  company: ['updated'],
  client: ['created', 'updated', 'secret_rotated', 'revoked', 'locked'],
} as const satisfies Record<ResourceType, readonly string[]>;

/** `document.created`, `client.locked` … */
export type EventType = `${ResourceType}.${string}`;

/** All types, in the order of their resources. */
export const EVENT_TYPES: readonly EventType[] = RESOURCE_TYPES.flatMap((resource) =>
  VERBS[resource].map((verb) => `${resource}.${verb}` as const),
);

/** The permission that lets a client read the events of a resource; null: only operators read them. */
export const READ_PERMISSION: Readonly<Record<ResourceType, Permission | null>> = {
  document: 'document:read',
  attachment: 'document:read',
  relation: 'relation:read',
  delivery_location: 'relation:read',
  bank_account: 'bank_account:read',
  journal: 'journal:read',
  branding: 'branding:read',
  company: null,
  client: null,
};

export const ACTOR_KINDS = ['client', 'operator', 'network', 'service'] as const;

/** Who caused a change. */
export interface Actor {
  readonly kind: (typeof ACTOR_KINDS)[number];
  /** The `client_id` of a client, the `sub` of an operator who signed in by OpenID Connect; otherwise null. */
  readonly id: string | null;
}

/** Where the changes of a unit of work come from. */
export interface Origin {
  readonly actor: Actor;
  /** The value of `X-Request-ID`; null outside of a request. */
  readonly request_id: string | null;
}

/** The origin of the changes of a resource, by its id. */
export type OriginOf = (resource_id: string) => Origin;

/** The origin of what the service does by itself. */
export const SERVICE_ORIGIN: Origin = { actor: { kind: 'service', id: null }, request_id: null };

/** The origin of what another party on the network causes outside of a request. */
export const NETWORK_ORIGIN: Origin = { actor: { kind: 'network', id: null }, request_id: null };

/** A change of a company's data, before it has a position. */
export interface NewEvent {
  /** A UUID. */
  readonly id: string;
  readonly type: EventType;
  /** An instant of the business clock, as ISO 8601 in UTC. */
  readonly occurred_at: string;
  readonly actor: Actor;
  readonly request_id: string | null;
  readonly resource: {
    readonly type: ResourceType;
    readonly id: string;
    /** The version in the resource's ETag; null for a resource without one. */
    readonly version: number | null;
  };
  /** Fields of the resource that differ, sorted; empty where a resource begins or ends. */
  readonly changed: readonly string[];
  /** What a reader needs without asking again. */
  readonly data: Readonly<Record<string, unknown>>;
  /** SHA-256 of the resource's `digestedText`, in hexadecimal. Null for a company and a client. */
  readonly digest: string | null;
}

/** An event of the log. Its hash covers all events before it. */
export interface ChainedEvent extends NewEvent {
  /** 1, 2, 3 … without a gap per company. */
  readonly position: number;
  /** The hash of the event before it; `FIRST_HASH` at position 1. */
  readonly previous_hash: string;
  readonly hash: string;
}
