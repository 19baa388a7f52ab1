import * as backends from './backends';
import * as clock from './clock';
import * as database from './database';
import * as disks from './disks';
import type { Fault } from './fault';
import * as network from './network';
import * as nodes from './nodes';

export const FAULTS: readonly Fault[] = [nodes, backends, database, disks, network, clock].flatMap((family) =>
  Object.values<Fault>(family),
);
