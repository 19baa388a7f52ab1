/** Fails when `src/adapters/postgres/database.ts` does not describe the migrated database; `--write` rewrites it. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startEmbeddedPostgres } from '../../src/adapters/embedded-postgres/embedded-postgres';
import { migrateToLatest } from '../../src/adapters/postgres/migrations';

const FILE = 'src/adapters/postgres/database.ts';

const DOCUMENT = [
  ...['type', 'status', 'accounting_status', 'peppol_status', 'peppol_error', 'payment_status', 'language'],
  ...['preceding_document', 'delivery', 'payment', 'branding'],
  ...[
    'allowance_charges',
    'settlement',
    'converted_from',
    'credit_origin',
    'credited',
    'responses',
    'metadata',
  ],
];

/** Types of columns that the database does not know: closed sets of texts, and JSON values. */
const COLUMNS: Readonly<Record<string, string>> = {
  'attachment.content_type': 'AttachmentType',
  'bank_account.metadata': 'Metadata',
  'branding.address_position': 'Generated<AddressPosition>',
  'branding.metadata': 'Metadata',
  'client.permissions': 'Permissions',
  'company.address': 'Address | null',
  'company.language': 'Language',
  'delivery_location.address': 'Address',
  'idempotency_key.headers': 'Readonly<Record<string, string>> | null',
  'journal.category': 'JournalCategory',
  'journal.metadata': 'Metadata',
  'journal.sequence_scope': 'SequenceScope',
  'link.kind': 'LinkKind',
  'link.target': 'LinkTarget',
  'logo.content_type': 'LogoType',
  'payment.method': 'PaymentMethod',
  'refused_message.kind': 'Generated<RefusalKind>',
  'relation.address': 'Address | null',
  'relation.language': 'Language | null',
  'relation.metadata': 'Metadata',
  'relation.type': 'RelationType',
  'relation_identity.kind': 'IdentityKind',
  'transmission.attempts': 'ColumnType<ReadonlyArray<Attempt>, string, string>',
  'transmission.state': 'PeppolStatus',
  'webhook.older_secrets': 'ColumnType<ReadonlyArray<OlderSecret>, string | undefined, string>',
  'webhook_delivery.attempts': 'ColumnType<ReadonlyArray<DeliveryAttempt>, string, string>',
  'webhook_delivery.state': 'DeliveryState',
  'document.buyer': "WithoutNulls<StoredDocument['buyer']>",
  'document.lines': "ReadonlyArray<WithoutNulls<StoredDocument['lines'][number]>>",
  'document.seller': "WithoutNulls<StoredDocument['seller']>",
  'document.totals': "WithoutNulls<StoredDocument['totals']>",
  'document.vat_breakdown': "ReadonlyArray<WithoutNulls<StoredDocument['vat_breakdown'][number]>>",
  ...Object.fromEntries(DOCUMENT.map((column) => [`document.${column}`, `StoredDocument['${column}']`])),
};

const IMPORTS: Readonly<Record<string, string>> = {
  Address: 'values/address',
  AddressPosition: 'master-data/branding',
  AttachmentType: 'documents/attachments/attachment-types',
  Attempt: 'e-invoicing/transmission',
  DeliveryAttempt: 'events/webhooks/delivery',
  DeliveryState: 'events/webhooks/delivery',
  IdentityKind: 'master-data/relation-identity',
  JournalCategory: 'numbering/journal',
  Language: 'master-data/company',
  LinkKind: 'documents/link',
  LinkTarget: 'documents/link',
  LogoType: 'master-data/branding',
  Metadata: 'values/own-data',
  OlderSecret: 'events/webhooks/webhook',
  PaymentMethod: 'documents/payments/recorded-payment',
  PeppolStatus: 'documents/document-status',
  Permissions: 'access/permission',
  RefusalKind: 'e-invoicing/message-refusal',
  RelationType: 'master-data/relation',
  SequenceScope: 'numbering/number-format',
  StoredDocument: 'documents/document#Document',
};

async function main(): Promise<void> {
  const data_dir = mkdtempSync(path.join(os.tmpdir(), 'invoicing-rows-'));
  const server = await startEmbeddedPostgres({ data_dir, settings: { fsync: 'off' } });
  try {
    await migrateToLatest(server.url);
    const options = [
      '--url',
      server.url,
      '--dialect',
      'postgres',
      '--date-parser',
      'string',
      '--exclude-pattern',
      'kysely_*',
    ];
    const imports = [
      ...Object.entries(IMPORTS).map(([name, file]) => [name, `../../domain/${file}`]),
      ['WithoutNulls', './documents/null-fields'],
    ];
    const mapping = [
      ...['--type-mapping', '{"json":"unknown","jsonb":"unknown"}'],
      ...['--overrides', JSON.stringify({ columns: COLUMNS })],
      ...['--custom-imports', JSON.stringify(Object.fromEntries(imports))],
      ...['--out-file', FILE],
    ];
    const verify = process.argv.includes('--write') ? [] : ['--verify'];
    execFileSync('node_modules/.bin/kysely-codegen', [...options, ...mapping, ...verify], {
      stdio: 'inherit',
    });
  } finally {
    await server.stop();
    rmSync(data_dir, { recursive: true, force: true });
  }
}

void main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
