// The modules of a process that runs from the sources, kept in a file: what each name stands for, the source of each
// module, and its code as V8 compiled it. Such a process starts in three fifths of the time. Node 22 keeps code by
// itself (module.enableCompileCache).
/* eslint-disable @typescript-eslint/no-require-imports */
const { Buffer } = require('node:buffer');
const { existsSync, readFileSync, renameSync, statSync, writeFileSync } = require('node:fs');
const Module = require('node:module');
const path = require('node:path');
const v8 = require('node:v8');
const vm = require('node:vm');

const FILE = path.join(__dirname, '../node_modules/.cache/kept-code');
/** Packages are the same as long as this file is. npm writes it at each installation. */
const INSTALLED = path.join(__dirname, '../node_modules/.package-lock.json');
/**
 * Where V8 writes into kept code a digest of the options of the process: after magic, version and digest of the source.
 */
const OPTIONS = { at: 12, bytes: 4 };

const isInPackage = (file) => file.includes(`${path.sep}node_modules${path.sep}`);
const versionOf = (file) => (({ mtimeMs, size }) => `${mtimeMs} ${size}`)(statSync(file));

const made_for = `${process.version} ${versionOf(INSTALLED)}`;
/** Folder and name → file. */
const resolved = new Map();
/** File → the script of it that this process has run. */
const scripts = new Map();
const kept = read();

/** @returns `resolved` and `modules`: file → source, code and, of a file that may change, version */
function read() {
  const bytes = existsSync(FILE) ? readFileSync(FILE) : undefined;
  const index_end = bytes && 4 + bytes.readUInt32LE(0);
  const found = bytes && v8.deserialize(bytes.subarray(4, index_end));
  if (found?.made_for !== made_for) return { resolved: new Map(), modules: new Map() };
  const data = bytes.subarray(index_end);
  // V8 refuses code of a process with other options. Those that processes have here, sizes of the heap, do not concern
  // it.
  const options = new vm.Script('').createCachedData().subarray(OPTIONS.at, OPTIONS.at + OPTIONS.bytes);
  for (const module of found.modules.values()) {
    module.source = data.subarray(...module.source);
    module.code = data.subarray(...module.code);
    module.code.set(options, OPTIONS.at);
  }
  return found;
}

const { _resolveFilename: resolveFilename } = Module;
Module._resolveFilename = (name, parent, is_main, options) => {
  if (!parent?.path || options) return resolveFilename(name, parent, is_main, options);
  const key = `${parent.path}\n${name}`;
  const known = kept.resolved.get(key);
  const file =
    known !== undefined && (isInPackage(known) || existsSync(known))
      ? known
      : resolveFilename(name, parent, is_main);
  if (path.isAbsolute(file)) resolved.set(key, file);
  return file;
};

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

/** A kept script cannot import modules of ECMAScript. */
const isKept = (content) => !/^#!|\bimport\(/.test(content);

function run(module, file, source, cachedData) {
  const script = new vm.Script(source, { filename: file, cachedData });
  scripts.set(file, { script, source });
  const { exports } = module;
  script.runInThisContext().call(exports, exports, requireOf(module), module, file, path.dirname(file));
}

/** @returns whether the module was kept, and has run */
function runKept(module, file) {
  const { source, code, version } = kept.modules.get(file) ?? {};
  if (source === undefined || (version !== undefined && version !== versionOf(file))) return false;
  run(module, file, source.toString(), code);
  return true;
}

const { _compile: compileModule } = Module.prototype;
Module.prototype._compile = function compile(content, file, format) {
  if (format === 'module' || !path.isAbsolute(file) || !isKept(content)) {
    return compileModule.call(this, content, file, format);
  }
  return run(this, file, Module.wrap(content));
};

for (const extension of ['.js', '.ts']) {
  const load = Module._extensions[extension];
  Module._extensions[extension] = (module, file) => {
    if (!runKept(module, file)) load(module, file);
  };
}

/** Keeps the modules that this process has loaded, instead of those that were kept before. */
function keep() {
  const chunks = [];
  let length = 0;
  const add = (bytes) => {
    chunks.push(bytes);
    return [length, (length += bytes.length)];
  };
  const modules = new Map();
  for (const [file, { script, source }] of scripts) {
    const version = isInPackage(file) ? undefined : versionOf(file);
    modules.set(file, { version, source: add(Buffer.from(source)), code: add(script.createCachedData()) });
  }
  const index = v8.serialize({ made_for, resolved, modules });
  const index_length = Buffer.alloc(4);
  index_length.writeUInt32LE(index.length);
  const written = `${FILE}.${process.pid}`; // others may read the file
  writeFileSync(written, Buffer.concat([index_length, index, ...chunks]));
  renameSync(written, FILE);
}

/** Whether something is kept, and all of it is as the files are now. */
function isCurrent() {
  const may_change = [...kept.modules].filter(([, { version }]) => version !== undefined);
  return (
    may_change.length > 0 &&
    may_change.every(([file, { version }]) => existsSync(file) && versionOf(file) === version)
  );
}

module.exports = { keep, isCurrent };
