import { DomainError } from '../../errors';
import { EVENT_TYPES, type EventType, READ_PERMISSION, type ResourceType, RESOURCE_TYPES } from '../event';

/** The most characters of a pattern; longer ones match nothing. */
export const MAX_PATTERN_LENGTH = 64;

/** Each accepted pattern with the types that it stands for: exact types, `<resource>.*` and `*`. */
const TYPES_OF_PATTERN: ReadonlyMap<string, readonly EventType[]> = new Map<string, readonly EventType[]>([
  ['*', EVENT_TYPES],
  ...RESOURCE_TYPES.map((resource): [string, readonly EventType[]] => [
    `${resource}.*`,
    EVENT_TYPES.filter((type) => resourceOf(type) === resource),
  ]),
  ...EVENT_TYPES.map((type): [string, readonly EventType[]] => [type, [type]]),
]);

/** Whether a text is an exact type, `<resource>.*` or `*`. */
export function isTypePattern(pattern: string): boolean {
  return TYPES_OF_PATTERN.has(pattern);
}

/**
 * The exact types that a subscription stands for: those that its patterns name and its client may read.
 *
 * @param scope - the permissions of the client
 */
export function readTypes(patterns: readonly string[], scope: ReadonlySet<string>): ReadonlySet<string> {
  const named = patterns.flatMap((pattern) => TYPES_OF_PATTERN.get(pattern) ?? []);
  return new Set(named.filter((type) => mayRead(resourceOf(type), scope)));
}

/**
 * Refuses patterns with types that the client may not read. `*` stands for the types that it may read.
 *
 * @throws DomainError insufficient_permissions
 */
export function assertMayRead(patterns: readonly string[], scope: ReadonlySet<string>): void {
  for (const pattern of patterns) {
    if (pattern === '*') continue;
    const refused = TYPES_OF_PATTERN.get(pattern)?.find((type) => !mayRead(resourceOf(type), scope));
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

function mayRead(resource: ResourceType, scope: ReadonlySet<string>): boolean {
  const needed = READ_PERMISSION[resource];
  return needed !== null && scope.has(needed);
}

function resourceOf(type: EventType): ResourceType {
  return type.slice(0, type.indexOf('.')) as ResourceType;
}
