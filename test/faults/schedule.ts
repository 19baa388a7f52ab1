import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault } from './faults/fault';
import type { Options } from './options';
import { Chance, Counts, type World } from './world';

/** How often a node fails while something else does. */
const WITH_COMPANION = 0.3;
/** Milliseconds between two faults. */
const PAUSE_MS = [200, 1_500] as const;
const SHORT_S = 2;
const MOST_IN_SERIES = 8;
/** Between two kills: now and then something has to be stored that can be lost. */
const PAUSE_OF_KILLS_MS = [100, 1_500] as const;

export interface Course {
  readonly faults: Counts;
  /** Reasons, by fault. */
  readonly not_tried: Map<string, string>;
}

/** Makes faults for the time of the options, or until so many processes were killed. @param say - told of each */
export async function makeFaults(
  world: World,
  options: Options,
  say: (line: string) => void,
): Promise<Course> {
  const schedule = new Schedule(world, options, say);
  await (options.kills === undefined
    ? schedule.inTurn(options.seconds)
    : schedule.untilKilled(options.kills));
  return schedule;
}

/** As violations and the course of the run show a time: since the start of the process. */
const at = (ms: number) => `${(ms / 1_000).toFixed(1).padStart(7)} s`;

class Schedule implements Course {
  readonly faults = new Counts();
  readonly not_tried = new Map<string, string>();
  private readonly able: readonly Fault[];
  private readonly chance: Chance;
  private readonly since = performance.now();

  constructor(
    private readonly world: World,
    { faults, seed }: Options,
    private readonly say: (line: string) => void,
  ) {
    this.chance = new Chance(seed);
    this.able = faults.filter((fault) => {
      const why = fault.hindrance?.(world);
      if (why !== undefined) this.not_tried.set(fault.name, why);
      return why === undefined;
    });
  }

  /** One after the other, in an order that the seed draws: each once before any comes again. */
  async inTurn(seconds: number): Promise<void> {
    const fits = ({ takes_s }: Fault) => takes_s <= seconds - this.past_s;
    while (this.able.some(fits)) {
      for (const fault of this.chance.shuffled(this.able)) {
        if (!fits(fault)) continue;
        await this.make([fault, ...this.companionsOf(fault)]);
        await sleep(this.chance.between(...PAUSE_MS));
      }
    }
    for (const { name, takes_s } of this.able)
      if (!this.faults.has(name))
        this.not_tried.set(name, `it takes about ${takes_s} s, and the time was over before`);
  }

  /** Drawn one by one; short ones come in series, since a node that starts needs a database for a while. */
  async untilKilled(kills: number): Promise<void> {
    const killed = () => [...this.world.kills.values()].reduce((sum, count) => sum + count, 0);
    while (killed() < kills) {
      const fault = this.chance.of(this.able);
      const times = fault.takes_s > SHORT_S ? 1 : Math.floor(this.chance.between(1, MOST_IN_SERIES + 1));
      for (let time = 0; time < times && killed() < kills; time++) {
        await this.make([fault]);
        await sleep(this.chance.between(...PAUSE_OF_KILLS_MS));
      }
    }
  }

  private companionsOf({ alone, accompanies }: Fault): readonly Fault[] {
    if (alone || accompanies || !this.chance.happens(WITH_COMPANION)) return [];
    const companions = this.able.filter((fault) => fault.accompanies);
    return companions.length === 0 ? [] : [this.chance.of(companions)];
  }

  private async make(faults: readonly Fault[]): Promise<void> {
    this.say(`${at(performance.now())} ${faults.map(({ name }) => name).join(' and ')}`);
    await Promise.all(faults.map((fault) => this.inject(fault)));
  }

  private async inject(fault: Fault): Promise<void> {
    try {
      await fault.inject(this.world, this.chance);
      this.faults.add(fault.name);
    } catch (error) {
      throw new Error(`The fault ${fault.name} could not be made.`, { cause: error });
    }
  }

  private get past_s(): number {
    return (performance.now() - this.since) / 1_000;
  }
}
