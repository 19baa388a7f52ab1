import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import { closeLostConnections } from '../../../src/adapters/cluster/passed-connections';

/** Which of two events is read first differs from round to round. */
const ROUNDS = 5;

/**
 * A primary process with two workers on two ports. One worker is killed while a connection is being passed to it.
 * Prints how that connection and two others ended, and 20 on each port that come in before the primary process learns
 * of it.
 */
async function runPrimary(): Promise<void> {
  for (let round = 1; round <= ROUNDS; round++) process.stdout.write(`${JSON.stringify(await killed())}\n`);
}

async function killed() {
  const workers = [cluster.fork(), cluster.fork()];
  workers.forEach(closeLostConnections);
  const listening = await Promise.all(workers.map((worker) => once(worker, 'message')));
  const [ports] = listening[0] as [number[]];
  const [stopped, other] = workers as [Worker, Worker];
  stopped.process.kill('SIGSTOP');
  // The workers take turns, so that of three connections at least one is passed to the stopped worker.
  const first = [1, 2, 3].map(() => ending(ports[0]!));
  await Promise.race([Promise.all(first), new Promise((resolve) => setTimeout(resolve, 200))]);
  stopped.process.kill('SIGKILL');
  // Its channel is closed before more connections come.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
  const later = ports.flatMap((port) => Array.from({ length: 20 }, () => ending(port)));
  const endings = [...(await Promise.all(first)), ...(await Promise.all(later))];
  const ended = once(other, 'exit');
  other.process.kill('SIGKILL');
  await ended;
  return { answered: countOf(endings, 'answered'), closed: countOf(endings, 'closed') };
}

async function runWorker(): Promise<void> {
  const servers = [1, 2].map(() => net.createServer((socket) => socket.end('answered')));
  const ports: number[] = [];
  for (const server of servers) {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    ports.push((server.address() as AddressInfo).port);
  }
  process.send!(ports);
}

/** @returns what is received until the end of the connection; `pending` when it does not end */
function ending(port: number): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    const socket = net.connect(port, '127.0.0.1');
    const timer = setTimeout(() => {
      socket.destroy();
      resolve('pending');
    }, 3_000);
    socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearTimeout(timer);
      resolve(text || 'closed');
    });
  });
}

const countOf = (endings: readonly string[], one: string) =>
  endings.filter((ending) => ending === one).length;

void (cluster.isPrimary ? runPrimary() : runWorker());
