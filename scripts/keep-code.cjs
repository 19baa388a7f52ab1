// Keeps the code of what the processes of tests load, unless the kept code is that of the sources as they are now.
/* eslint-disable @typescript-eslint/no-require-imports */
require('./load-typescript.cjs');
const path = require('node:path');
const { keep, isCurrent } = require('./kept-code.cjs');

/** Without programs, which run as they are loaded; nearly all that they load is loaded by these too. */
const LOADED = [
  'service',
  'primary',
  'worker',
  'settings',
  'composition/backups',
  'adapters/embedded-postgres/embedded-postgres',
  'adapters/postgres/migrations',
  'adapters/postgres/backups/snapshot',
  'adapters/postgres/backups/restored',
  'adapters/e-invoicing/reading/reading',
  'adapters/rendering/drawing',
];

if (!isCurrent()) {
  for (const name of LOADED) require(path.join(__dirname, '../src', `${name}.ts`));
  require('fontkit'); // which is loaded on first use
  keep();
}
