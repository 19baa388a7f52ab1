import { appendFileSync } from 'node:fs';
import { Client } from 'pg';

/**
 * Records every statement that the service executes in a test file. The teardown of the run fails for those that a
 * Citus cluster refuses. Statements of the tests themselves are not recorded.
 */
const statements = new Map<string, boolean>();

/** As in `recorded.ts`, which would load the parser into each test file. */
const RECORDED = 'RECORDED_STATEMENTS';

/** Frames of what carries all statements, also those of tests. */
const CARRIER = /\/src\/adapters\/postgres\/(connect\.ts|connections\/)/;
const OWN = /\/test\/support\/citus\/recorded-statements/;
/** Migrations have a check of their own (`migration-rules.ts`). */
const NOT_OF_SERVICE = /\/test\/|\/src\/adapters\/postgres\/migrations/;

/**
 * The files of the calling functions, innermost first. Jest's own form of a stack would read the source map of each
 * file.
 */
function callers(): string[] {
  const { stackTraceLimit } = Error;
  const prepareStackTrace: unknown = Reflect.get(Error, 'prepareStackTrace');
  Error.stackTraceLimit = 100;
  Error.prepareStackTrace = (_error, sites) => sites.map((site) => site.getFileName() ?? '');
  const files = new Error().stack as unknown as string[];
  Object.assign(Error, { prepareStackTrace, stackTraceLimit });
  return files;
}

/** Whether the innermost file of the project's own code is in the service. */
function isOfService(): boolean {
  const file = callers().find(
    (name) =>
      /\/(src|test)\//.test(name) && !/node_modules/.test(name) && !CARRIER.test(name) && !OWN.test(name),
  );
  return file === undefined || !NOT_OF_SERVICE.test(file);
}

type Query = (this: unknown, ...values: unknown[]) => unknown;
const prototype = Client.prototype as unknown as { query: Query };
const { query } = prototype;

beforeAll(() => {
  prototype.query = function recorded(...values) {
    const [first] = values;
    const text = typeof first === 'string' ? first : (first as { text?: unknown } | null)?.text;
    if (typeof text === 'string' && statements.get(text) !== true) {
      statements.set(text, isOfService());
    }
    return query.apply(this, values);
  };
});

afterAll(() => {
  prototype.query = query;
  const file = process.env[RECORDED];
  if (file === undefined) throw new Error('The set-up of the run has to say where statements are recorded.');
  const texts = [...statements].flatMap(([text, is_of_service]) => (is_of_service ? [text] : []));
  appendFileSync(file, texts.map((text) => `${JSON.stringify(text)}\n`).join(''));
});
