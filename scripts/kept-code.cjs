// The code of modules as V8 compiled it, and the files of packages as Node found them, kept in a file, so that a process
// that runs from the sources starts in two thirds of the time. Node 22 keeps code by itself (module.enableCompileCache).
/* eslint-disable @typescript-eslint/no-require-imports */
const { existsSync, readFileSync, renameSync, statSync, writeFileSync } = require('node:fs');
const Module = require('node:module');
const path = require('node:path');
const v8 = require('node:v8');
const vm = require('node:vm');

const FILE = path.join(__dirname, '../node_modules/.cache/kept-code');
/** Packages are the same as long as this file is. npm writes it at each installation. */
const INSTALLED = path.join(__dirname, '../node_modules/.package-lock.json');

const compiled = new Map();
const kept = read();
Object.assign(Module._pathCache, kept.paths);

function read() {
  const { mtimeMs, size } = statSync(INSTALLED);
  const made_for = `${process.version} ${mtimeMs} ${size}`;
  const found = existsSync(FILE) ? v8.deserialize(readFileSync(FILE)) : undefined;
  return found?.made_for === made_for ? found : { made_for, sources: [], code: new Map(), paths: {} };
}

function requireOf(module) {
  const require = (name) => module.require(name);
  require.resolve = (name, options) => Module._resolveFilename(name, module, false, options);
  require.resolve.paths = (name) => Module._resolveLookupPaths(name, module);
  return Object.assign(require, {
    main: process.mainModule,
    extensions: Module._extensions,
    cache: Module._cache,
  });
}

const { _compile: compileModule } = Module.prototype;

const isInPackage = (file) => file.includes(`${path.sep}node_modules${path.sep}`);

/** @param given - names the content of a file that may change */
Module.prototype._compile = function compile(content, filename, format, given) {
  const version = given ?? (isInPackage(filename) ? filename : undefined);
  // A kept script cannot import modules of ECMAScript.
  const is_kept = format !== 'module' && !filename.endsWith('.mjs') && !/^#!|\bimport\(/.test(content);
  if (!is_kept || version === undefined) return compileModule.call(this, content, filename, format);
  const cachedData = kept.code.get(version);
  const script = new vm.Script(Module.wrap(content), { filename, cachedData });
  compiled.set(version, script);
  const { exports } = this;
  const run = script.runInThisContext();
  return run.call(exports, exports, requireOf(this), this, filename, path.dirname(filename));
};

/** Keeps the code of all modules of this process, instead of what was kept before. @param sources - see `sources` */
function keep(sources) {
  const code = new Map([...compiled].map(([version, script]) => [version, script.createCachedData()]));
  const paths = Object.fromEntries(Object.entries(Module._pathCache).filter(([, file]) => isInPackage(file)));
  const written = `${FILE}.${process.pid}`; // others may read the file
  writeFileSync(written, v8.serialize({ ...kept, sources, code, paths }));
  renameSync(written, FILE);
}

/** `sources`: the files among the kept ones that may change, each with its version. */
module.exports = { keep, sources: kept.sources };
