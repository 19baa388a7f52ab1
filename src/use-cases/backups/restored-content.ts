import type { BackedUpTable } from '../../ports/backups/backup';

/** A table of a backup of which the service has some or all columns. */
export interface RestoredTable {
  readonly table: BackedUpTable;
  /** @returns the rows with the columns that the service has */
  own(rows: Uint8Array): Uint8Array;
}

export interface RestoredContent {
  readonly tables: readonly RestoredTable[];
  /** What is not restored, such as `table a`, `column b.c`. */
  readonly foreign: readonly string[];
}

/** Divides the tables and columns of a backup into those that the service has, and those that an operator has added. */
export function restoredContent(
  backed_up: readonly BackedUpTable[],
  own: readonly BackedUpTable[],
): RestoredContent {
  const tables: RestoredTable[] = [];
  const foreign: string[] = [];
  for (const { name, columns } of backed_up) {
    const known = own.find((table) => table.name === name);
    if (known === undefined) {
      foreign.push(`table ${name}`);
      continue;
    }
    const kept = columns.filter((column) => known.columns.includes(column));
    const added = columns.filter((column) => !known.columns.includes(column));
    foreign.push(...added.map((column) => `column ${name}.${column}`));
    const positions = kept.map((column) => columns.indexOf(column));
    tables.push({
      table: { name, columns: kept },
      own: added.length === 0 ? (rows) => rows : (rows) => fieldsOf(rows, positions),
    });
  }
  return { tables, foreign };
}

/** @param rows - in the text format of COPY, in which tabs and line ends within values are escaped */
function fieldsOf(rows: Uint8Array, positions: readonly number[]): Uint8Array {
  const lines = Buffer.from(rows).toString('latin1').split('\n'); // one character for each byte, in any encoding
  lines.pop(); // after the last line end
  const kept = lines.map((line) => {
    const fields = line.split('\t');
    return `${positions.map((position) => fields[position]).join('\t')}\n`;
  });
  return Buffer.from(kept.join(''), 'latin1');
}
