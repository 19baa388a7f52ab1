// What the package exports.
export type { Credentials, SharedTokens, Tokens } from './access-tokens.ts';
export type { InvoicingClient } from './calls.ts';
export type { Event, EventData, EventPattern, TestEvent } from './event-types.ts';
export type { EventsOptions } from './events.ts';
export { type FileContent, fileOf } from './files.ts';
export type { components, ErrorCode, operations, paths } from './interface.ts';
export { type ClientOptions, invoicingClient } from './invoicing-client.ts';
export { ApiError, dataOf, type Outcome, outcome, type Refusal, type RefusedField } from './outcome.ts';
export type { ListPath, PageOf, RowOf } from './pages.ts';
export type { RetryPolicy } from './retries.ts';
export { verifyWebhook, WebhookError, type WebhookHeaders } from './webhooks.ts';
