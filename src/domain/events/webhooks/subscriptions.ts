import { DomainError } from '../../errors';
import { READ_PERMISSION } from '../event';
import { isReadable, resourceOf, typesOf } from '../event-types';

/**
 * The exact types that a subscription stands for: those that its patterns name and its client may read.
 *
 * @param scope - the permissions of the client
 */
export function readTypes(patterns: readonly string[], scope: ReadonlySet<string>): ReadonlySet<string> {
  return new Set(patterns.flatMap(typesOf).filter((type) => isReadable(type, scope)));
}

/**
 * Refuses patterns with types that the client may not read. `*` stands for the types that it may read.
 *
 * @throws DomainError insufficient_permissions
 */
export function assertMayRead(patterns: readonly string[], scope: ReadonlySet<string>): void {
  for (const pattern of patterns) {
    if (pattern === '*') continue;
    const refused = typesOf(pattern).find((type) => !isReadable(type, scope));
    if (refused === undefined) continue;
    const needed = READ_PERMISSION[resourceOf(refused)];
    throw new DomainError(
      'insufficient_permissions',
      needed === null
        ? `Only operators read events of the type ${pattern}.`
        : `Events of the type ${pattern} need the permission ${needed}.`,
    );
  }
}
