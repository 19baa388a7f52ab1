import { loadModule } from 'libpg-query';
import { Client } from 'pg';
import { concernsTenants, objections } from './statement-rules';

/**
 * Reads every statement on tenant tables that the service executes in a test file, and fails the file for those that a
 * Citus cluster refuses. Statements of the tests themselves are not read.
 */
const statements = new Map<string, boolean>();

/** Frames of what carries all statements, also those of tests. */
const CARRIER = /\/src\/adapters\/postgres\/(connect\.ts|connections\/)/;
const OWN = /\/test\/support\/citus\/recorded-statements/;

/** Whether the innermost frame of the project's own code is in the service. */
function isOfService(): boolean {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 100;
  const frames = (new Error().stack ?? '').split('\n');
  Error.stackTraceLimit = stackTraceLimit;
  const frame = frames.find(
    (line) =>
      /\/(src|test)\//.test(line) && !/node_modules/.test(line) && !CARRIER.test(line) && !OWN.test(line),
  );
  return frame === undefined || !frame.includes('/test/');
}

type Query = (this: unknown, ...values: unknown[]) => unknown;
const prototype = Client.prototype as unknown as { query: Query };
const { query } = prototype;

beforeAll(() => {
  prototype.query = function recorded(...values) {
    const [first] = values;
    const text = typeof first === 'string' ? first : (first as { text?: unknown } | null)?.text;
    if (typeof text === 'string' && statements.get(text) !== true && concernsTenants(text)) {
      statements.set(text, isOfService());
    }
    return query.apply(this, values);
  };
});

afterAll(async () => {
  prototype.query = query;
  await loadModule();
  const objected = [...statements].flatMap(([text, is_of_service]) => {
    const found = is_of_service ? objections(text) : [];
    return found.length === 0 ? [] : [`${found.join('; ')}:\n${text.trim()}`];
  });
  if (objected.length > 0) {
    throw new Error(
      `Statements for which Citus has to be thought of, see docs/citus.md:\n\n${objected.join('\n\n')}`,
    );
  }
});
