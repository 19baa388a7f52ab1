import net from 'node:net';
import tls from 'node:tls';

export interface RawResponse {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A connection on which a test says what it likes, byte by byte. */
export class RawConnection {
  private received = '';
  private ended = false;
  error: NodeJS.ErrnoException | undefined;

  private constructor(readonly socket: net.Socket) {
    socket.setEncoding('latin1');
    socket.on('data', (chunk: string) => (this.received += chunk));
    socket.on('error', (error) => (this.error = error));
    socket.on('close', () => (this.ended = true));
  }

  /** @param address - as `HttpServer` shows it */
  static async open(address: string): Promise<RawConnection> {
    const { hostname, port, protocol } = new URL(address);
    const secure = protocol === 'https:';
    const socket = secure
      ? tls.connect({ host: hostname, port: Number(port), rejectUnauthorized: false })
      : net.connect(Number(port), hostname);
    const connection = new RawConnection(socket);
    await new Promise((resolve) => socket.once(secure ? 'secureConnect' : 'connect', resolve));
    return connection;
  }

  send(bytes: string | Buffer): this {
    this.socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes);
    return this;
  }

  get closed(): boolean {
    return this.ended;
  }

  get text(): string {
    return this.received;
  }

  /** The responses, once there are `count` whole ones. */
  async answers(count = 1): Promise<RawResponse[]> {
    await until(() => answersIn(this.received).length >= count || this.ended, `${count} answers`);
    const answers = answersIn(this.received);
    if (answers.length < count)
      throw new Error(`The connection ended after ${answers.length} answers, with ${this.error?.code}.`);
    return answers;
  }

  async answer(): Promise<RawResponse> {
    return (await this.answers(1))[0]!;
  }

  /** Resolves when the other side closed it. */
  async close(): Promise<void> {
    await until(() => this.ended, 'the end of the connection');
  }
}

export async function until(holds: () => boolean, what: string, timeout_ms = 60_000): Promise<void> {
  const deadline = Date.now() + timeout_ms;
  while (!holds()) {
    if (Date.now() > deadline) throw new Error(`Waited ${timeout_ms} ms for ${what}.`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** The whole answers at the start of the text; interim ones (1xx) are left out. */
export function answersIn(text: string): RawResponse[] {
  const answers: RawResponse[] = [];
  for (let rest = text; ;) {
    const end = rest.indexOf('\r\n\r\n');
    if (end < 0) return answers;
    const [line = '', ...fields] = rest.slice(0, end).split('\r\n');
    const status = Number(line.split(' ')[1]);
    const headers = Object.fromEntries(
      fields.map((field): [string, string] => {
        const colon = field.indexOf(':');
        return [field.slice(0, colon).toLowerCase(), field.slice(colon + 1).trim()];
      }),
    );
    const length = status < 200 || status === 204 ? 0 : Number(headers['content-length'] ?? 0);
    const body = rest.slice(end + 4, end + 4 + length);
    if (body.length < length) return answers;
    if (status >= 200) answers.push({ status, headers, body });
    rest = rest.slice(end + 4 + length);
  }
}
