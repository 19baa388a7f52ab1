// Writes the software bill of materials (CycloneDX) of what is shipped to standard output:
//   npm run --silent sbom > sbom.cdx.json
// `-- --omit=optional` leaves out what the embedded database needs, as the image does.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');
const read = (name) => JSON.parse(readFileSync(path.join(ROOT, name), 'utf8'));
const omits_optional = process.argv.includes('--omit=optional');

const { devDependencies: _not_shipped, ...manifest } = read('package.json');
const lock = read('package-lock.json');
// `npm sbom --omit=dev` also leaves out packages that a dev package needs too (npm 10 and 11), so these entries are
// taken out beforehand.
const is_shipped = ([place, { dev, optional, devOptional }]) =>
  place === '' || !(dev || (omits_optional && (optional || devOptional)));
const packages = Object.fromEntries(Object.entries(lock.packages).filter(is_shipped));
delete packages[''].devDependencies;

const folder = mkdtempSync(path.join(os.tmpdir(), 'sbom-'));
try {
  const project = path.join(folder, manifest.name); // its name becomes that of the component
  mkdirSync(project);
  const write = (name, value) => writeFileSync(path.join(project, name), JSON.stringify(value));
  write('package.json', manifest);
  write('package-lock.json', { ...lock, packages });
  const options = ['--package-lock-only', '--sbom-format=cyclonedx', '--sbom-type=application'];
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  process.stdout.write(
    execFileSync(npm, ['sbom', ...options], { cwd: project, stdio: ['ignore', 'pipe', 'inherit'] }),
  );
} finally {
  rmSync(folder, { recursive: true });
}
