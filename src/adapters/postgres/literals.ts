import type { CompiledQuery } from 'kysely';
import './navigator'; // before pg
import { escapeLiteral } from 'pg';

/**
 * Inlines the values into the text of the query, so that it is planned for these values. For queries whose best plan
 * depends on the values: after a few executions PostgreSQL may use a generic plan for a prepared statement.
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
  // Not as ISO 8601, of which PostgreSQL takes no years below 1 and above 9999. For the planner it is a constant.
  if (value instanceof Date) return `to_timestamp(${value.getTime() / 1000})`;
  throw new Error(`There is no literal for a ${typeof value}.`);
}
