import type { PeppolDocument, PeppolParty } from '../peppol-document';

/** `fatal`: an access point or the receiver refuses the document; `warning`: the document is delivered. */
export type Severity = 'fatal' | 'warning';

/** One violation of a rule. */
export interface Violation {
  /**
   * JSON pointer into the request that creates the document: `/relation_id` when the relation must be corrected,
   * `/seller/…` or `/buyer/…` when the company must be corrected.
   */
  readonly pointer: string;
  /** Says what to correct. */
  readonly message: string;
}

/** A rule of EN 16931 or of Peppol BIS with its official name. */
export interface NetworkRule {
  readonly rule: string;
  readonly severity: Severity;
  readonly violations: (document: PeppolDocument) => readonly Violation[];
}

export function fatal(rule: string, violations: NetworkRule['violations']): NetworkRule {
  return { rule, severity: 'fatal', violations };
}

export function warning(rule: string, violations: NetworkRule['violations']): NetworkRule {
  return { rule, severity: 'warning', violations };
}

const NONE: readonly Violation[] = [];

export function unless(holds: boolean, pointer: string, message: string): readonly Violation[] {
  return holds ? NONE : [{ pointer, message }];
}

/**
 * @param field - name of a field of the party, such as `vat` or `address/city`
 * @param what - the missing value, such as `a VAT number`
 */
export function partyNeeds(
  holds: boolean,
  { role, is_company }: PeppolParty,
  field: string,
  what: string,
): readonly Violation[] {
  if (holds) return NONE;
  return is_company
    ? [{ pointer: `/${role}/${field}`, message: `The company, as the ${role}, needs ${what}.` }]
    : [{ pointer: '/relation_id', message: `The relation, as the ${role}, needs ${what}.` }];
}
