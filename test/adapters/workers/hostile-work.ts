import { EInvoiceFault } from '../../../src/domain/e-invoicing/parsed-e-invoice';
import { DomainError } from '../../../src/domain/errors';

/** Functions that workers run in tests. */

export function echo<T>(value: T): T {
  return value;
}

export async function later(value: string, ms: number): Promise<string> {
  await new Promise((resolve) => setTimeout(resolve, ms));
  return value;
}

export function pid(): number {
  return process.pid;
}

export function environment(): string[] {
  return Object.keys(process.env);
}

/** Quadratic time, like a parser that rereads its input. */
export function neverEnds(): never {
  for (;;);
}

/** Holds up its process like `neverEnds`, but uses no processor. */
export function blocks(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}

/** A loop in native code, where a thread cannot be ended. */
export function neverEndsNatively(): boolean {
  return /^(a+)+$/.test(`${'a'.repeat(200)}b`);
}

/** Many small objects, so that V8 reaches the heap limit gradually. */
export function eatsMemory(): never {
  const eaten: object[] = [];
  for (;;) eaten.push({ eaten: [eaten.length] });
}

/** One large table that grows: V8 ends the process. */
export function eatsMemoryAtOnce(): number {
  const eaten = new Map<number, number>();
  for (let n = 0; n < 16_000_000; n++) eaten.set(n, n);
  return new Array(1e8).fill(0).length + eaten.size;
}

export function dies(): never {
  return process.exit(3);
}

export function refuses(): never {
  throw new DomainError('invalid_filter', 'format: none of it', {
    details: [{ min: '1' }],
    retry_after_s: 7,
  });
}

export function finds(): never {
  throw new EInvoiceFault('lines.0.quantity', 'is missing (BR-22)');
}

export function breaks(): never {
  throw new TypeError('An assumption does not hold.');
}
