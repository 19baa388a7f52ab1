import '../navigator'; // before pg
import { type FieldDef, type PoolClient, Query, type QueryConfig, type QueryResult, types } from 'pg';
import { objectLiteral } from '../../object-literals';

/** A text, with its values and the name under which it is prepared, if any. */
export interface NamedText extends Pick<QueryConfig, 'name' | 'text' | 'values'> {
  /** No row is read once the rows before it have as many bytes. By default all are. */
  readonly max_bytes?: number;
}

export interface ReadResult extends QueryResult {
  /** Whether rows are missing because of `max_bytes`. The connection is closed then, since they are on their way. */
  readonly is_cut?: true;
}

/**
 * Executes a text on a connection. Three habits of the driver are avoided; the first two took half of the time of a
 * page of documents:
 *
 * - It assigns function literals to properties of a query (`query.callback = () => …`). V8 allocates such functions in
 *   the old generation, where they keep the query and its rows until the next collection of the whole heap. Here, the
 *   driver gets its callback ready-made, and the time limit is kept outside of it.
 * - It adds the fields of a row one by one: for each query to an empty row, and for each row to a copy of that. Here, a
 *   function is compiled for the columns, as mysql2 does it.
 * - It copies the object that describes a query by its property descriptors, in 1.5 µs. Here, it gets text and values.
 *
 * Rows of one result that follow each other with equal JSON share the parsed value, which nobody changes: the documents
 * of a page have the same seller.
 *
 * @param timeout_ms - then the connection is closed, since a statement runs on it
 */
export async function execute(client: PoolClient, query: NamedText, timeout_ms: number): Promise<ReadResult> {
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise<ReadResult>((resolve, reject) => {
      timer = setTimeout(() => {
        reject(new Error('Query read timeout')); // as the driver names it
        client.connection.stream.destroy();
      }, timeout_ms);
      const end = (error: Error | undefined, result: ReadResult | undefined) => {
        if (error) return reject(error);
        resolve(result!);
        if (result!.is_cut) client.connection.stream.destroy();
      };
      client.query(new ReadingQuery(query, end));
    });
  } catch (error) {
    Error.captureStackTrace(error as Error); // it was made where the socket is read, and says nothing of the caller
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** The values of a row as PostgreSQL sends them. */
type ReadRow = (values: readonly (string | null)[]) => object;

/** Properties of the driver's query that its types leave out. */
interface Driven {
  _result: QueryResult & { parseRow: ReadRow };
  _accumulateRows: boolean;
  /** The name under which it is prepared. */
  name: string | undefined;
  /** The error of a row that could not be read. */
  _canceledDueToError: unknown;
  callback: Callback;
  /** Begins another result when the text has several statements. */
  _checkForMultirow(): void;
  handleDataRow(message: RowMessage): void;
}
interface RowMessage {
  /** In bytes. */
  readonly length: number;
  readonly fields: readonly (string | null)[];
}
type Callback = (error: Error | undefined, result: ReadResult | undefined) => void;
const DriverQuery = Query as unknown as new (
  text: string,
  values: unknown[] | undefined,
  callback: Callback,
) => Query & Driven;

/** The JSON of a column in the last row, and what was parsed from it. */
interface Parsed {
  readonly text: string;
  readonly value: unknown;
}

/** The parsed values of the result whose row is read at the moment, by position of the column. */
let last_parsed: Parsed[] = [];

class ReadingQuery extends DriverQuery {
  private readonly parsed: Parsed[] = [];
  /** The number of bytes after which no more rows are read. */
  private left: number;

  constructor(query: NamedText, callback: Callback) {
    super(query.text, query.values, callback);
    this.name = query.name;
    this.left = query.max_bytes ?? Infinity;
  }

  override handleDataRow(message: RowMessage): void {
    if (this.left <= 0 && !this._canceledDueToError)
      return this.callback(undefined, { ...this._result, is_cut: true });
    this.left -= message.length;
    last_parsed = this.parsed;
    super.handleDataRow(message);
  }

  /** Called by the driver before the first row. */
  handleRowDescription({ fields }: { readonly fields: FieldDef[] }): void {
    this._checkForMultirow();
    this._result.fields = fields;
    this._result.parseRow = readerOf(fields);
    this._accumulateRows = true;
  }
}

/**
 * By names and types of columns. Statements come from code, so they are few; the limit protects against generated ones.
 */
const readers = new Map<string, ReadRow>();
const MAX_READERS = 2_000;

function readerOf(fields: readonly FieldDef[]): ReadRow {
  let key = '';
  for (const { name, dataTypeID } of fields) key += `${name}\0${dataTypeID}\0`;
  let reader = readers.get(key);
  if (reader) return reader;
  reader = newReader(fields);
  if (readers.size < MAX_READERS) readers.set(key, reader);
  return reader;
}

function newReader(fields: readonly FieldDef[]): ReadRow {
  return objectLiteral(
    fields.map(({ name, dataTypeID }, from) => {
      const parse = parserOf(name, dataTypeID, from);
      return { name, from, convert: (value) => (value === null ? null : parse(value as string)) };
    }),
  );
}

function parserOf(name: string, type: number, column: number): (text: string) => unknown {
  if (JSON_TYPES.has(type)) return (text) => parsedOnce(text, column);
  if (type === TEXT && CODES.has(name)) return sharedCode;
  return PARSERS.get(type) ?? (types.getTypeParser(type) as (value: string) => unknown);
}

/** Columns of codes, of which there are few. Other code looks them up in maps: see "Fast JSON" in docs/decisions.md. */
const CODES: ReadonlySet<string> = new Set([
  ...['type', 'status', 'accounting_status', 'payment_status', 'peppol_status', 'currency', 'language'],
]);
const shared = new Map<string, string>();
const MAX_SHARED = 1_000;

/** @returns the same text for the same code: the copy that V8 keeps of the key of an object */
function sharedCode(code: string): string {
  const known = shared.get(code);
  if (known !== undefined) return known;
  const [key] = Object.keys({ [code]: true });
  if (shared.size < MAX_SHARED) shared.set(code, key!);
  return key!;
}

function parsedOnce(text: string, column: number): unknown {
  const last = last_parsed[column];
  if (last?.text === text) return last.value;
  const value: unknown = JSON.parse(text);
  last_parsed[column] = { text, value };
  return value;
}

const JSON_TYPES: ReadonlySet<number> = new Set([114, 3802]); // json, jsonb
const TEXT = 25;
const DATE = 1082;
const TIMESTAMPTZ = 1184;

/**
 * Parses the values that the driver's own parsers are wrong or slow for.
 *
 * - A date stays a text, YYYY-MM-DD: as a Date it would shift by the time zone of the process.
 * - An instant comes in UTC (`START_PARAMETERS`), so it is an ISO 8601 text but for its separator and its suffix
 *   `+00`, and JavaScript's own parser reads it several times faster than the driver's expressions.
 */
const PARSERS: ReadonlyMap<number, (value: string) => unknown> = new Map<number, (value: string) => unknown>([
  [DATE, (value) => value],
  [TIMESTAMPTZ, (value) => new Date(`${value.slice(0, 10)}T${value.slice(11, -3)}Z`)],
]);
