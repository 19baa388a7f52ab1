import { EVENT_TYPES, type EventType, READ_PERMISSION, type ResourceType } from './event';

/** The types that a pattern stands for: an exact type, `<resource>.*`, or `*`. Empty for no pattern of events. */
export function typesOf(pattern: string): readonly EventType[] {
  if (pattern === '*') return EVENT_TYPES;
  if (pattern.endsWith('.*')) return EVENT_TYPES.filter((type) => type.startsWith(pattern.slice(0, -1)));
  return EVENT_TYPES.filter((type) => type === pattern);
}

/** Whether the scope of a token lets a client read events of the type. */
export function isReadable(type: EventType, scope: ReadonlySet<string>): boolean {
  const permission = READ_PERMISSION[type.slice(0, type.indexOf('.')) as ResourceType];
  return permission !== null && scope.has(permission);
}
