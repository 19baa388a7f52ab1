// Lets Node load TypeScript files. For processes that run from the sources.
/* eslint-disable @typescript-eslint/no-require-imports */
const { readFileSync } = require('node:fs');
const Module = require('node:module');
const compiled = require('./compiled-typescript.cjs');
require('./kept-code.cjs');

Module._extensions['.ts'] = (module, file) => {
  const place = compiled(file);
  module._compile(readFileSync(place, 'utf8'), file, 'commonjs', place);
};
