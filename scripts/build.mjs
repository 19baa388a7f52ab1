// Compiles src/ to dist/, unless dist/ was made of exactly these sources. What types say is `npm run check:types`.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

process.chdir(path.join(path.dirname(fileURLToPath(import.meta.url)), '..'));
const STAMP = 'dist/.made-of';

const sources = readdirSync('src', { recursive: true }).map((file) => path.join('src', file));
const made_of = createHash('sha256');
for (const file of [...sources, 'tsconfig.json', 'tsconfig.build.json', 'package-lock.json'].sort()) {
  const { mtimeMs, size } = statSync(file);
  made_of.update(`${file} ${mtimeMs} ${size}\n`);
}
const stamp = made_of.digest('hex');

if (!existsSync(STAMP) || readFileSync(STAMP, 'utf8') !== stamp) {
  rmSync('dist', { recursive: true, force: true });
  execFileSync(
    process.execPath,
    ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json', '--noCheck'],
    {
      stdio: 'inherit',
    },
  );
  // What is read as it is, beside the code that reads it.
  for (const folder of ['views', 'assets']) {
    cpSync(`src/adapters/console/${folder}`, `dist/adapters/console/${folder}`, { recursive: true });
  }
  writeFileSync(STAMP, stamp);
}
