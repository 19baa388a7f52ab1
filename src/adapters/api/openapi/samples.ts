import { CREATED } from '../documents/document-examples';

/**
 * Samples of the schemas of responses, by the id of the schema: of those that no operation has an example of. The
 * validator of the description compares each with its schema.
 */

const DOCUMENT_ID = '01981e60-1c2d-7a3b-8c4d-5e6f7a8b9c0d';
const WEBHOOK_ID = '01981e61-2b3c-7d4e-9f5a-6b7c8d9e0f1a';
const KEY_ID = 'poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U';
const HASH = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';

const ATTACHMENT = {
  id: '01981e63-4d5e-7f6a-8b7c-9d0e1f2a3b4c',
  filename: 'timesheet-june.pdf',
  content_type: 'application/pdf',
  size: 48213,
  sha256: '4d1b9a5c6f0e2d3c8b7a695847362514f0e9d8c7b6a594837261504f3e2d1c0b',
  created_at: '2026-07-01T09:31:00.000Z',
};

/** The data of an event by the resource, and the event that it is of. */
const EVENT_DATA = {
  document: {
    type: 'document.created',
    data: {
      number: 'INV-2026-00001',
      type: 'invoice',
      status: 'draft',
      peppol_status: null,
      payment_status: 'unpaid',
      relation_id: '01981e5c-7f6a-7c3e-8a51-0a4d6b1c2d3e',
      external_id: null,
      totals: CREATED.totals,
    },
  },
  attachment: {
    type: 'attachment.created',
    data: { document_id: DOCUMENT_ID, filename: ATTACHMENT.filename, sha256: ATTACHMENT.sha256 },
  },
  relation: {
    type: 'relation.created',
    data: { type: 'company', name: 'Bakkerij Peeters', external_id: 'customer-4711' },
  },
  delivery_location: {
    type: 'delivery_location.created',
    data: { name: 'Warehouse', relation_id: '01981e5c-7f6a-7c3e-8a51-0a4d6b1c2d3e' },
  },
  bank_account: { type: 'bank_account.created', data: { name: 'Operations', external_id: null } },
  journal: { type: 'journal.created', data: { code: 'WEB', name: 'Web shop', external_id: null } },
  branding: { type: 'branding.created', data: { name: 'Studio', external_id: null } },
};

/** A sample of an event, by the resource that it is of. */
export function sampleEvent(resource: string): object {
  const { type, data } = EVENT_DATA[resource as keyof typeof EVENT_DATA];
  return {
    id: '01981e62-3c4d-7e5f-8a6b-7c8d9e0f1a2b',
    position: 17,
    type,
    occurred_at: '2026-07-01T09:30:00.000Z',
    actor: { kind: 'client', id: 'web-shop' },
    request_id: '5f0c6b1e-2a3d-4c5b-8e7f-9a0b1c2d3e4f',
    resource: { type: resource, id: DOCUMENT_ID, version: resource === 'attachment' ? null : 1 },
    changed: [],
    data,
    digest: 'a3f5c1d2e4b60718293a4b5c6d7e8f90a1b2c3d4e5f60718293a4b5c6d7e8f90',
    previous_hash: '0'.repeat(64),
    hash: HASH,
  };
}

export const TEST_EVENT = {
  id: '01981e62-5e6f-7a7b-8c8d-9e0f1a2b3c4d',
  type: 'webhook.test',
  occurred_at: '2026-07-01T09:30:00.000Z',
  data: { webhook_id: WEBHOOK_ID },
};

export const SAMPLES: Readonly<Record<string, object>> = {
  Attachment: ATTACHMENT,
  Caller: {
    client_id: 'web-shop',
    company: { id: '01981e5b-0a1b-7c2d-8e3f-4a5b6c7d8e9f', name: 'Studio Noord BV' },
    permissions: {
      document: ['create', 'read', 'update'],
      relation: ['create', 'read', 'update'],
      bank_account: ['read'],
      journal: ['read'],
      branding: [],
    },
    expires_at: '2026-07-01T10:30:00.000Z',
  },
  Checkpoint: {
    position: 1000,
    hash: HASH,
    at: '2026-07-01T23:59:59.000Z',
    key_id: KEY_ID,
    signature: 'hgyY0il+MGCjP0JzlnLWG1PPOt7+09PGcvMg3AIbQR6dWbhijcNR4ki4iylGjg5BhVsPt9g7sVvpAr/MuM0KAg==',
  },
  Country: { code: 'BE', name: 'Belgium', eu_member: true },
  Currency: { code: 'EUR', name: 'Euro', minor_units: 2 },
  EventFeed: { data: [sampleEvent('document')], after: 17 },
  EventHead: { position: 17, hash: HASH, occurred_at: '2026-07-01T09:30:00.000Z' },
  JournalIntegrity: {
    journal_id: '01981e5c-0a1b-7c2d-8e3f-4a5b6c7d8e9f',
    periods: [
      {
        period: '2026',
        count: 128,
        first: 'INV-2026-00001',
        last: 'INV-2026-00128',
        gaps: [],
        duplicates: [],
        date_inversions: [],
      },
    ],
  },
  Reachability: {
    registered: true,
    document_types: ['invoice', 'credit_note'],
    responses: true,
    checked_at: '2026-07-01T09:30:00.000Z',
  },
  SigningKey: {
    key_id: KEY_ID,
    public_key: { kty: 'OKP', crv: 'Ed25519', x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo' },
  },
  Transmission: {
    message_id: '01981e64-6f7a-7b8c-9d0e-1f2a3b4c5d6e',
    state: 'delivered',
    receiver: '0208:0123456749',
    attempts: [
      { at: '2026-07-01T09:30:00.000Z', outcome: 'sent', message: null },
      { at: '2026-07-01T09:31:00.000Z', outcome: 'delivered', message: null },
    ],
    created_at: '2026-07-01T09:29:59.000Z',
    finished_at: '2026-07-01T09:31:00.000Z',
  },
  UnitOfMeasure: { code: 'KGM', name: 'Kilogram', symbol: 'kg' },
  WebhookDelivery: {
    id: '01981e65-7a8b-7c9d-8e0f-1a2b3c4d5e6f',
    event_id: '01981e62-3c4d-7e5f-8a6b-7c8d9e0f1a2b',
    type: 'document.created',
    state: 'delivered',
    attempts: [{ at: '2026-07-01T09:30:01.000Z', status: 204, duration_ms: 84, error: null, answer: '' }],
    next_attempt_at: null,
    created_at: '2026-07-01T09:30:00.000Z',
    updated_at: '2026-07-01T09:30:01.000Z',
  },
  WebhookReplayed: { deliveries: 12 },
};
