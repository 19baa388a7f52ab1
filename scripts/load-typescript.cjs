// Lets Node load TypeScript files. For processes that run from the sources.
/* eslint-disable @typescript-eslint/no-require-imports */
const { readFileSync } = require('node:fs');
const Module = require('node:module');
const compiled = require('./compiled-typescript.cjs');

Module._extensions['.ts'] = (module, file) => module._compile(readFileSync(compiled(file), 'utf8'), file);
require('./kept-code.cjs');
