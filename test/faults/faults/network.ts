import { setTimeout as sleep } from 'node:timers/promises';
import type { Wire } from '../machine/wire';
import type { Chance, World } from '../world';
import type { Fault } from './fault';

/** The wires of one node or of all, to the database. */
function wiresOf({ nodes }: World, chance: Chance): readonly Wire[] {
  const wires = nodes.map(({ wire }) => wire);
  return chance.happens(0.5) ? wires : [chance.of(wires)];
}

export const reset: Fault = {
  name: 'network-resets',
  takes_s: 3,
  async inject(world, chance) {
    for (let times = 0; times < 25; times++) {
      for (const wire of wiresOf(world, chance)) wire.reset();
      await sleep(chance.between(10, 200));
    }
  },
};

export const halfOpen: Fault = {
  name: 'network-half-opens',
  takes_s: 12,
  async inject(world, chance) {
    for (const wire of wiresOf(world, chance)) wire.halfOpen();
    await sleep(12_000); // until the nodes have noticed
  },
};

export const delay: Fault = {
  name: 'network-delays',
  takes_s: 5,
  async inject(world, chance) {
    const wires = wiresOf(world, chance);
    for (const wire of wires) wire.delay_ms = chance.of([20, 100, 400, 2_000]);
    await sleep(5_000);
    for (const wire of wires) wire.delay_ms = 0;
  },
};

/** Statements take effect, and their responses are lost. */
export const loseAnswers: Fault = {
  name: 'network-loses-answers',
  takes_s: 3,
  async inject(world, chance) {
    for (let times = 0; times < 15; times++) {
      const wires = wiresOf(world, chance);
      for (const wire of wires) wire.loses_answers = true;
      await sleep(chance.between(2, 60));
      for (const wire of wires) wire.loses_answers = false;
      await sleep(chance.between(50, 200));
    }
  },
};

/** The database cannot be connected to. */
export const refuse: Fault = {
  name: 'network-refuses',
  takes_s: 4,
  async inject(world, chance) {
    const wires = wiresOf(world, chance);
    for (const wire of wires) {
      wire.closed = true;
      wire.reset();
    }
    await sleep(chance.between(1_000, 5_000));
    for (const wire of wires) wire.closed = false;
  },
};

/** A session ends in the moment in which it begins. */
export const endFreshSessions: Fault = {
  name: 'fresh-sessions-end',
  takes_s: 3,
  async inject(world, chance) {
    const wires = wiresOf(world, chance);
    for (const wire of wires) {
      wire.ends_fresh_sessions = true;
      wire.reset();
    }
    await sleep(chance.between(1_000, 3_000));
    for (const wire of wires) wire.ends_fresh_sessions = false;
  },
};

/** Callers whose connections to the nodes break: some before the request is through, some before the response is. */
export const callersLoseAnswers: Fault = {
  name: 'callers-lose-answers',
  takes_s: 3,
  async inject({ nodes }, chance) {
    for (let times = 0; times < 20; times++) {
      const { front } = chance.of(nodes);
      if (chance.happens(0.5)) front.reset();
      front.loses_answers = true;
      await sleep(chance.between(10, 100));
      front.loses_answers = false;
      await sleep(chance.between(10, 100));
    }
  },
};
