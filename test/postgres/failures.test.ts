import { isUnnumbered } from '../../src/adapters/postgres/e-invoicing/numbered-sends';
import { constraintOf, failureOf, nullColumnOf } from '../../src/adapters/postgres/failures';

/** An error of the driver. */
const anError = (message: string, members: object) =>
  Object.assign(new Error(message), { severity: 'ERROR', ...members });

/**
 * As the coordinator of a Citus cluster passes an error of a worker on: without the fields for table and constraint.
 */
const DUPLICATE = anError('duplicate key value violates unique constraint "journal_code_102008"', {
  code: '23505',
  detail: 'Key (company_id, code)=(019f1d1f-0500-707f-8bd4-f6e4244d5947, INV) already exists.',
});
const INSERTION = anError(
  'insert or update on table "document_102046" violates foreign key constraint "document_relation_102046"',
  {
    code: '23503',
    detail: 'Key (company_id, relation_id)=(a, b) is not present in table "relation_102014".',
  },
);
const REMOVAL = anError(
  'update or delete on table "relation_102014" violates foreign key constraint "document_relation_102046" on table "document_102046"',
  { code: '23503', detail: 'Key (company_id, id)=(a, b) is still referenced from table "document_102046".' },
);
const NULL = anError(
  'null value in column "payload" of relation "transmission_102618" violates not-null constraint',
  {
    code: '23502',
    detail: 'Failing row contains (a, b, null).',
  },
);

describe('An error that a worker of a cluster reports', () => {
  test.each([
    ['a duplicate', DUPLICATE, 'duplicate_journal_code'],
    ['a reference to a missing row', INSERTION, 'invalid_relation'],
    ['a deletion of a row that is referred to', REMOVAL, 'relation_in_use'],
  ])('is the same refusal as on one server: %s', (_case, error, code) => {
    expect(failureOf(error)).toMatchObject({ error_name: code });
  });

  test('names the constraint without the number of the shard', () => {
    expect(constraintOf(DUPLICATE)).toBe('journal_code');
  });

  test('names the column that is null', () => {
    expect(nullColumnOf(NULL)).toBe('payload');
    expect(isUnnumbered(NULL)).toBe(true);
  });
});

describe('The name of a violated constraint', () => {
  test('is the field of the error where there is one', () => {
    const error = anError('…"other_1"…', { code: '23505', constraint: 'journal_code' });
    expect(constraintOf(error)).toBe('journal_code');
  });

  test('is not read from messages of other errors', () => {
    const error = anError('the constraint "journal_code_1" is odd', { code: '42704' });
    expect(constraintOf(error)).toBeUndefined();
  });
});

describe('The name of a column that is null', () => {
  test('is the field of the error where there is one', () => {
    const error = anError('…column "other"…', { code: '23502', column: 'payload' });
    expect(nullColumnOf(error)).toBe('payload');
  });

  test('is not read from other errors', () => {
    const error = anError('column "payload" does not exist', { code: '42703', column: 'payload' });
    expect(nullColumnOf(error)).toBeUndefined();
  });
});
