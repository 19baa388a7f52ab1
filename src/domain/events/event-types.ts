import { EVENT_TYPES, type EventType, READ_PERMISSION, type ResourceType, RESOURCE_TYPES } from './event';

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

/** All accepted patterns. */
export const TYPE_PATTERNS: readonly string[] = [...TYPES_OF_PATTERN.keys()];

/** Whether a text is an exact type, `<resource>.*` or `*`. */
export function isTypePattern(pattern: string): boolean {
  return TYPES_OF_PATTERN.has(pattern);
}

/** The types that a pattern stands for; empty for a text that is no pattern. */
export function typesOf(pattern: string): readonly EventType[] {
  return TYPES_OF_PATTERN.get(pattern) ?? [];
}

/** Whether the scope of a token lets a client read events of the type. */
export function isReadable(type: EventType, scope: ReadonlySet<string>): boolean {
  const permission = READ_PERMISSION[resourceOf(type)];
  return permission !== null && scope.has(permission);
}

/** The kind of resource that events of the type are about. */
export function resourceOf(type: EventType): ResourceType {
  return type.slice(0, type.indexOf('.')) as ResourceType;
}
