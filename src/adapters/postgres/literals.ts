import type { CompiledQuery } from 'kysely';
import { escapeLiteral } from 'pg';

/**
 * The query with its values in its text, so that it is planned for just these each time. For queries whose best way
 * depends on their values: after a few uses, the server may plan a prepared one once for all values.
 */
export function withLiterals<Row>(query: CompiledQuery<Row>): CompiledQuery<Row> {
  const { parameters } = query;
  const text = query.sql.replace(/\$(\d+)/g, (_, position: string) =>
    literal(parameters[Number(position) - 1]),
  );
  return { ...query, sql: text, parameters: [] };
}

function literal(value: unknown): string {
  if (typeof value === 'string') return escapeLiteral(value);
  if (typeof value === 'number') return String(value);
  if (value instanceof Date) return escapeLiteral(value.toISOString());
  throw new Error(`There is no literal for a ${typeof value}.`);
}
