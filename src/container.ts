import 'reflect-metadata'; // tsyringe refuses to load without it; this is the only place that needs it
import { container as root, instanceCachingFactory } from 'tsyringe';
import { loadInstallationKey } from './adapters/postgres/access/token-repository';
import { connect } from './adapters/postgres/connect';
import type { Binder, NodePart, Settings } from './composition/binder';
import { bindConsole } from './composition/console';
import { bindEvidence } from './composition/evidence';
import { bindEInvoicing } from './composition/e-invoicing';
import {
  type Container,
  DATABASE_CONNECTIONS,
  EVENT_SEQUENCER,
  get,
  HASHING,
  LOCKOUTS,
  OFFSET_CLOCK,
  PARSING,
  RENDERING,
} from './composition/keys';
import { bindEvents } from './composition/events';
import { bindListeners } from './composition/listeners';
import { nodeMemory } from './composition/node-memory';
import { bindPlatform } from './composition/platform';
import { bindPostgres } from './composition/postgres';
import { bindWebhooks } from './composition/webhooks';
import { bindUseCases } from './composition/use-cases';

/**
 * The composition root: binds adapters to ports and wires the use cases. Instances are created on first use. Tests
 * replace an adapter with one `register`.
 *
 * @param installation_key - the key that the database stores for all nodes
 * @param node - the node that this process is a part of; by default it is the only one
 */
export function compose(
  settings: Settings,
  installation_key: Uint8Array,
  node: NodePart = { memory: nodeMemory() },
): Container {
  const container = root.createChildContainer();
  const binder: Binder = {
    settings,
    installation_key,
    node,
    bind: (key, make) => void container.register(key, { useFactory: instanceCachingFactory(make) }),
    resolve: (key) => get(container, key),
  };
  const parts = [
    ...[bindPlatform, bindPostgres, bindUseCases, bindEInvoicing],
    ...[bindEvents, bindEvidence, bindWebhooks, bindConsole, bindListeners],
  ];
  for (const part of parts) part(binder);
  return container;
}

/** The container for a migrated database, from which it first reads the installation key. */
export async function composeOn(settings: Settings, node?: NodePart): Promise<Container> {
  const db = connect(settings.DATABASE_URL, { pool_size: 1 });
  try {
    return compose(settings, await loadInstallationKey(db), node);
  } finally {
    await db.destroy();
  }
}

/** What ends a container, one step after the other: nothing of it is used any more. */
export function closingSteps(container: Container): (() => Promise<unknown> | void)[] {
  const pools = [get(container, HASHING), get(container, PARSING), get(container, RENDERING)];
  return [
    () => get(container, LOCKOUTS).recorded(),
    () => get(container, EVENT_SEQUENCER).stop(),
    () => get(container, OFFSET_CLOCK).stop(),
    () => get(container, DATABASE_CONNECTIONS).close(),
    () => Promise.all(pools.map((pool) => pool.close())),
  ];
}

/** Runs the work of a command on a migrated database, and then closes the container. */
export async function withContainer(
  settings: Settings,
  work: (container: Container) => Promise<void>,
): Promise<void> {
  const container = await composeOn(settings);
  try {
    if (settings.NODE_ENV !== 'production') await get(container, OFFSET_CLOCK).start();
    await work(container);
  } finally {
    for (const close of closingSteps(container)) await close();
  }
}
