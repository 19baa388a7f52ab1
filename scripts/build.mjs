// Compiles src/ to dist/ with the compiler of the tests, unless dist/ is up to date. Types are checked by
// `npm run check:types`.
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

process.chdir(path.join(path.dirname(fileURLToPath(import.meta.url)), '..'));
const STAMP = 'dist/.made-of';

const files = readdirSync('src', { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => path.join(entry.parentPath, entry.name));
// The content counts, not the times: `npm prune` writes the lock file again, and a copy of the folder has new times.
const made_of = createHash('sha256');
for (const file of [...files, '.swcrc', 'package-lock.json'].sort()) {
  const content = readFileSync(file);
  made_of.update(`${file} ${content.byteLength}\n`).update(content);
}
const stamp = made_of.digest('hex');

if (!existsSync(STAMP) || readFileSync(STAMP, 'utf8') !== stamp) {
  // The service may be running from dist/: it is kept until everything is compiled.
  const compile = await compiler();
  const compiled = files.filter((file) => file.endsWith('.ts')).map((file) => [file, compile(file)]);
  rmSync('dist', { recursive: true, force: true });
  for (const [source, { code, map }] of compiled) {
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

async function compiler() {
  try {
    // Loaded here, so that a service without it starts as long as there is nothing to compile.
    const { transformFileSync } = await import('@swc/core');
    return (file) => transformFileSync(file, { sourceMaps: true });
  } catch (error) {
    if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
    process.stderr.write(
      'dist/ does not have the present sources, and the compiler is not installed. Run: npm ci && npm run build && npm prune --omit=dev\n',
    );
    process.exit(1);
  }
}
