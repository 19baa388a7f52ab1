/** The service's log. Only fields on the allow-list of the log are written. */
export interface Log {
  info(message: string, members?: Readonly<Record<string, unknown>>): void;
  /** Logs `error`, if there is one, as `error` does. */
  warn(message: string, members?: Readonly<Record<string, unknown>>, error?: unknown): void;
  /** Logs `error` with its stack, which is never shown to a caller. */
  error(message: string, error: unknown, members?: Readonly<Record<string, unknown>>): void;
}
