import net from 'node:net';

/**
 * Stands between a pool and PostgreSQL, and does what networks and poolers do. It reads just enough of the protocol:
 * each message is a letter, a length of four bytes that counts itself, and its content.
 */
export class WireProxy {
  /** What happens to the next commit, once. */
  onCommit: 'pass' | 'cut' | 'cut, then pass on' = 'pass';
  /** Nothing goes through, and nobody is told. */
  silent = false;
  commits = 0;
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
    client.once('close', () => setTimeout(part, 500)); // the server may still have to read what was passed on
    server.once('close', part);
  }

  private toServer(chunk: Buffer, state: { commit: string }, client: net.Socket, server: net.Socket): void {
    if (this.silent) return;
    if (!isCommit(chunk, state)) return void server.write(chunk);
    this.commits++;
    const what = this.onCommit;
    this.onCommit = 'pass';
    if (what === 'pass') return void server.write(chunk);
    client.resetAndDestroy();
    if (what === 'cut') server.destroy();
    else setTimeout(() => server.write(chunk), 150); // by then it has been looked for once
  }

  private toClient(chunk: Buffer, client: net.Socket): void {
    if (this.silent) return;
    if (this.poses_as_pooler) disguise(chunk);
    client.write(chunk);
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

/** Puts another process id into the BackendKeyData message, if there is one. */
function disguise(chunk: Buffer): void {
  for (let at = 0; at + 5 <= chunk.length; at += 1 + chunk.readInt32BE(at + 1)) {
    if (chunk[at] !== 0x4b || at + 9 > chunk.length) continue;
    chunk.writeInt32BE(chunk.readInt32BE(at + 5) + 1, at + 5);
  }
}
