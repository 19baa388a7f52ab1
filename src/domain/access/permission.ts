export const RESOURCES = ['document', 'relation', 'bank_account', 'journal', 'branding'] as const;
export const ACTIONS = ['create', 'read', 'update', 'delete'] as const;

export type Resource = (typeof RESOURCES)[number];
export type Action = (typeof ACTIONS)[number];
/** One permission as written in a token's `scope` (RFC 6749 §3.3): `document:create`. */
export type Permission = `${Resource}:${Action}`;

/** The granted actions of each resource; a resource that is left out has none. */
export type Permissions = Readonly<Partial<Record<Resource, readonly Action[]>>>;

/** A record with a value for every resource. */
export function perResource<Value>(of: (resource: Resource) => Value): Record<Resource, Value> {
  return Object.fromEntries(RESOURCES.map((resource) => [resource, of(resource)])) as Record<Resource, Value>;
}

/** The permissions with all five resources, and the actions in their fixed order, as the interfaces return them. */
export function completePermissions(permissions: Permissions): Record<Resource, Action[]> {
  return perResource((resource) => ACTIONS.filter((action) => permissions[resource]?.includes(action)));
}

/** @returns the `scope` claim: `document:create document:read relation:read` */
export function scopeOf(permissions: Permissions): string {
  let scope = '';
  for (const resource of RESOURCES) {
    for (const action of ACTIONS) {
      if (permissions[resource]?.includes(action)) scope += `${scope && ' '}${resource}:${action}`;
    }
  }
  return scope;
}

/** The permissions in a token's `scope`; unknown words are ignored. */
export function permissionsOf(scope: string): Record<Resource, Action[]> {
  const granted = new Set(scope.split(' '));
  return perResource((resource) => ACTIONS.filter((action) => granted.has(`${resource}:${action}`)));
}
