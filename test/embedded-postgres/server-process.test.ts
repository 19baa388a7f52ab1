import { fatalMessage } from '../../src/adapters/embedded-postgres/server-process';

describe('The log of a server that has ended', () => {
  test('has the message with which it ended before its last line', () => {
    const log = [
      '2026-11-27 10:00:00.000 UTC [7] ERROR:  duplicate key value violates unique constraint "relation_pkey"',
      '2026-11-27 10:00:00.000 UTC [7] DETAIL:  Key (name)=(a name) already exists.',
      '2026-11-27 10:00:01.000 UTC [8] FATAL:  terminating connection due to administrator command',
      '2026-11-27 10:00:02.000 UTC [1] LOG:  could not bind IPv4 address "127.0.0.1": Address already in use',
      '2026-11-27 10:00:02.000 UTC [1] FATAL:  could not create any TCP/IP sockets',
      '2026-11-27 10:00:02.000 UTC [1] LOG:  database system is shut down',
    ];
    expect(fatalMessage(log.join('\n'))).toBe('could not create any TCP/IP sockets');
    expect(fatalMessage(log.slice(0, 2).join('\n'))).toBeUndefined();
  });
});
