import type { Log } from '../../src/ports/log';

/** Keeps what is logged as an error, so that a test can see it. */
export class SilentLog implements Log {
  readonly errors: { readonly message: string; readonly error: unknown }[] = [];

  info(): void {
    // nothing that a test looks at
  }

  warn(): void {
    // nothing that a test looks at
  }

  error(message: string, error: unknown): void {
    this.errors.push({ message, error });
  }
}
