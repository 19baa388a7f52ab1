import type { components } from './interface.ts';

type Schemas = components['schemas'];
type LoggedEvent = Schemas['Event'];
type ResourceType = LoggedEvent['resource']['type'];

/** What events are about, by the type of their resource. */
interface Resources {
  document: Schemas['Document'];
  attachment: Schemas['Attachment'] & { document_id: string };
  relation: Schemas['Relation'];
  delivery_location: Schemas['DeliveryLocation'] & { relation_id: string };
  bank_account: Schemas['BankAccount'];
  journal: Schemas['Journal'];
  branding: Schemas['Branding'];
  company: { name: string };
  client: { name: string };
}

/** Members that the events of a document show. */
type OfDocument =
  | ('number' | 'type' | 'status' | 'peppol_status' | 'payment_status')
  | ('relation_id' | 'external_id' | 'totals');

/** Members that the events of other resources show. */
type OfOthers =
  | ('name' | 'first_name' | 'last_name' | 'type' | 'code' | 'external_id')
  | ('relation_id' | 'document_id' | 'filename' | 'sha256');

type Shown<Resource, Names> = Resource extends unknown
  ? Pick<Resource, Extract<keyof Resource, Names>>
  : never;

/** `data` of the events of a resource. The description leaves open what it has; docs/events.md lists it. */
export type EventData<Type extends ResourceType> = Shown<
  Resources[Type],
  Type extends 'document' ? OfDocument : OfOthers
>;

/** An event of the log. A comparison of `type` determines the type of `data`. */
export type Event = {
  [Type in ResourceType]: Omit<LoggedEvent, 'type' | 'resource' | 'data'> & {
    type: Extract<LoggedEvent['type'], `${Type}.${string}`>;
    resource: Omit<LoggedEvent['resource'], 'type'> & { type: Type };
    data: EventData<Type>;
  };
}[ResourceType];

/** An exact type, all types of a resource, or all types. */
export type EventPattern = Schemas['EventPattern'];

/** What `POST /webhooks/{id}/test` sends. It is not in the log. */
export type TestEvent = Schemas['WebhookTest'];
