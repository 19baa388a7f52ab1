import { randomBytes } from 'node:crypto';
import {
  constants,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

const FILE = 'secrets.json';
const secrets = z.object({ JWT_KEYS: z.string(), MANAGEMENT_TOKEN: z.string(), NETWORK_TOKEN: z.string() });

/** The secrets, and the file that they are in. */
export type KeptSecrets = { readonly file: string } & z.infer<typeof secrets>;

/**
 * Secrets of an installation that is configured without any: generated on the first start and kept in DATA_DIR,
 * readable by the service's user only. Not for production, where every secret must be configured.
 */
export function keptSecrets(data_dir: string): KeptSecrets {
  mkdirSync(data_dir, { recursive: true });
  const file = path.join(data_dir, FILE);
  if (!existsSync(file)) keepFirst(file, `${JSON.stringify(madeSecrets(), null, 2)}\n`);
  return { file, ...readSecrets(file) };
}

function madeSecrets(): z.infer<typeof secrets> {
  const random = () => randomBytes(32).toString('base64url');
  return { JWT_KEYS: `first:${random()}`, MANAGEMENT_TOKEN: random(), NETWORK_TOKEN: random() };
}

/**
 * Stores the text if there is no such file. The file gets its name when its content is on the disk, so that neither a crash,
 * a full disk nor another node that starts meanwhile finds a part of it.
 *
 * @throws Error that names the file
 */
function keepFirst(file: string, text: string): void {
  const temporary = `${file}.${randomBytes(8).toString('hex')}`;
  try {
    writeFileSync(temporary, text, { flag: 'wx', mode: 0o600, flush: true });
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
function readSecrets(file: string): z.infer<typeof secrets> {
  const text = readFileSync(file, 'utf8');
  try {
    return secrets.parse(JSON.parse(text));
  } catch (cause) {
    const advice = 'Restore it from a backup, or delete it: the next start generates new secrets.';
    throw new Error(`${file} does not contain the secrets of the installation. ${advice}`, { cause });
  }
}
