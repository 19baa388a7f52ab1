import { GENERAL_RULES } from './general-rules';
import { GERMAN_RULES } from './german-rules';
import { GREEK_RULES } from './greek-rules';
import { NATIONAL_RULES } from './national-rules';
import type { Violation, NetworkRule, Severity } from './network-rule';
import { NORDIC_RULES } from './nordic-rules';
import { PARTY_NUMBER_RULES } from './party-number-rules';
import {
  peppolDocument,
  type NetworkAttachment,
  type NetworkSource,
  type PeppolDocument,
} from '../peppol-document';
import { VAT_RULES } from './vat-rules';

/** A violation with the rule of the network that it violates. */
export interface NetworkFault extends Violation {
  /** Official name, such as `BR-CO-26`. */
  readonly rule: string;
  readonly severity: Severity;
}

/**
 * Every rule of EN 16931 (UBL 1.3.16) and of Peppol BIS Billing 3.0.21 and Self-Billing 3.0.2 that a document of the
 * company can violate, in the order in which faults are reported. Rules that the service's own calculation always keeps
 * (sums, codes, the structure of the UBL) are not listed.
 */
export const NETWORK_RULES: readonly NetworkRule[] = [
  ...GENERAL_RULES,
  ...VAT_RULES,
  ...PARTY_NUMBER_RULES,
  ...NATIONAL_RULES,
  ...GERMAN_RULES,
  ...NORDIC_RULES,
  ...GREEK_RULES,
];

/**
 * The violations of network rules in a document, by rule, then by position in the document. A document with a `fatal`
 * fault must not be sent.
 *
 * @returns an empty list for a type that the network does not transport
 */
export function networkFaults(
  source: NetworkSource,
  attachments?: readonly NetworkAttachment[],
): NetworkFault[] {
  const document = peppolDocument(source, attachments);
  return document === null ? [] : faultsOf(document);
}

/** As `networkFaults`, of a document in the form that the rules read. */
export function faultsOf(document: PeppolDocument): NetworkFault[] {
  return NETWORK_RULES.flatMap(({ rule, severity, violations }) =>
    violations(document).map(({ pointer, message }) => ({ rule, severity, pointer, message })),
  );
}
