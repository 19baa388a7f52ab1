import type { Round } from './bench';
import type { ProcessorTime } from './processor-time';

/** Median, minimum and maximum over the rounds. */
export interface Spread {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

/** '': a count. */
export type Unit = '/s' | 'ms' | 's' | 'MiB' | '';

/** The target for the ratio if there is a limit, else for the measured value. */
export interface Target {
  readonly at_least?: number;
  readonly at_most?: number;
}

export interface Figure {
  readonly name: string;
  readonly unit: Unit;
  readonly measured: Spread;
  /** The limit of the same machine in the same run, and how it was measured. */
  readonly limit?: { readonly name: string; readonly values: Spread };
  /** Measured ÷ limit, round by round. */
  readonly ratio?: Spread;
  /** Medians of the processor time per operation, in microseconds; and that of the database for the limit. */
  readonly time?: ProcessorTime & { readonly limit_database: number | undefined };
  readonly target: Target;
}

export function spread(values: readonly number[]): Spread {
  if (values.length === 0) throw new Error('There is nothing to take the median of.');
  const sorted = [...values].sort((a, b) => a - b);
  return { median: percentile(sorted, 50), min: sorted[0]!, max: sorted.at(-1)! };
}

/** By nearest rank; the median of an even number of values is the mean of the two in the middle. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  if (percent === 50 && Number.isInteger(middle)) return (sorted[middle - 1]! + sorted[middle]!) / 2;
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)]!;
}

/** A figure with its limit; both are measured in every round, so that disturbances affect both. */
export function ratioFigure(
  name: string,
  unit: Unit,
  rounds: readonly Round[],
  limit_name: string,
  target: Target,
): Figure {
  return {
    name,
    unit,
    measured: spread(rounds.map(({ measured }) => measured)),
    limit: { name: limit_name, values: spread(rounds.map(({ limit }) => limit)) },
    ratio: spread(rounds.map(({ measured, limit }) => measured / limit)),
    ...timeOf(rounds),
    target,
  };
}

/** The medians of the processor times of rounds. */
export function timeOf(rounds: readonly Pick<Round, 'time' | 'limit_time'>[]): Pick<Figure, 'time'> {
  const median = (values: readonly (number | undefined)[]) => {
    const known = values.filter((value) => value !== undefined);
    return known.length === 0 ? undefined : percentile(known, 50);
  };
  const service = median(rounds.map(({ time }) => time?.service));
  if (service === undefined) return {};
  const database = median(rounds.map(({ time }) => time?.database));
  const limit_database = median(rounds.map(({ limit_time }) => limit_time?.database));
  return { time: { service, database, limit_database } };
}

export function meets({ measured, ratio, target }: Figure): boolean {
  const judged = (ratio ?? measured).median;
  return judged >= (target.at_least ?? -Infinity) && judged <= (target.at_most ?? Infinity);
}
