import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * The values of all variables. They share one storage, because Node up to version 22 copies each storage to every
 * promise and timer that is made: a second one takes a twentieth of the time of reading a document.
 */
const storage = new AsyncLocalStorage<Readonly<Record<symbol, unknown>>>();

/**
 * A value that goes with the work it was set for, through promises, timers and callbacks (TC39
 * `AsyncContext.Variable`).
 */
export class AsyncVariable<T> {
  private readonly key = Symbol('variable');

  /** Runs work, and all that it starts, with a value. */
  run<R>(value: T, work: () => R): R {
    return storage.run({ ...storage.getStore(), [this.key]: value }, work);
  }

  /** @returns undefined outside of `run` */
  get(): T | undefined {
    return storage.getStore()?.[this.key] as T | undefined;
  }
}
