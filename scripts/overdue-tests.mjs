import process from 'node:process';
import { clearTimeout, setTimeout } from 'node:timers';

/** Far more than any test file takes on a busy machine. */
const LONGEST_MS = 10 * 60_000;

/**
 * A reporter of jest that ends the run, and names the file, when a test file does not end. The time limits of jest are
 * timers in the process of the file, which do not expire while its event loop is held up.
 */
export default class OverdueTests {
  constructor() {
    this.timers = new Map();
  }

  onTestFileStart({ path }) {
    this.timers.set(
      path,
      setTimeout(() => {
        process.stderr.write(`${path} has not ended for ${LONGEST_MS / 60_000} minutes.\n`);
        process.exit(1);
      }, LONGEST_MS),
    );
  }

  onTestFileResult({ path }) {
    clearTimeout(this.timers.get(path));
    this.timers.delete(path);
  }
}
