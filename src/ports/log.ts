/** A line of the service's log. Only members on the log's allow-list are written. */
export interface Log {
  info(message: string, members?: Readonly<Record<string, unknown>>): void;
  warn(message: string, members?: Readonly<Record<string, unknown>>): void;
  /** `error`: what happened, with its stack; never shown to a caller. */
  error(message: string, error: unknown, members?: Readonly<Record<string, unknown>>): void;
}
