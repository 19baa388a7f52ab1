// The JavaScript of a TypeScript file, compiled as the build does and kept between runs, so that a worker starts
// without loading the compiler.
/* eslint-disable @typescript-eslint/no-require-imports */
const { createHash } = require('node:crypto');
const { existsSync, mkdirSync, renameSync, statSync, writeFileSync } = require('node:fs');
const path = require('node:path');

const FOLDER = path.join(__dirname, '../node_modules/.cache/compiled-typescript');

/** @returns the file with the JavaScript of `file` as it is now */
module.exports = function compiled(file) {
  const { mtimeMs, size } = statSync(file);
  const name = createHash('sha256').update(`${file} ${mtimeMs} ${size}`).digest('hex');
  const place = path.join(FOLDER, `${name}.cjs`);
  if (existsSync(place)) return place;
  const { code } = require('@swc/core').transformFileSync(file);
  mkdirSync(FOLDER, { recursive: true });
  const written = `${place}.${process.pid}`; // others may compile the same file
  writeFileSync(written, code);
  renameSync(written, place);
  return place;
};
