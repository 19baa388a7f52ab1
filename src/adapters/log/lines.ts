import { styleText } from 'node:util';

/** The fields of a log line, in their order. */
export type LogLine = Readonly<Record<string, unknown>>;
export type LineFormat = (line: LogLine) => string;

/** `pretty`: for people; `json`: for programs; when undefined, `pretty` on a terminal. */
type Form = 'pretty' | 'json' | undefined;
/** Where the lines are written. */
interface Output {
  readonly isTTY?: boolean;
}

export function lineFormat(form: Form, output: Output = process.stdout): LineFormat {
  if (isJson(form, output)) return JSON.stringify;
  return prettyFormat(output.isTTY === true && !process.env['NO_COLOR']); // https://no-color.org
}

export function isJson(form: Form, { isTTY = false }: Output = process.stdout): boolean {
  return (form ?? (isTTY ? 'pretty' : 'json')) === 'json';
}

type Style = Parameters<typeof styleText>[0];
const LEVELS: Readonly<Record<string, Style>> = {
  error: 'red',
  warn: 'yellow',
  info: 'green',
  debug: 'blue',
};

/** `12:00:00.000 info  GET /documents 200 3.2 ms  client_id=…`, then the stack of an error. Times are in UTC. */
function prettyFormat(is_coloured: boolean): LineFormat {
  const styled = (style: Style, text: string) =>
    is_coloured ? styleText(style, text, { validateStream: false }) : text;
  return ({ level, message, timestamp, stack, ...members }) => {
    const { method, route, status, duration_ms, ...others } = members;
    const is_request = message === 'request';
    const request = [method ?? '-', route ?? '-', status ?? '-', duration_ms ?? '-'].map((one) =>
      printed(one),
    );
    const rest = Object.entries(is_request ? others : members)
      .filter(([, value]) => value !== undefined && value !== null)
      .map(([name, value]) => `${name}=${printed(value)}`);
    const words = [
      styled('dim', String(timestamp).slice(11, 23)),
      styled(LEVELS[String(level)] ?? 'reset', String(level).padEnd(5)),
      is_request ? `${request.join(' ')} ms` : printed(message, ' '),
      ...(rest.length > 0 ? [styled('dim', rest.join(' '))] : []),
    ];
    return words.join(' ') + (typeof stack === 'string' ? `\n${stack}` : '');
  };
}

/** In quotes unless it has letters, digits and punctuation only, so that no value controls the terminal. */
function printed(value: unknown, also = ''): string {
  const text = String(value);
  if ([...text].every((one) => (one > ' ' && one <= '~') || also.includes(one))) return text;
  return JSON.stringify(text).replace(
    /[^ -~]/g,
    (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
