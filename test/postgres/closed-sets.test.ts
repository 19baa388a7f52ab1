import { ROLES } from '../../src/domain/access/person';
import { sql } from 'kysely';
import { connect } from '../../src/adapters/postgres/connect';
import { ACCOUNTING_STATUSES, PEPPOL_STATUSES, STATUSES } from '../../src/domain/documents/document-status';
import { LINK_TARGETS } from '../../src/domain/documents/link';
import { PAYMENT_METHODS } from '../../src/domain/documents/payments/recorded-payment';
import { PAYMENT_STATUSES } from '../../src/domain/documents/payments/payment-status';
import { REFUSAL_KINDS } from '../../src/domain/e-invoicing/message-refusal';
import { DELIVERY_STATES } from '../../src/domain/events/webhooks/delivery';
import { ADDRESS_POSITIONS } from '../../src/domain/master-data/branding';
import { RELATION_TYPES } from '../../src/domain/master-data/relation';
import { IDENTITY_KINDS } from '../../src/domain/master-data/relation-identity';
import { JOURNAL_CATEGORIES } from '../../src/domain/numbering/journal';
import { SEQUENCE_SCOPES } from '../../src/domain/numbering/number-format';
import { createDatabase } from '../support/database';

const SETS: Readonly<Record<string, readonly string[]>> = {
  'branding.address_position': ADDRESS_POSITIONS,
  'console_session.person_role': ROLES,
  'document.accounting_status': ACCOUNTING_STATUSES,
  'document.payment_status': PAYMENT_STATUSES,
  'document.peppol_status': PEPPOL_STATUSES,
  'document.status': STATUSES,
  'journal.category': JOURNAL_CATEGORIES,
  'journal.sequence_scope': SEQUENCE_SCOPES,
  'link.target': LINK_TARGETS,
  'payment.method': PAYMENT_METHODS,
  'received_sender.kind': IDENTITY_KINDS,
  'refused_message.kind': REFUSAL_KINDS,
  'relation.type': RELATION_TYPES,
  'relation_identity.kind': IDENTITY_KINDS,
  'transmission.state': PEPPOL_STATUSES,
  'webhook_delivery.state': DELIVERY_STATES,
};

/** As `database.ts` states the types of these columns. */
test('The database accepts exactly the values of the closed sets of the domain', async () => {
  const database = await createDatabase();
  const db = connect(database.url, { pool_size: 1 });
  const { rows } = await sql<{ column: string; definition: string }>`
    select c.conrelid::regclass || '.' || a.attname as column, pg_get_constraintdef(c.oid) as definition
    from pg_constraint c
    join pg_attribute a on a.attrelid = c.conrelid and c.conkey = array[a.attnum]
    where c.contype = 'c' and c.connamespace = 'public'::regnamespace
      and pg_get_constraintdef(c.oid) like '%= ANY (ARRAY[%'`.execute(db);
  await db.destroy();
  await database.drop();

  const found = rows.map(({ column, definition }) => {
    const values = [...definition.matchAll(/'([^']*)'/g)].map(([, value]) => value!);
    return [column, values.sort()];
  });
  const sets = Object.entries(SETS).map(([column, values]) => [column, [...values].sort()]);
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(sets));
});
