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
  const sendNoted = (message: unknown, handle?: unknown, ...rest: unknown[]) => {
    const { act, seq } = message as InternalMessage;
    if (act === 'newconn' && seq !== undefined) passed.set(seq, handle as Handle);
    return send(message as InternalMessage, handle as Handle, ...(rest as []));
  };
  child.send = sendNoted;
  child.on('internalMessage', ({ ack }: InternalMessage) => {
    if (ack !== undefined) passed.delete(ack);
  });
  let is_connected = child.connected;
  Object.defineProperty(child, 'connected', {
    get: () => is_connected,
    set(value: boolean) {
      is_connected = value;
      if (value) return;
      // `node:cluster` would choose the worker for further connections until `disconnect`, which is emitted later, and
      // not at all when a connection was being passed; it would neither pass nor close them.
      child.emit('disconnect');
      for (const handle of passed.values()) handle.close();
      passed.clear();
    },
  });
}
