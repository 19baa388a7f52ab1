import { once } from 'node:events';
import net from 'node:net';

interface Pair {
  readonly client: net.Socket;
  readonly server: net.Socket;
  /** Nothing goes through in either direction any more, and neither side is told. */
  silent: boolean;
}

/** The server ends a session: an ErrorResponse of SQLSTATE 57P01, as `pg_terminate_backend` causes it. */
const TERMINATED = errorResponse('terminating connection due to administrator command');
/** ReadyForQuery, outside a transaction. */
const READY = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]);

/** A TCP proxy in front of a server that can break, drop and delay connections. */
export class Wire {
  /** Of each piece, in each direction. */
  delay_ms = 0;
  /** Refuses new connections. */
  closed = false;
  /** Drops data from the server and passes data to it; then breaks the connection. */
  loses_answers = false;
  /** Ends each new PostgreSQL session in the very piece of data that says it is ready. */
  ends_fresh_sessions = false;
  private readonly pairs = new Set<Pair>();
  private readonly listener = net.createServer((client) => this.join(client));

  private constructor(private port_of_server: number) {}

  /** @param port - of the server, on 127.0.0.1 */
  static async start(port: number): Promise<Wire> {
    const wire = new Wire(port);
    wire.listener.listen(0, '127.0.0.1');
    await once(wire.listener, 'listening');
    return wire;
  }

  get port(): number {
    return (this.listener.address() as net.AddressInfo).port;
  }

  /** Leads to another server from now on; what is connected breaks. */
  lead(port: number): void {
    this.port_of_server = port;
    this.reset();
  }

  reset(): void {
    for (const pair of this.pairs) part(pair);
  }

  /** Drops all data of present connections, as a firewall that lost their state; new connections work. */
  halfOpen(): void {
    for (const pair of this.pairs) pair.silent = true;
  }

  async stop(): Promise<void> {
    this.closed = true;
    this.reset();
    this.listener.close();
    await once(this.listener, 'close');
  }

  private join(client: net.Socket): void {
    client.on('error', () => undefined); // told by `close`
    if (this.closed) return void client.resetAndDestroy();
    const server = net.connect(this.port_of_server, '127.0.0.1').setNoDelay();
    server.on('error', () => undefined);
    client.setNoDelay();
    const pair: Pair = { client, server, silent: false };
    this.pairs.add(pair);
    const ends_when_ready = this.ends_fresh_sessions;
    client.on('data', (chunk) => this.pass(pair, chunk, server));
    server.on('data', (chunk) => {
      if (this.loses_answers) return part(pair);
      if (ends_when_ready && chunk.subarray(-READY.length).equals(READY)) {
        client.end(Buffer.concat([chunk, TERMINATED]));
        return void server.destroy();
      }
      this.pass(pair, chunk, client);
    });
    const onClose = () => {
      if (pair.silent && !(client.destroyed && server.destroyed)) return; // the other side is not told
      this.pairs.delete(pair);
      this.later(() => part(pair));
    };
    client.once('close', onClose);
    server.once('close', onClose);
  }

  private pass(pair: Pair, chunk: Buffer, to: net.Socket): void {
    if (!pair.silent) this.later(() => pair.silent || to.destroyed || to.write(chunk));
  }

  /** Timers of one length fire in their order, so that pieces keep theirs. */
  private later(act: () => void): void {
    if (this.delay_ms > 0) setTimeout(act, this.delay_ms);
    else act();
  }
}

function part({ client, server }: Pair): void {
  if (!client.destroyed) client.resetAndDestroy();
  if (!server.destroyed) server.resetAndDestroy();
}

function errorResponse(message: string): Buffer {
  const fields = ['SFATAL', 'VFATAL', 'C57P01', `M${message}`, ''].map((field) => `${field}\0`).join('');
  const length = Buffer.alloc(4);
  length.writeInt32BE(4 + Buffer.byteLength(fields));
  return Buffer.concat([Buffer.from('E'), length, Buffer.from(fields)]);
}
