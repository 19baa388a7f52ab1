// Compiles src/ to dist/ with the compiler of the tests, unless dist/ is up to date. Types are checked by
// `npm run check:types`.
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

process.chdir(path.join(path.dirname(fileURLToPath(import.meta.url)), '..'));
const STAMP = 'dist/.made-of';

const sources = readdirSync('src', { recursive: true }).map((file) => path.join('src', file));
const made_of = createHash('sha256');
for (const file of [...sources, '.swcrc', 'package-lock.json'].sort()) {
  const { mtimeMs, size } = statSync(file);
  made_of.update(`${file} ${mtimeMs} ${size}\n`);
}
const stamp = made_of.digest('hex');

if (!existsSync(STAMP) || readFileSync(STAMP, 'utf8') !== stamp) {
  rmSync('dist', { recursive: true, force: true });
  // Loaded here, so that a service without it starts as long as there is nothing to compile.
  const { transformFileSync } = await import('@swc/core');
  for (const source of sources.filter((file) => file.endsWith('.ts'))) {
    const { code, map } = transformFileSync(source, { sourceMaps: true });
    const target = source.replace(/^src/, 'dist').replace(/\.ts$/, '.js');
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, `${code}//# sourceMappingURL=${path.basename(target)}.map\n`);
    writeFileSync(`${target}.map`, map);
  }
  // Files that are read at run time are copied next to the code that reads them.
  for (const folder of ['console/views', 'console/assets', 'api/docs/assets']) {
    cpSync(`src/adapters/${folder}`, `dist/adapters/${folder}`, { recursive: true });
  }
  writeFileSync(STAMP, stamp);
}
