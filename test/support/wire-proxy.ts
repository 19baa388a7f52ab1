import net from 'node:net';

/**
 * `cut`: the packet is lost, and the connection reset. `cut after`: it arrives, and the connection is reset. `lose the
 * answer`: it arrives, and nothing comes back. `hold back`: it arrives much later, whoever still waits for it.
 */
export const FAULTS = ['cut', 'cut after', 'lose the answer', 'hold back'] as const;
export const HELD_BACK_MS = 2_000;

/**
 * A proxy between a pool and PostgreSQL that simulates networks and poolers. It reads just enough of the protocol:
 * each message is a letter, a length of four bytes that counts itself, and its content.
 */
export class WireProxy {
  /** What happens to the next commit, once. */
  onCommit: 'pass' | 'cut' | 'cut, then pass on' = 'pass';
  /** The server ends each session in the very packet that opens it. */
  terminates_at_start = false;
  /** All data is dropped, in both directions. */
  silent = false;
  /** Data from the server is dropped. */
  is_deaf = false;
  /** The next `begin` gets an error as its answer. What follows it is passed on. */
  refuses_begin = false;
  commits = 0;
  /** Happens once, to the packet of that number from now on, counted over all connections. */
  fault: { at: number; readonly what: (typeof FAULTS)[number] } | undefined;
  private readonly deaf = new WeakSet<net.Socket>();
  private readonly held = new WeakSet<net.Socket>();
  private readonly pairs = new Set<{ client: net.Socket; server: net.Socket }>();
  private readonly listener = net.createServer((client) => this.join(client));

  private constructor(
    private readonly target: URL,
    /** Gives out a cancel key of its own, as a transaction pooler does. */
    private readonly poses_as_pooler: boolean,
  ) {}

  static async start(target: string, { poses_as_pooler = false } = {}): Promise<WireProxy> {
    const proxy = new WireProxy(new URL(target), poses_as_pooler);
    await new Promise<void>((resolve) => proxy.listener.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  get url(): string {
    const url = new URL(this.target);
    url.host = `127.0.0.1:${(this.listener.address() as net.AddressInfo).port}`;
    return url.toString();
  }

  get connections(): number {
    return this.pairs.size;
  }

  /** Breaks what is connected; new connections go through. */
  cut(): void {
    for (const { client, server } of this.pairs) {
      client.resetAndDestroy();
      server.destroy();
    }
  }

  async stop(): Promise<void> {
    this.cut();
    await new Promise((resolve) => this.listener.close(resolve));
  }

  private join(client: net.Socket): void {
    const server = net.connect(Number(this.target.port), this.target.hostname);
    const pair = { client, server };
    const state = { commit: '' };
    this.pairs.add(pair);
    const part = () => {
      this.pairs.delete(pair);
      client.destroy();
      server.destroy();
    };
    client.on('error', () => undefined).on('data', (chunk) => this.toServer(chunk, state, client, server));
    server.on('error', () => undefined).on('data', (chunk) => this.toClient(chunk, client));
    // The server may still have to read what was passed on.
    client.once('close', () => setTimeout(part, this.held.has(client) ? HELD_BACK_MS + 500 : 500));
    server.once('close', part);
  }

  private toServer(chunk: Buffer, state: { commit: string }, client: net.Socket, server: net.Socket): void {
    if (this.silent) return;
    if (this.refuses_begin && chunk.subarray(0, BEGIN.length).equals(BEGIN)) {
      this.refuses_begin = false;
      client.write(Buffer.concat([NO_SERVER, READY, Buffer.from('I')]));
      if (chunk.length > BEGIN.length) server.write(chunk.subarray(BEGIN.length));
      return;
    }
    if (this.fault && --this.fault.at === 0) return this.harm(chunk, client, server);
    if (!isCommit(chunk, state)) return void server.write(chunk);
    this.commits++;
    const what = this.onCommit;
    this.onCommit = 'pass';
    if (what === 'pass') return void server.write(chunk);
    client.resetAndDestroy();
    if (what === 'cut') server.destroy();
    else setTimeout(() => server.write(chunk), 150); // by then it has been looked up once
  }

  private harm(chunk: Buffer, client: net.Socket, server: net.Socket): void {
    const { what } = this.fault!;
    this.fault = undefined;
    if (what === 'hold back') {
      this.held.add(client);
      setTimeout(() => server.writable && server.write(chunk), HELD_BACK_MS);
      return;
    }
    if (what !== 'cut') server.write(chunk);
    if (what === 'lose the answer') return void this.deaf.add(client);
    client.resetAndDestroy();
    if (what === 'cut') server.destroy();
  }

  private toClient(chunk: Buffer, client: net.Socket): void {
    if (this.silent || this.is_deaf || this.deaf.has(client)) return;
    if (this.poses_as_pooler) disguise(chunk);
    if (this.terminates_at_start && chunk.subarray(-6, -1).equals(READY)) {
      client.end(Buffer.concat([chunk, TERMINATED]));
    } else client.write(chunk);
  }
}

/** By its text, or by the name that the text was given before. */
function isCommit(chunk: Buffer, state: { commit: string }): boolean {
  const text = chunk.toString('latin1');
  const parsed = /P[^]{4}(s?\d*)\0commit\0/.exec(text);
  if (parsed) state.commit = parsed[1]!;
  return (
    parsed !== null ||
    /Q[^]{4}commit\0/.test(text) ||
    (state.commit !== '' && text.includes(`\0${state.commit}\0`))
  );
}

/** ReadyForQuery without its last byte, the state of the transaction. */
const READY = Buffer.from([0x5a, 0, 0, 0, 5]);
/** Query. */
const BEGIN = Buffer.from('Q\0\0\0\x0abegin\0');
/** ErrorResponse: ERROR, as of a pooler that has no server for the client at the moment. */
const NO_SERVER = errorResponse({ S: 'ERROR', V: 'ERROR', C: '58000', M: 'no server is free' });
/** ErrorResponse: FATAL, as after `pg_terminate_backend`. */
const TERMINATED = errorResponse({
  S: 'FATAL',
  V: 'FATAL',
  C: '57P01',
  M: 'terminating connection due to administrator command',
});

function errorResponse(fields: Readonly<Record<string, string>>): Buffer {
  const texts = Object.entries(fields).map(([letter, text]) => `${letter}${text}\0`);
  const content = Buffer.from(`${texts.join('')}\0`);
  const head = Buffer.from([0x45, 0, 0, 0, 0]);
  head.writeInt32BE(content.length + 4, 1);
  return Buffer.concat([head, content]);
}

/** Puts another process id into the BackendKeyData message, if there is one. */
function disguise(chunk: Buffer): void {
  for (let at = 0; at + 5 <= chunk.length; at += 1 + chunk.readInt32BE(at + 1)) {
    if (chunk[at] !== 0x4b || at + 9 > chunk.length) continue;
    chunk.writeInt32BE(chunk.readInt32BE(at + 5) + 1, at + 5);
  }
}
