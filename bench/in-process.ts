import type { Document } from '../src/domain/documents/document';
import { aDocument, type DocumentMembers } from '../test/support/documents';
import { percentile } from './figures';

/** A Belgian company that buys. */
export const BUYER = { vat: 'BE0876543270', electronic_address: '0208:0876543270' } as const;

const LINES = [
  { name: 'Consulting', quantity: '8', unit: 'HUR', unit_price: '95', vat_rate: '21' },
  { name: 'Licence', quantity: '3', unit_price: '99.99', vat_rate: '21', discount_percent: '10' },
  { name: 'Handbook', quantity: '12', unit_price: '14.50', vat_rate: '6' },
] as const;

/** A created invoice with the given number of lines. */
export function documentOf(lines: number, members: DocumentMembers = {}): Document {
  return aDocument({
    relation: BUYER,
    allowance_charges: [{ kind: 'allowance', percent: '2', reason: 'Loyalty' }],
    ...members,
    lines: Array.from({ length: lines }, (_, n) => LINES[n % LINES.length]!),
  });
}

/** Warm-up calls for the JIT compiler. */
const WARM_UP = 30;

/** The 90th percentile of the duration of the calls, in milliseconds. */
export function slowMs(calls: number, work: () => unknown): number {
  const times: number[] = [];
  for (let n = -WARM_UP; n < calls; n++) {
    const since = performance.now();
    work();
    if (n >= 0) times.push(performance.now() - since);
  }
  return percentile(times, 90);
}
