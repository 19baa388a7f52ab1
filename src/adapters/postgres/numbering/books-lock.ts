import { CompiledQuery } from 'kysely';

/**
 * The books of a company have an advisory lock: shared by the transactions that number or lock documents, exclusive for
 * the one that closes books. Unlike a lock of the company's row, it is given in the order of the requests, so that a
 * closing is not overtaken for ever. Each statement names the company, so that Citus takes the lock on the worker with
 * its shard.
 */
const BOOKS = "hashtextextended('books ' || $1::uuid::text, 0)";

/** SQL: keeps the books of company $1, a uuid, from being closed until the transaction ends. */
export const KEEP_BOOKS = `pg_advisory_xact_lock_shared(${BOOKS})`;

/**
 * Sent before a statement that looks at the closed books, which then sees what was committed while this one waited.
 */
export function keepBooks(company_id: string): CompiledQuery {
  return CompiledQuery.raw(`select ${KEEP_BOOKS} from company where id = $1`, [company_id]);
}

/** Waits until no other transaction keeps the books of the company. */
export function lockBooks(company_id: string): CompiledQuery {
  return CompiledQuery.raw(`select pg_advisory_xact_lock(${BOOKS}) from company where id = $1`, [company_id]);
}
