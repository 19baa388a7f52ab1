import { setTimeout as sleep } from 'node:timers/promises';
import { getHeapSpaceStatistics } from 'node:v8';
import { Pool } from 'pg';
import { execute } from '../../../src/adapters/postgres/connections/execute';

// A process of its own, with `--expose-gc`: what gets into the old generation depends on all that a process has done.

const TEXT = `select n, md5(n::text) as text, json_build_object('n', n) as json from generate_series(1, $1) n`;
const collect = (globalThis as unknown as { gc: (options: { type: 'minor' }) => void }).gc;

const oldGenerationBytes = () =>
  getHeapSpaceStatistics().find(({ space_name }) => space_name === 'old_space')!.space_used_size;

/** Executes queries one after the other. Prints the growth of the old generation and the size of all rows as JSON. */
async function main(connectionString: string): Promise<void> {
  const pool = new Pool({ connectionString, max: 1, pipeline: true });
  const client = await pool.connect();
  const bytes = async () => {
    const { rows } = await execute(client, { text: TEXT, values: [400] }, 5_000);
    return JSON.stringify(rows).length;
  };
  await bytes();
  collect({ type: 'minor' });
  const before = oldGenerationBytes();
  let all = 0;
  for (let query = 0; query < 300; query++) {
    all += await bytes();
    await sleep(0);
    collect({ type: 'minor' });
  }
  process.stdout.write(JSON.stringify({ growth: oldGenerationBytes() - before, all }));
  client.release();
  await pool.end();
}

void main(process.argv[2]!);
