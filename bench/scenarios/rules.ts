import { networkFaults } from '../../src/domain/e-invoicing/rules/network-faults';
import type { Bench, Scenario } from '../bench';
import { type Figure, spread } from '../figures';
import { documentOf, slowMs } from '../in-process';

const CALLS = 100;

/** All rules of the network on a document that violates none of them, in this process. */
export const rules: Scenario = {
  name: 'rules',
  async run(bench): Promise<Figure[]> {
    return [figure(bench, 3, 1), figure(bench, 1000, 50)];
  },
};

function figure({ rounds }: Bench, lines: number, at_most: number): Figure {
  const document = documentOf(lines);
  const faults = networkFaults(document);
  if (faults.length > 0) throw new Error(`The document breaks ${faults[0]!.rule}.`);
  const measured = Array.from({ length: rounds }, () => slowMs(CALLS, () => networkFaults(document)));
  return { name: `rules on ${lines} lines`, unit: 'ms', measured: spread(measured), target: { at_most } };
}
