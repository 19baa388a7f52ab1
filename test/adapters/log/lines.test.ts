import { stripVTControlCharacters } from 'node:util';
import { lineFormat } from '../../../src/adapters/log/lines';

const REQUEST = {
  ...{ level: 'info', message: 'request', timestamp: '2026-07-01T12:00:00.123Z', request_id: 'r-1' },
  ...{ client_id: 'c-1', method: 'GET', route: '/documents/:id', status: 200, duration_ms: 3.2 },
};
const pretty = lineFormat('pretty', { isTTY: false });

describe('The lines of the log', () => {
  test('are JSON where standard output is no terminal', () => {
    expect(JSON.parse(lineFormat(undefined, {})(REQUEST))).toEqual(REQUEST);
  });

  test('are for people on a terminal, unless LOG_FORMAT says otherwise', () => {
    const coloured = lineFormat(undefined, { isTTY: true })(REQUEST);
    expect(stripVTControlCharacters(coloured)).not.toBe(coloured);
    expect(stripVTControlCharacters(coloured)).toBe(pretty(REQUEST));
    expect(JSON.parse(lineFormat('json', { isTTY: true })(REQUEST))).toEqual(REQUEST);
  });
});

describe('A line for people', () => {
  test('has the time, the level, the request and the other fields', () => {
    expect(pretty(REQUEST)).toBe(
      '12:00:00.123 info  GET /documents/:id 200 3.2 ms request_id=r-1 client_id=c-1',
    );
  });

  test('shows a request without a route or a response', () => {
    const { method: _method, route: _route, status: _status, ...line } = REQUEST;
    expect(pretty(line)).toContain('info  - - - 3.2 ms request_id=r-1');
  });

  test('has the stack of an error in the following lines', () => {
    const line = {
      level: 'error',
      message: 'It failed',
      timestamp: REQUEST.timestamp,
      stack: '    at one\n    at two',
    };
    expect(pretty(line)).toBe('12:00:00.123 error It failed\n    at one\n    at two');
  });

  test('does not let a value control the terminal or begin another line', () => {
    const line = { ...REQUEST, client_id: 'a\u001b[2Jb\n\u009bc', reason: 'two words', message: 'x\ny' };
    expect(pretty(line)).toContain('"x\\ny"');
    expect(pretty(line)).toContain('client_id="a\\u001b[2Jb\\n\\u009bc" ');
    expect(pretty(line)).toContain('reason="two words"');
    expect(pretty(line)).toMatch(/^[ -~]+$/);
  });
});
