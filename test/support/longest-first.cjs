// The order of test files. Those that take longest come first, so that no process is left with one of them at the end.
// Of those that mostly wait only two run at once, so that another process keeps a processor busy.
// Jest knows how long a file took from its last run only; on a new machine it goes by the figures here, and by size.
/* eslint-disable @typescript-eslint/no-require-imports */
const path = require('node:path');
const { default: Sequencer } = require('@jest/test-sequencer');

/** Seconds that a file takes on two quiet processors. */
const inTests = (seconds) =>
  new Map(
    Object.entries(seconds).map(([name, value]) => [path.join(__dirname, '..', `${name}.test.ts`), value]),
  );

/** Files that mostly wait: for processes to start and end, and for limits of time, which they need a processor to keep. */
const WAITING = inTests({
  'operations/workers': 96,
  'crash/crash': 82,
  'api/lost-answers': 56,
  'api/e-invoicing/hostile-files': 32,
  'operations/backup': 27,
  'embedded-postgres/embedded-postgres': 23,
  'adapters/workers/worker-pool': 22,
  'api/events/unreadable-evidence': 18,
  'api/events/events': 17,
  'postgres/job-queue': 15,
  'api/error-codes/error-codes': 13,
  'crash/webhooks': 12,
  'adapters/webhooks/delivery-engine': 11,
  'postgres/connect': 10,
  'management/network-inbound': 10,
  'console/events': 9,
  'operations/stopping': 8,
  'http/connections/retirement': 6,
  'postgres/connections/hanging-companies': 6,
});
const WAITING_AT_ONCE = 2;

const WORKING = inTests({
  'api/hostile-input': 16,
  'api/access/token': 16,
  'adapters/e-invoicing/pumped-texts': 13,
  'api/conventions-writes': 13,
  'adapters/rendering/pooled-document-rendering': 11,
  'client/package': 10,
  'postgres/use-cases/default-races': 10,
  'operations/starts': 10,
  'api/response-headers': 9,
  'api/numbering/numbering-histories': 9,
  'api/own-data': 9,
  'api/conventions-lists': 8,
  'api/e-invoicing/import-long-texts': 8,
  'api/documents/embedded-pdf': 8,
  'api/documents/attachments': 8,
  'api/mcp/tools': 8,
});
const USUAL_SECONDS = 2;

module.exports = class LongestFirst extends Sequencer {
  constructor({ globalConfig }) {
    super();
    this.processes = globalConfig.maxWorkers;
  }

  sort(tests) {
    const secondsOf = ({ path: file, duration }) =>
      duration === undefined ? (WAITING.get(file) ?? WORKING.get(file) ?? USUAL_SECONDS) : duration / 1000;
    const sorted = super.sort(tests).sort((a, b) => secondsOf(b) - secondsOf(a));
    const waiting = sorted.filter(({ path: file }) => WAITING.has(file));
    const others = sorted.filter(({ path: file }) => !WAITING.has(file));
    // Jest gives the next file to the process that is free first.
    const free_at = Array.from({ length: this.processes }, () => 0);
    const waited_until = Array.from({ length: WAITING_AT_ONCE }, () => 0);
    return tests.map(() => {
      const process = indexOfLeast(free_at);
      const now = free_at[process];
      const turn = indexOfLeast(waited_until);
      const waits = waiting.length > 0 && (waited_until[turn] <= now || others.length === 0);
      const next = waits ? waiting.shift() : others.shift();
      free_at[process] = now + secondsOf(next);
      if (waits) waited_until[turn] = free_at[process];
      return next;
    });
  }
};

function indexOfLeast(numbers) {
  return numbers.indexOf(Math.min(...numbers));
}
