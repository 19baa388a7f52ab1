// The order of test files. Those that take longest come first, so that no process is left with one of them at the end.
// Of those that mostly wait only two run at once, so that another process keeps a processor busy.
// Jest knows how long a file took from its last run only; on a new machine it goes by the figures here, and by size.
/* eslint-disable @typescript-eslint/no-require-imports */
const path = require('node:path');
const { default: Sequencer } = require('@jest/test-sequencer');

/** Seconds that a file takes beside others, on two quiet processors. */
const inTests = (seconds) =>
  new Map(
    Object.entries(seconds).map(([name, value]) => [path.join(__dirname, '..', `${name}.test.ts`), value]),
  );

/**
 * Files that mostly wait: for processes to start and end, and for limits of time, which they need a processor to keep.
 */
const WAITING = inTests({
  'operations/workers': 103,
  'crash/crash': 85,
  'api/lost-answers': 55,
  'api/e-invoicing/hostile-files': 32,
  'adapters/workers/worker-pool': 23,
  'api/access/token': 21,
  'api/events/events': 16,
  'postgres/jobs/job-queue': 15,
  'api/error-codes/error-codes': 13,
  'console/events': 11,
  'operations/stopping': 11,
  'adapters/webhooks/delivery-engine': 10,
  'postgres/connect': 10,
  'postgres/units/units-of-work': 8,
  'http/connections/retirement': 6,
  'postgres/connections/hanging-companies': 6,
});
const WAITING_AT_ONCE = 2;

const WORKING = inTests({
  'api/hostile-input': 33,
  'operations/backup': 25,
  'adapters/e-invoicing/pumped-texts': 23,
  'management/network-inbound': 17,
  'client/package': 15,
  'embedded-postgres/embedded-postgres': 15,
  'postgres/use-cases/default-races': 13,
  'api/numbering/numbering-histories': 12,
  'adapters/rendering/pooled-document-rendering': 12,
  'api/own-data': 12,
  'api/conventions-writes': 12,
  'api/events/unreadable-evidence': 11,
  'crash/webhooks': 11,
  'api/conventions': 11,
  'adapters/rendering/scripts': 10,
  'api/conventions-lists': 10,
  'operations/starts': 10,
  'api/response-headers': 9,
  'client/invoicing-client': 9,
  'management/verification': 9,
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
