import * as reading from '../../src/adapters/e-invoicing/reading/reading';
import type { ReadInvoice, ReadMessage } from '../../src/ports/e-invoicing/e-invoice-reader';
import { blocks, eatsMemoryAtOnce } from '../adapters/workers/hostile-work';

/** Reads like the service, but has flaws: a file that names one of them never ends or exhausts memory. */

export function readFile(bytes: Uint8Array, form: 'xml' | 'pdf'): ReadInvoice {
  suffer(bytes);
  return reading.readFile(bytes, form);
}

export function readMessage(bytes: Uint8Array): ReadMessage {
  suffer(bytes);
  return reading.readMessage(bytes);
}

function suffer(bytes: Uint8Array): void {
  const text = Buffer.from(bytes).toString('latin1');
  if (text.includes('never ends')) blocks();
  if (text.includes('eats memory')) eatsMemoryAtOnce();
}
