import { existsSync } from 'node:fs';
import { sep } from 'node:path';
import TestRunner from 'jest-runner';

type Run = Parameters<TestRunner['runTests']>;

/**
 * Runs a mutant against the tests of its own module: `test/domain/x.test.ts` for `src/domain/x.ts`. Jest alone would
 * load every test file that imports the module in any way, which takes seconds for each mutant. A module without such
 * a file runs against all of them.
 */
export default class OwnTestsRunner extends TestRunner {
  override runTests(tests: Run[0], watcher: Run[1], options: Run[2]): Promise<void> {
    const modules = this._globalConfig.nonFlagArgs; // the mutated module; all of them in the first run
    if (modules.length !== 1) return super.runTests(tests, watcher, options);
    const own = modules[0]!.replace(`${sep}src${sep}`, `${sep}test${sep}`).replace(/\.ts$/, '.test.ts');
    const selected = existsSync(own) ? tests.filter(({ path }) => path === own) : tests;
    return super.runTests(selected, watcher, options);
  }
}
