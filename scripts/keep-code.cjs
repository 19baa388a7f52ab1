// Keeps the code of what the processes of tests load, unless the kept code is that of the sources as they are now.
/* eslint-disable @typescript-eslint/no-require-imports */
require('./load-typescript.cjs');
const { existsSync } = require('node:fs');
const path = require('node:path');
const compiled = require('./compiled-typescript.cjs');
const { keep, sources } = require('./kept-code.cjs');

/** Without programs, which run as they are loaded; nearly all that they load is loaded by these too. */
const LOADED = [
  'service',
  'primary',
  'worker',
  'adapters/e-invoicing/reading/reading',
  'adapters/rendering/drawing',
];

const isCurrent = ([file, version]) => existsSync(file) && compiled(file) === version;
if (sources.length === 0 || !sources.every(isCurrent)) {
  for (const name of LOADED) require(path.join(__dirname, '../src', `${name}.ts`));
  require('fontkit'); // which is loaded on first use
  const files = Object.keys(require.cache).filter((file) => file.endsWith('.ts'));
  keep(files.map((file) => [file, compiled(file)]));
}
