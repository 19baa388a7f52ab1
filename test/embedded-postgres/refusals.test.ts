import { chmod, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findClusterPlace } from '../../src/adapters/embedded-postgres/cluster-place';
import { startEmbeddedPostgres } from '../../src/adapters/embedded-postgres/embedded-postgres';
import { findServerBinaries } from '../../src/adapters/embedded-postgres/server-binaries';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'embedded-postgres-')); // mode 0700
});
afterEach(() => rm(folder, { recursive: true }));

describe('the embedded server refuses', () => {
  test.each(['linux-riscv64', 'win32-x64', 'freebsd-x64'])(
    '%s, and asks for DATABASE_URL',
    async (platform) => {
      await expect(findServerBinaries({}, folder, platform)).rejects.toThrow(
        `The embedded database cannot run on this machine: there are no binaries for ${platform}. Set DATABASE_URL`,
      );
    },
  );

  test('a platform whose package is not installed, and asks for DATABASE_URL', async () => {
    const other = process.platform === 'darwin' ? 'linux-ppc64' : 'darwin-arm64';
    await expect(findServerBinaries({}, folder, other)).rejects.toThrow(
      `the package @embedded-postgres/${other} is not installed. Set DATABASE_URL`,
    );
  });

  test('a database of another major version', async () => {
    await mkdir(join(folder, 'data/postgres'), { recursive: true });
    await writeFile(join(folder, 'data/postgres/PG_VERSION'), '17\n');
    await expect(startEmbeddedPostgres({ data_dir: join(folder, 'data') })).rejects.toThrow(
      /was made by PostgreSQL 17, this release brings PostgreSQL 18/,
    );
  });

  test('a broken link to a database, rather than start with an empty one', async () => {
    await symlink(join(folder, 'elsewhere/data-x/postgres'), join(folder, 'postgres'));
    await expect(startEmbeddedPostgres({ data_dir: folder })).rejects.toThrow(/which is gone/);
  });
});

/** Only root has a server user that folders can keep out. */
const asRoot = process.getuid?.() === 0 ? describe : describe.skip;

asRoot('as root, a data folder that the server cannot enter', () => {
  test('nothing when a link leads to a database in another folder, and finds it again', async () => {
    const elsewhere = await mkdtemp(join(tmpdir(), 'embedded-postgres-'));
    await chmod(elsewhere, 0o711);
    const data_dir = join(folder, 'data');
    await mkdir(data_dir);
    const place = await findClusterPlace(data_dir, elsewhere);
    expect(place.cluster).toMatch(new RegExp(`^${elsewhere}/data-\\w+/postgres$`));
    expect(await findClusterPlace(data_dir, elsewhere)).toEqual(place);
    expect(await readdir(elsewhere)).toHaveLength(1);
    await rm(elsewhere, { recursive: true });
  });
});
