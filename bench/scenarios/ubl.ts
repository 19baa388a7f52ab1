import { PeppolUblWriter } from '../../src/adapters/e-invoicing/writing/ubl-writer';
import type { Bench, Scenario } from '../bench';
import { type Figure, spread } from '../figures';
import { documentOf, slowMs } from '../in-process';

const CALLS = 100;

/** The writing of UBL by itself, in this process. */
export const ubl: Scenario = {
  name: 'ubl',
  async run(bench): Promise<Figure[]> {
    return [figure(bench, 3, 2), figure(bench, 1000, 100)];
  },
};

function figure({ rounds }: Bench, lines: number, at_most: number): Figure {
  const writer = new PeppolUblWriter();
  const document = documentOf(lines);
  const measured = Array.from({ length: rounds }, () => slowMs(CALLS, () => writer.write(document)));
  return { name: `UBL of ${lines} lines`, unit: 'ms', measured: spread(measured), target: { at_most } };
}
