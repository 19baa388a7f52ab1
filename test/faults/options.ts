import { parseArgs } from 'node:util';
import { FAULTS } from './faults/all';
import type { Fault } from './faults/fault';

export interface Options {
  /** How long faults are made for. */
  readonly seconds: number;
  readonly seed: number;
  readonly nodes: number;
  readonly faults: readonly Fault[];
  /** Go on until so many processes were killed, whatever the time. */
  readonly kills: number | undefined;
  /** On the cluster that CITUS_URL names, instead of a server of the run. */
  readonly is_on_citus: boolean;
}

const DEFAULT_SECONDS = 300;
/** What `--kills` draws from unless `--only` says otherwise: each is over in a moment. */
const KILLS = ['kill', 'kill-backend'];

export const USAGE = `npm run test:faults -- [--seconds ${DEFAULT_SECONDS}] [--seed <number>] [--nodes 3] [--only <fault>,…] [--kills <number>] [--citus]
Faults: ${FAULTS.map(({ name }) => name).join(', ')}`;

/** @throws Error with the usage */
export function optionsOf(args: readonly string[]): Options {
  const text = { type: 'string' } as const;
  const options = {
    seconds: text,
    seed: text,
    nodes: text,
    kills: text,
    only: { ...text, multiple: true },
    citus: { type: 'boolean' },
  } as const;
  const { values } = parseArgs({ args: [...args], options });
  const kills = values.kills === undefined ? undefined : whole(values.kills, 1, 100_000);
  const names = values.only?.flatMap((list) => list.split(',')) ?? (kills === undefined ? undefined : KILLS);
  const unknown = names?.find((name) => !FAULTS.some((fault) => fault.name === name));
  if (unknown !== undefined) throw new Error(`There is no fault ${unknown}.\n${USAGE}`);
  return {
    seconds: whole(values.seconds ?? String(DEFAULT_SECONDS), 1, 86_400),
    seed: whole(values.seed ?? String(Math.floor(Math.random() * 2 ** 31)), 0, 2 ** 31),
    nodes: whole(values.nodes ?? '3', 1, 9),
    faults: names ? FAULTS.filter(({ name }) => names.includes(name)) : FAULTS,
    kills,
    is_on_citus: values.citus ?? false,
  };
}

function whole(text: string, min: number, max: number): number {
  const value = Number(text);
  if (!/^\d{1,10}$/.test(text) || value < min || value > max)
    throw new Error(`A whole number from ${min} to ${max} was expected.\n${USAGE}`);
  return value;
}
