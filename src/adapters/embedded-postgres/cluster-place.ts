import { chmod, lstat, mkdir, mkdtemp, readlink, stat, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { unlessMissing } from './missing-file';
import { canEnter, isRoot, serverUser, type ServerUser } from './server-user';

/** Parent folder of the database files when the server's user cannot enter the data folder. */
const ELSEWHERE = '/var/lib/invoicing-service';

export interface ClusterPlace {
  /** The folder that contains the cluster: the data folder, or a folder that the server's user can enter. */
  readonly dir: string;
  /** The PostgreSQL data directory; it need not exist yet. */
  readonly cluster: string;
  readonly user: ServerUser;
}

/**
 * Finds the cluster of a data folder and the user that runs its server.
 *
 * The cluster is `postgres` in the data folder. When the service runs as root, the server's user may be unable to enter
 * the data folder, for example below `/root`. Permissions of existing folders are not changed; instead the cluster is
 * created in a new folder below `/var/lib/invoicing-service`, and `postgres` in the data folder is a symbolic link to
 * it. The link decides, not the name of the data folder: a moved data folder keeps its database, and a data folder that
 * was deleted and created again starts with an empty one.
 *
 * An existing cluster is run by its owner. Root can therefore start a cluster that a user created, and the user can
 * start it again later.
 *
 * @param data_dir - an existing folder, locked by the caller
 * @throws Error when the database files are missing or the server's user cannot enter their folder
 */
export async function findClusterPlace(data_dir: string, elsewhere = ELSEWHERE): Promise<ClusterPlace> {
  const entry = join(data_dir, 'postgres');
  const kind = await lstat(entry).catch(unlessMissing);
  const cluster = kind?.isSymbolicLink() ? await readlink(entry) : entry;
  const owned = await stat(cluster).catch(unlessMissing);
  const user = owned ? ownerOf(cluster, owned) : await serverUser();

  if (kind) {
    const dir = dirname(cluster);
    if (!owned && !(await stat(dir).catch(unlessMissing))) {
      throw new Error(
        `The database of ${data_dir} was in ${cluster}, which is gone. Put it back, ` +
          `or remove the link ${entry} to begin with an empty database.`,
      );
    }
    if (!(await canEnter(user, dir))) {
      throw new Error(
        `The database server runs as uid ${user.uid}, which cannot enter ${dir}: ` +
          'move DATA_DIR to a folder that it can enter, or run the service as that user.',
      );
    }
    return { dir, cluster, user };
  }
  if (await canEnter(user, data_dir)) return { dir: data_dir, cluster: entry, user };

  const dir = await createFolderElsewhere(data_dir, elsewhere);
  await symlink(join(dir, 'postgres'), entry);
  return { dir, cluster: join(dir, 'postgres'), user };
}

function ownerOf(cluster: string, owner: { uid: number; gid: number }): ServerUser {
  if (isRoot()) return { uid: owner.uid, gid: owner.gid };
  if (owner.uid === process.getuid?.()) return {};
  throw new Error(
    `The database files in ${cluster} belong to uid ${owner.uid}, the service runs as uid ${process.getuid?.()}: ` +
      'run it as their owner, or give it a DATA_DIR of its own.',
  );
}

/**
 * Creates the folder for a cluster outside of the data folder. `chmod` repeats the modes, because a umask may have
 * reduced them.
 */
async function createFolderElsewhere(data_dir: string, elsewhere: string): Promise<string> {
  if (await mkdir(elsewhere, { recursive: true, mode: 0o711 })) await chmod(elsewhere, 0o711);
  const dir = await mkdtemp(join(elsewhere, 'data-'));
  await chmod(dir, 0o711);
  await writeFile(join(dir, 'belongs-to'), `${data_dir}\n`);
  return dir;
}
