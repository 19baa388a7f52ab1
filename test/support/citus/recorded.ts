import { randomUUID } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { loadModule } from 'libpg-query';
import { concernsTenants, objections } from './statement-rules';

/** The environment variable with the path of the file of recorded statements, one JSON text in each line. */
export const RECORDED = 'RECORDED_STATEMENTS';

/** In the set-up of a run. */
export function beginRecord(): void {
  const file = path.join(tmpdir(), `invoicing-statements-${randomUUID()}`);
  writeFileSync(file, '');
  process.env[RECORDED] = file;
}

/**
 * In the teardown of a run, once for all test files: the parser would stay in memory for each file.
 *
 * @throws Error for statements on tenant tables that a Citus cluster refuses
 */
export async function checkRecord(): Promise<void> {
  const file = process.env[RECORDED];
  if (file === undefined) return;
  const texts = new Set(readFileSync(file, 'utf8').split('\n').filter(Boolean));
  rmSync(file);
  await loadModule();
  const objected = [...texts].flatMap((line) => {
    const text = JSON.parse(line) as string;
    const found = concernsTenants(text) ? objections(text) : [];
    return found.length === 0 ? [] : [`${found.join('; ')}:\n${text.trim()}`];
  });
  if (objected.length === 0) return;
  throw new Error(
    `Statements for which Citus has to be thought of, see docs/citus.md:\n\n${objected.join('\n\n')}`,
  );
}
