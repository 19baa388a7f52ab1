import { EU_MEMBER_STATES } from '../code-lists/countries';
import { DomainError } from '../errors';
import { isUnionTerritory, taxTerritory, vatTerritory } from '../values/vat-number';
import type { VatCategory } from './vat-category';

/** What the parties of a document say about where they pay VAT. Countries are ISO 3166-1 alpha-2. */
export interface VatParties {
  readonly company: { readonly vat: string | null; readonly country_code: string | null };
  readonly relation: { readonly vat: string | null; readonly country_code: string | null };
  /** Of the document's delivery location; null without one. */
  readonly delivery_country_code: string | null;
}

/** A line whose VAT category the parties do not allow. */
export interface VatPartyFault {
  /** Index of the line. */
  readonly line: number;
  readonly reason: string;
}

/**
 * The first line whose category does not fit the parties: AE needs a relation with a VAT number, K one of another EU
 * member state than the company's, G goods or services that leave the EU. The others say nothing about the parties.
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
 * @param stored whether the lines are those already kept: then the fault lies in what the request changed, and the
 *   lines must be sent anew
 * @throws DomainError `validation_error` on the line, or `invalid_document_lines` for stored lines
 */
export function assertVatCategories(
  lines: Parameters<typeof vatPartyFault>[0],
  parties: VatParties,
  { stored = false }: { readonly stored?: boolean } = {},
): void {
  const fault = vatPartyFault(lines, parties);
  if (!fault) return;
  if (stored) {
    throw new DomainError(
      'invalid_document_lines',
      `Stored line ${fault.line} no longer fits, its VAT category ${fault.reason}: send all lines.`,
    );
  }
  throw new DomainError('validation_error', `lines.${fault.line}.vat_category: ${fault.reason}`);
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
