import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Requests on one connection that may wait for their responses. */
const MAX_PIPELINED = 64;

/**
 * The responses of each connection that are not complete. Several are so when a caller sends requests without waiting.
 */
export class WaitingResponses {
  private readonly of_sockets = new WeakMap<Socket, Set<ServerResponse>>();

  /** @returns false when too many wait already */
  add(socket: Socket, res: ServerResponse): boolean {
    const responses = this.of(socket);
    if (responses.size === MAX_PIPELINED) return false;
    responses.add(res);
    res.once('close', () => responses.delete(res));
    return true;
  }

  private of(socket: Socket): Set<ServerResponse> {
    const known = this.of_sockets.get(socket);
    if (known) return known;
    const responses = new Set<ServerResponse>();
    this.of_sockets.set(socket, responses);
    socket.once('close', () => setImmediate(closeAll, responses));
    return responses;
  }
}

/**
 * Closes the responses that were queued when their connection ended. Node only closes the response that is being sent.
 * The memory for a request body is released when its response is closed.
 */
function closeAll(responses: ReadonlySet<ServerResponse>): void {
  for (const res of responses) {
    res.destroy();
    res.emit('close');
  }
}
