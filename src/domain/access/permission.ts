export const RESOURCES = ['document', 'relation', 'bank_account', 'journal', 'branding'] as const;
export const ACTIONS = ['create', 'read', 'update', 'delete'] as const;

export type Resource = (typeof RESOURCES)[number];
export type Action = (typeof ACTIONS)[number];
/** One right, as it stands in a token's `scope`: `document:create`. */
export type Permission = `${Resource}:${Action}`;

/** The matrix that management configures; a resource that is left out grants nothing. */
export type Permissions = Readonly<Partial<Record<Resource, readonly Action[]>>>;

/** A record with a value for every resource. */
export function perResource<Value>(of: (resource: Resource) => Value): Record<Resource, Value> {
  return Object.fromEntries(RESOURCES.map((resource) => [resource, of(resource)])) as Record<Resource, Value>;
}

/** The matrix with all five resources, actions in their fixed order: what interfaces show. */
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

/** The matrix a token's `scope` stands for; words that name no permission grant nothing. */
export function permissionsOf(scope: string): Record<Resource, Action[]> {
  const granted = new Set(scope.split(' '));
  return perResource((resource) => ACTIONS.filter((action) => granted.has(`${resource}:${action}`)));
}
