import { EU_MEMBER_STATES } from '../code-lists/countries';
import { DomainError } from '../errors';
import { isUnionTerritory, taxTerritory, vatTerritory } from '../values/vat-number';
import type { VatCategory } from './vat-category';

/** The VAT numbers and countries of a document's parties. Countries are ISO 3166-1 alpha-2. */
export interface VatParties {
  readonly company: { readonly vat: string | null; readonly country_code: string | null };
  readonly relation: { readonly vat: string | null; readonly country_code: string | null };
  /** Country of the document's delivery location; null without a location. */
  readonly delivery_country_code: string | null;
}

/** A line whose VAT category the parties do not allow. */
export interface VatPartyFault {
  /** Index of the line. */
  readonly line: number;
  readonly reason: string;
}

/**
 * The first line whose VAT category the parties do not allow: AE requires a VAT number of the relation, K a VAT number
 * of an EU member state other than the company's, G a destination outside the EU. Other categories require nothing.
 */
export function vatPartyFault(
  lines: readonly { readonly vat_category?: VatCategory | null | undefined }[],
  parties: VatParties,
): VatPartyFault | null {
  for (const [line, { vat_category }] of lines.entries()) {
    const rule = vat_category == null ? undefined : PARTY_RULES[vat_category];
    if (rule && !rule.holds(parties)) return { line, reason: rule.reason };
  }
  return null;
}

/**
 * @param stored - whether the lines are stored ones. The request then changed a party, and must send the lines as well,
 *   unless they are fixed by a credit note
 * @throws DomainError validation_error for the line, or invalid_document_lines for stored lines
 */
export function assertVatCategories(
  lines: Parameters<typeof vatPartyFault>[0],
  parties: VatParties,
  { stored = false, is_fixed = false }: { readonly stored?: boolean; readonly is_fixed?: boolean } = {},
): void {
  const fault = vatPartyFault(lines, parties);
  if (!fault) return;
  if (stored) {
    throw new DomainError(
      'invalid_document_lines',
      `Stored line ${fault.line} no longer fits, its VAT category ${fault.reason}: ${is_fixed ? 'a credit note fixes it' : 'send all lines'}.`,
    );
  }
  throw categoryError(fault);
}

/**
 * The same check of one line of a request.
 *
 * @throws DomainError validation_error
 */
export function assertVatCategory(
  line: Parameters<typeof vatPartyFault>[0][number],
  index: number,
  parties: VatParties,
): void {
  const fault = vatPartyFault([line], parties);
  if (fault) throw categoryError({ ...fault, line: index });
}

function categoryError({ line, reason }: VatPartyFault): DomainError {
  return new DomainError('validation_error', `lines.${line}.vat_category: ${reason}`);
}

interface PartyRule {
  readonly holds: (parties: VatParties) => boolean;
  readonly reason: string;
}

const PARTY_RULES: Partial<Record<VatCategory, PartyRule>> = {
  AE: {
    holds: ({ relation }) => relation.vat !== null,
    reason: 'needs a relation with a VAT number',
  },
  K: {
    holds: ({ company, relation }) => {
      if (relation.vat === null) return false;
      const territory = vatTerritory(relation.vat);
      return isUnionTerritory(territory) && territory !== taxTerritory(company.vat, company.country_code);
    },
    reason: 'needs a relation with a VAT number of another EU member state',
  },
  G: {
    holds: ({ relation, delivery_country_code }) => {
      const country = delivery_country_code ?? relation.country_code;
      return country !== null && !EU_MEMBER_STATES.has(country);
    },
    reason: 'needs a destination outside the EU',
  },
};
