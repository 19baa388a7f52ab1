import type { Worker } from 'node:cluster';

/** A connection that the primary process has accepted. */
interface Handle {
  close(): void;
}

/** Messages of `node:cluster` between its processes: a connection is passed with a number, which the reply repeats. */
interface InternalMessage {
  readonly act?: string;
  readonly seq?: number;
  readonly ack?: number;
}

/**
 * Closes the connections that were being passed to a worker when it was killed. `node:cluster` keeps them until the
 * worker replies, so their callers would wait without end.
 */
export function closeLostConnections({ process: child }: Worker): void {
  const passed = new Map<number, Handle>();
  const send = child.send.bind(child) as (message: InternalMessage, handle?: Handle, ...rest: []) => boolean;
  child.send = (message: unknown, handle?: unknown, ...rest: unknown[]) => {
    const { act, seq } = message as InternalMessage;
    if (act === 'newconn' && seq !== undefined) passed.set(seq, handle as Handle);
    return send(message as InternalMessage, handle as Handle, ...(rest as []));
  };
  child.on('internalMessage', ({ ack }: InternalMessage) => {
    if (ack !== undefined) passed.delete(ack);
  });
  // `disconnect` is not emitted when a connection was being passed.
  child.on('exit', () => {
    for (const handle of passed.values()) handle.close();
    passed.clear();
  });
}
