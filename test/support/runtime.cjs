// How Jest loads the modules of a test file: Node loads them, and keeps those of the service and of packages for the
// next test file of the process. Jest's own runtime loads each of them anew, about 1,500 for a test of the API, and V8
// compiles and optimizes them anew.
/* eslint-disable @typescript-eslint/no-require-imports */
const Module = require('node:module');
const path = require('node:path');
const v8 = require('node:v8');
const { default: Runtime } = require('jest-runtime');

// Few functions of a test run often enough to be worth optimizing. Since V8 12 (Node 22) there is no such option.
if (Number.parseInt(process.versions.v8, 10) < 12) v8.setFlagsFromString('--interrupt-budget=1000000');

/** Modules of tests register hooks as they are loaded, and jest-circus holds the tests of one file. */
const OF_ONE_FILE = [
  path.join(__dirname, '..'),
  path.dirname(require.resolve('jest-circus/package.json')),
].map((folder) => folder + path.sep);

/** Of all files of the process, because a module that is kept is compiled during the first file that loads it. */
const source_maps = new Map();

function unload(is_unloaded) {
  for (const file of Object.keys(require.cache).filter(is_unloaded)) delete require.cache[file];
  module.children.length = 0;
}

module.exports = class NodeRuntime extends Runtime {
  constructor(...values) {
    super(...values);
    this.transformCache.sourceMaps = source_maps;
    this._environment.global.jest = this.jestGlobals.jestObjectFor(this._testPath);
    this.loaded_before = new Set(Object.keys(require.cache));
    Module._extensions['.ts'] = (module, file) => module._compile(this.transformCache.transform(file), file);
  }

  requireModule(from, name) {
    return name === undefined ? require(from) : Module.createRequire(from)(name);
  }

  requireInternalModule(from, name) {
    return this.requireModule(from, name);
  }

  teardown() {
    super.teardown();
    const isOfThisFile = (file) => OF_ONE_FILE.some((folder) => file.startsWith(folder));
    unload((file) => isOfThisFile(file) && !this.loaded_before.has(file));
  }
};
