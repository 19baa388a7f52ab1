import { randomUUID } from 'node:crypto';
import { random } from '../support/random';
import type { Caller } from './caller';
import type { Installation, Tenant } from './installation';
import type { Ledger } from './ledger';
import type { Database } from './machine/database';
import type { RunDatabase } from './machine/run-database';
import type { Disk } from './machine/disk';
import type { Endpoint } from './machine/endpoint';
import type { ServiceNode } from './machine/nodes';

/** Random values, determined by the seed of the run. */
export class Chance {
  private readonly next: () => number;

  constructor(seed: number) {
    this.next = random(seed);
  }

  /** From `from` to below `to`. */
  between(from: number, to: number): number {
    return from + this.next() * (to - from);
  }

  happens(probability: number): boolean {
    return this.next() < probability;
  }

  of<Item>(items: readonly Item[]): Item {
    return items[Math.floor(this.next() * items.length)]!;
  }

  shuffled<Item>(items: readonly Item[]): Item[] {
    return items
      .map((item) => ({ item, at: this.next() }))
      .sort((a, b) => a.at - b.at)
      .map(({ item }) => item);
  }
}

/** How often something was done, by kind. */
export class Counts extends Map<string, number> {
  add(kind: string, times = 1): void {
    this.set(kind, (this.get(kind) ?? 0) + times);
  }
}

/** Lets callers pass, or holds them before their next request. */
export class Gate {
  /** Resolves when the callers may go on; undefined while they may. */
  private held: Promise<void> | undefined;
  private open: () => void = () => undefined;
  private readonly busy = new Set<Promise<unknown>>();

  /** Runs a step of a caller once the gate is open. */
  async through(step: () => Promise<void>): Promise<void> {
    while (this.held) await this.held;
    const done = step().finally(() => this.busy.delete(done));
    this.busy.add(done);
    await done;
  }

  /** Resolves when no step is running. No further step starts before `release`. */
  async hold(): Promise<void> {
    this.held = new Promise((resolve) => (this.open = resolve));
    await Promise.allSettled(this.busy);
  }

  release(): void {
    this.held = undefined;
    this.open();
  }
}

/** Everything that faults and callers work on. */
export interface World {
  readonly nodes: readonly ServiceNode[];
  readonly database: RunDatabase;
  /** The server of `database`, when it is that of the run alone. */
  readonly server: Database | undefined;
  readonly disks: { readonly database: Disk; readonly files: Disk };
  readonly installation: Installation;
  /** Receives the webhooks of all companies. */
  readonly endpoint: Endpoint;
  readonly caller: Caller;
  readonly ledger: Ledger;
  readonly gate: Gate;
  readonly tenants: readonly [Tenant, Tenant];
  /** Companies that are made during the run, with whatever belongs to them. */
  readonly more_tenants: Tenant[];
  /** When a move of the business clock began, when all nodes had it, and so on: an odd number while it moves. */
  readonly clock_changes: number[];
  /** Kills by kind: `node`, `backend`, `database`. */
  readonly kills: Counts;
  /** Any one of the nodes, whatever its state. */
  readonly anyNode: () => ServiceNode;
  readonly isOver: () => boolean;
}

/** Ids and marks need not follow from the seed. */
export const newMark = (): string => randomUUID();
