import { type Figure, meets, type Spread, type Unit } from './figures';

/** Lines of text: each figure with its limit, the ratio, and whether the target is met. */
export function table(figures: readonly Figure[]): string {
  const rows = [
    ['figure', 'measured', 'limit on this machine', 'ratio', 'CPU µs', 'target', ''],
    ...figures.map((figure) => [
      figure.name,
      inUnit(figure.measured, figure.unit),
      figure.limit ? `${inUnit(figure.limit.values, figure.unit)} ${figure.limit.name}` : '–',
      figure.ratio ? inUnit(figure.ratio) : '–',
      timeOf(figure),
      targetOf(figure),
      meets(figure) ? 'ok' : 'MISSED',
    ]),
  ];
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** The service and the database; in parentheses the database for the limit. */
function timeOf({ time }: Figure): string {
  if (!time) return '–';
  const [database, limit] = [time.database, time.limit_database].map((value) => value?.toFixed(0));
  const limit_text = limit === undefined ? '' : ` (${limit})`;
  return `${time.service.toFixed(0)} + ${database ?? '?'}${limit_text}`;
}

function targetOf({ target, ratio, unit }: Figure): string {
  const suffix = ratio ? '' : unitText(unit);
  const { at_least, at_most } = target;
  if (at_least === undefined && at_most === undefined) return 'none';
  if (at_least !== undefined && at_most !== undefined) return `${at_least}–${at_most}${suffix}`;
  return at_least !== undefined ? `≥ ${at_least}${suffix}` : `≤ ${at_most}${suffix}`;
}

/** Without a unit: a ratio. */
function inUnit({ median, min, max }: Spread, unit?: Unit): string {
  const decimals = unit === '/s' && median >= 100 ? 0 : 2;
  const text = (value: number) =>
    value.toLocaleString('en', { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
  const range = min === max ? '' : ` (${text(min)}–${text(max)})`;
  return `${text(median)}${unit ? unitText(unit) : ''}${range}`;
}

function unitText(unit: Unit): string {
  return unit === '/s' || unit === '' ? unit : ` ${unit}`;
}
