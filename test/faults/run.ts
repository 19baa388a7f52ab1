import { createWriteStream } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Caller } from './caller';
import { Installation } from './installation';
import { allViolations } from './invariants/all';
import type { Span, Stalls } from './invariants/answers';
import type { Violation } from './invariants/violation';
import { Ledger } from './ledger';
import { CitusDatabase } from './machine/citus-database';
import { Database } from './machine/database';
import { Disk } from './machine/disk';
import { Endpoint } from './machine/endpoint';
import { ServiceNode, stallsOf } from './machine/nodes';
import { observe, settle } from './observation';
import { type Options, optionsOf } from './options';
import { report } from './report';
import { makeFaults } from './schedule';
import { act, makeActors } from './workload';
import { Chance, Counts, Gate, type World } from './world';

/** How far the run's own process may be late before it counts. */
const OWN_STALL_MS = 100;

/** Undone in the opposite order, also when the run fails or is interrupted. */
const undo: (() => Promise<void>)[] = [];
let undoing: Promise<void> | undefined;

function cleanUp(): Promise<void> {
  return (undoing ??= (async () => {
    for (const step of undo.reverse())
      await step().catch((error: Error) => say(`Not all could be cleaned up: ${error.message}`)); // the rest still is
  })());
}

async function main(): Promise<void> {
  const options = optionsOf(process.argv.slice(2));
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(name, () => void cleanUp().finally(() => process.exit(1)));
  process.once('uncaughtException', fail);
  say(`seed ${options.seed}`);
  const violations = await run(options).finally(cleanUp);
  process.exit(violations.length > 0 ? 1 : 0);
}

async function run(options: Options): Promise<Violation[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'invoicing-faults-'));
  await chmod(folder, 0o711); // the database's user enters it
  let keeps_folder = true;
  undo.push(async () => {
    if (keeps_folder) say(`The logs are in ${folder}`);
    else await rm(folder, { recursive: true, force: true });
  });
  let is_over = false;
  const world = await startWorld(options, folder, () => is_over);
  const own = watchOwnStalls();
  const actors = await makeActors(world, options.seed);
  const started = performance.now();
  const acting = act(world, actors, options.seed);
  const course = await makeFaults(world, options, say).finally(() => (is_over = true));
  const violations = await acting;
  const seconds = (performance.now() - started) / 1_000;

  say('settling');
  for (const node of world.nodes)
    await node
      .waitReady()
      .catch((error: Error) => violations.push({ rule: 'a node died', what: error.message }));
  await settle(world);
  say('looking');
  const stalls: Stalls = { ...stallsOf(world.nodes), own: own.stop() };
  const observed = await observe(world);
  violations.push(...allViolations(world.ledger, observed, stalls));
  violations.push(...world.nodes.flatMap((node) => node.violations));
  const ready_after_ms = world.nodes.flatMap((node) => node.ready_after_ms);
  const { seed, nodes } = options;
  say(
    report(
      {
        seed,
        nodes,
        seconds,
        ready_after_ms,
        kills: world.kills,
        webhooks: world.endpoint.requests,
        ...course,
      },
      world.ledger,
      observed,
      stalls,
      violations,
    ),
  );
  keeps_folder = violations.length > 0;
  return violations;
}

async function startWorld(options: Options, folder: string, isOver: () => boolean): Promise<World> {
  const disks = {
    database: await mounted(path.join(folder, 'database'), '1500m'),
    files: await mounted(path.join(folder, 'data', 'files'), '600m'),
  };
  await chmod(disks.database.folder, 0o711);
  const log = createWriteStream(path.join(folder, 'database.log'));
  const server = options.is_on_citus
    ? undefined
    : await Database.start(disks.database.folder, (line) => log.write(`${line}\n`));
  const database = server ?? (await CitusDatabase.start());
  undo.push(() => database.stop());
  const nodes: ServiceNode[] = [];
  for (let n = 1; n <= options.nodes; n++) {
    const node = await ServiceNode.make(`node ${n}`, folder, database.port, (port) => database.urlAt(port));
    undo.push(() => node.close());
    nodes.push(node);
  }
  for (const node of nodes) node.start(); // all at once, on an empty database
  await Promise.all(nodes.map((node) => node.waitReady()));
  const ledger = new Ledger();
  const caller = new Caller(ledger);
  undo.push(async () => caller.close());
  const chance = new Chance(options.seed + 1);
  const anyNode = () => chance.of(nodes);
  const endpoint = await Endpoint.start();
  undo.push(() => endpoint.close());
  const installation = new Installation(caller, anyNode, endpoint);
  return {
    ...{ nodes, database, server, disks, installation, endpoint, caller, ledger, anyNode, isOver },
    gate: new Gate(),
    tenants: [await installation.newTenant('First'), await installation.newTenant('Second')],
    more_tenants: [],
    clock_changes: [],
    kills: new Counts(),
  };
}

async function mounted(folder: string, size: string): Promise<Disk> {
  await mkdir(folder, { recursive: true });
  const disk = await Disk.mount(folder, size);
  undo.push(() => disk.unmount());
  return disk;
}

/** Notes when this process itself did not run, or ran late: the machine is shared. */
function watchOwnStalls(): { stop(): Span[] } {
  const stalls: Span[] = [];
  let running = true;
  void (async () => {
    while (running) {
      const from_ms = performance.now();
      await sleep(20);
      const to_ms = performance.now();
      if (to_ms - from_ms > OWN_STALL_MS) stalls.push({ from_ms, to_ms });
    }
  })();
  return {
    stop() {
      running = false;
      return stalls;
    },
  };
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function fail(error: unknown): void {
  const cause = error instanceof Error && error.cause instanceof Error ? `\n${error.cause.stack}` : '';
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  void cleanUp().finally(() => process.stderr.write(`${text}${cause}\n`, () => process.exit(1)));
}

main().catch(fail);
