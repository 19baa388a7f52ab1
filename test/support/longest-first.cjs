// The order of test files: those that take longest come first, so that no process is left with one of them at the end.
// Jest knows this from its last run only; on a new machine it goes by the size of the files.
/* eslint-disable @typescript-eslint/no-require-imports */
const path = require('node:path');
const { default: Sequencer } = require('@jest/test-sequencer');

const LONGEST = [
  ...[
    'operations/workers',
    'crash/crash',
    'api/lost-answers',
    'operations/backup',
    'api/e-invoicing/hostile-files',
  ],
  ...[
    'api/hostile-input',
    'embedded-postgres/embedded-postgres',
    'api/access/token',
    'adapters/workers/worker-pool',
  ],
  ...['api/events/unreadable-evidence', 'adapters/e-invoicing/pumped-texts', 'api/events/events'],
  ...['management/network-inbound', 'postgres/job-queue', 'client/package', 'api/error-codes/error-codes'],
].map((name) => path.join(__dirname, '..', `${name}.test.ts`));

module.exports = class LongestFirst extends Sequencer {
  sort(tests) {
    const rank = ({ path: file }) => (LONGEST.includes(file) ? LONGEST.indexOf(file) : LONGEST.length);
    return super.sort(tests).sort((a, b) => rank(a) - rank(b));
  }
};
