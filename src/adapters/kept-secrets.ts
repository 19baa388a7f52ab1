import { randomBytes } from 'node:crypto';
import {
  constants,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

const FILE = 'secrets.json';
const secrets = z
  .object({ JWT_KEYS: z.string(), MANAGEMENT_TOKEN: z.string(), NETWORK_TOKEN: z.string() })
  .partial();
type Secrets = z.infer<typeof secrets>;
export type SecretName = keyof Secrets;

/** The secrets, and the file that they are in. */
export type KeptSecrets = { readonly file: string } & Secrets;

/**
 * Secrets that are not configured: each is generated on the first start without it and kept in DATA_DIR, readable by
 * the service's user only. Not for production, where every secret must be configured.
 */
export function keptSecrets(data_dir: string, names: readonly SecretName[]): KeptSecrets {
  mkdirSync(data_dir, { recursive: true });
  const file = path.join(data_dir, FILE);
  if (!existsSync(file)) keep(file, madeSecrets(names), 'new');
  let kept = readSecrets(file);
  const lacking = names.filter((name) => kept[name] === undefined);
  if (lacking.length > 0) {
    keep(file, { ...kept, ...madeSecrets(lacking) }, 'again');
    kept = readSecrets(file);
  }
  return { file, ...Object.fromEntries(names.map((name) => [name, kept[name]])) };
}

function madeSecrets(names: readonly SecretName[]): Secrets {
  const random = () => randomBytes(32).toString('base64url');
  const made = (name: SecretName) => (name === 'JWT_KEYS' ? `first:${random()}` : random());
  return Object.fromEntries(names.map((name) => [name, made(name)]));
}

/**
 * Stores the secrets. The file gets its name when its content is on the disk, so that neither a crash, a full disk nor
 * another node that starts meanwhile finds a part of it.
 *
 * @param which - `new`: unless there is a file; `again`: in its place
 * @throws Error that names the file
 */
function keep(file: string, kept: Secrets, which: 'new' | 'again'): void {
  const temporary = `${file}.${randomBytes(8).toString('hex')}`;
  try {
    const text = `${JSON.stringify(kept, null, 2)}\n`;
    writeFileSync(temporary, text, { flag: 'wx', mode: 0o600, flush: true });
    if (which === 'again') return renameSync(temporary, file);
    try {
      linkSync(temporary, file);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw error;
      copyFileSync(temporary, file, constants.COPYFILE_EXCL); // a file system without hard links
    }
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'EEXIST') return; // another node was first
    throw new Error(`${file} could not be written: ${(cause as Error).message}`, { cause });
  } finally {
    rmSync(temporary, { force: true });
  }
}

/** @throws Error that names the file */
function readSecrets(file: string): Secrets {
  const text = readFileSync(file, 'utf8');
  try {
    return secrets.parse(JSON.parse(text));
  } catch (cause) {
    const advice = 'Restore it from a backup, or delete it: the next start generates new secrets.';
    throw new Error(`${file} does not contain the secrets of the installation. ${advice}`, { cause });
  }
}
