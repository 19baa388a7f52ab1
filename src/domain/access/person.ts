/** What a person may do in the console: an operator everything, a viewer look. */
export const ROLES = ['operator', 'viewer'] as const;
export type Role = (typeof ROLES)[number];

/** A person who signed in by OpenID Connect. */
export interface Person {
  /** The identifier that the provider never gives to another person. */
  readonly sub: string;
  /** Shown for the person; the `sub` when the provider states no e-mail address. */
  readonly email: string;
  readonly role: Role;
}

/** Claims of an ID token (OpenID Connect Core §2, §5.1). */
export type Claims = Readonly<Record<string, unknown>> & { readonly sub: string };

/** Grants a role: a verified e-mail address, or a claim that has the value, alone or in a list. */
export type Grant = { readonly email: string } | { readonly claim: string; readonly value: string };

export interface Grants {
  readonly operators: readonly Grant[];
  readonly viewers: readonly Grant[];
}

const MAX_GRANTS = 1_000;
const EMAIL = /^[^\s@,=]{1,64}@[^\s@,=]{1,255}$/;
const CLAIM = /^([\w:/.-]{1,200})=([^\s,]{1,200})$/;

/**
 * @param text - `anna@example.com,groups=invoicing-operators`
 * @returns undefined when an entry is neither an e-mail address nor `claim=value`
 */
export function readGrants(text: string): readonly Grant[] | undefined {
  const entries = text.split(',').map((entry) => entry.trim());
  if (entries.length > MAX_GRANTS) return undefined;
  const grants: Grant[] = [];
  for (const entry of entries) {
    const [, claim, value] = CLAIM.exec(entry) ?? [];
    if (claim !== undefined && value !== undefined) grants.push({ claim, value });
    else if (EMAIL.test(entry)) grants.push({ email: entry.toLowerCase() });
    else return undefined;
  }
  return grants;
}

/**
 * The person that claims describe, with the highest role that is granted.
 *
 * @returns undefined when no role is granted, or the identifier or the address has a NUL, which cannot be stored
 */
export function personOf(claims: Claims, { operators, viewers }: Grants): Person | undefined {
  const { sub } = claims;
  const email = typeof claims['email'] === 'string' ? claims['email'] : '';
  if (sub.includes('\0') || email.includes('\0')) return undefined;
  const isGranted = (grants: readonly Grant[]) => grants.some((grant) => matches(claims, email, grant));
  const role = isGranted(operators) ? 'operator' : isGranted(viewers) ? 'viewer' : undefined;
  return role && { sub, email: email || sub, role };
}

/** @param email - empty when the provider states none */
function matches(claims: Claims, email: string, grant: Grant): boolean {
  // An address that the provider has not verified may be somebody else's.
  if ('email' in grant) return claims['email_verified'] === true && email.toLowerCase() === grant.email;
  const stated = claims[grant.claim];
  return Array.isArray(stated) ? stated.includes(grant.value) : stated === grant.value;
}
