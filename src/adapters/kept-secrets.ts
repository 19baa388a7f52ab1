import { randomBytes } from 'node:crypto';
import { closeSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

const FILE = 'secrets.json';
const secrets = z.object({ JWT_KEYS: z.string(), MANAGEMENT_TOKEN: z.string(), NETWORK_TOKEN: z.string() });

/**
 * Secrets of an installation that is configured without any: generated on the first start and kept in DATA_DIR,
 * readable by the service's user only. Not for production, where every secret must be configured.
 */
export function keptSecrets(data_dir: string): { file: string } & z.infer<typeof secrets> {
  mkdirSync(data_dir, { recursive: true });
  const file = path.join(data_dir, FILE);
  const random = () => randomBytes(32).toString('base64url');
  const made = { JWT_KEYS: `first:${random()}`, MANAGEMENT_TOKEN: random(), NETWORK_TOKEN: random() };
  try {
    const descriptor = openSync(file, 'wx', 0o600);
    writeSync(descriptor, `${JSON.stringify(made, null, 2)}\n`);
    closeSync(descriptor);
    return { file, ...made };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return { file, ...readSecrets(file) };
  }
}

/** @throws Error that names the file */
function readSecrets(file: string): z.infer<typeof secrets> {
  const text = readFileSync(file, 'utf8');
  try {
    return secrets.parse(JSON.parse(text));
  } catch (cause) {
    const advice = 'Restore it from a backup, or delete it: the next start generates new secrets.';
    throw new Error(`${file} does not contain the secrets of the installation. ${advice}`, { cause });
  }
}
