// Lets Node load TypeScript files. For worker processes of code that runs from its sources.
/* eslint-disable @typescript-eslint/no-require-imports */
const { readFileSync } = require('node:fs');
const Module = require('node:module');
const compiled = require('./compiled-typescript.cjs');

Module._extensions['.ts'] = (module, file) => module._compile(readFileSync(compiled(file), 'utf8'), file);
