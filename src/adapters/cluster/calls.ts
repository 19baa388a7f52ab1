import { packedError, type PackedError, unpackedError } from '../workers/packed-error';

// With `unknown` arguments the type would match no function.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type AnyFunction = (...args: any[]) => unknown;
export type Served = Readonly<Record<string, AnyFunction>>;
type FunctionOf<Remote, Name extends keyof Remote> = Extract<Remote[Name], AnyFunction>;

/** A call has an id if its caller waits for the result. */
type Message =
  | { readonly kind: 'call'; readonly id?: number; readonly name: string; readonly args: readonly unknown[] }
  | { readonly kind: 'result'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'error'; readonly id: number; readonly error: PackedError };

/** One end of the channel between the primary process and a worker process. */
export interface ChannelEnd {
  send(message: object, failed: (error: Error | null) => void): void;
  onMessage(listener: (message: unknown) => void): void;
  onClosed(listener: () => void): void;
}

interface Pending {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Calls of functions of another process, and the functions that it may call. Arguments and results are cloned
 * (structured clone). A DomainError keeps its class; another error becomes an Error.
 */
export class Calls<Remote> {
  private readonly pending = new Map<number, Pending>();
  private last_id = 0;
  private is_closed = false;

  private served: Served = {};

  constructor(private readonly channel: ChannelEnd) {
    channel.onMessage((message) => this.receive(message as Message));
    channel.onClosed(() => {
      this.is_closed = true;
      for (const { reject } of this.pending.values()) reject(ended());
      this.pending.clear();
    });
  }

  /** Sets the functions that the other process may call. */
  serve(functions: Served): void {
    this.served = functions;
  }

  /** @throws Error when the other process ends before it has returned */
  call<Name extends keyof Remote & string>(
    name: Name,
    ...args: Parameters<FunctionOf<Remote, Name>>
  ): Promise<Awaited<ReturnType<FunctionOf<Remote, Name>>>> {
    return new Promise((resolve, reject) => {
      if (this.is_closed) return reject(ended());
      const id = ++this.last_id;
      this.pending.set(id, { resolve: (value) => resolve(value as never), reject });
      this.send({ kind: 'call', id, name, args });
    });
  }

  /** Calls a function without waiting for its end. It may not fail. */
  tell<Name extends keyof Remote & string>(name: Name, ...args: Parameters<FunctionOf<Remote, Name>>): void {
    this.send({ kind: 'call', name, args });
  }

  private send(message: Message): void {
    if (this.is_closed) return;
    this.channel.send(message, (error) => {
      if (error && message.kind === 'call' && message.id !== undefined) this.take(message.id)?.reject(error);
    });
  }

  private receive(message: Message): void {
    if (message.kind === 'call') return void this.answer(message);
    const pending = this.take(message.id);
    if (message.kind === 'result') pending?.resolve(message.value);
    else pending?.reject(unpackedError(message.error));
  }

  private async answer({ id, name, args }: Extract<Message, { kind: 'call' }>): Promise<void> {
    try {
      const value = await this.served[name]!(...args);
      if (id !== undefined) this.send({ kind: 'result', id, value });
    } catch (error) {
      if (id === undefined) throw error;
      this.send({ kind: 'error', id, error: packedError(error) });
    }
  }

  private take(id: number): Pending | undefined {
    const pending = this.pending.get(id);
    this.pending.delete(id);
    return pending;
  }
}

function ended(): Error {
  return new Error('The other process of the node has ended.');
}
