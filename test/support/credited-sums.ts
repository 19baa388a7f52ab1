import { type CreditedSums, type LineSums, shareKey } from '../../src/domain/documents/derived/credited';
import type { CreditOrigin } from '../../src/domain/documents/derived/credit-state';
import type { Document } from '../../src/domain/documents/document';
import { vatGroupKey } from '../../src/domain/amounts/vat-breakdown';
import { decimal, sum, sumsByKey } from '../../src/domain/values/money';

/** A credit note that was made from an invoice. */
export type MadeCredit = Pick<Document, 'lines' | 'allowance_charges' | 'vat_breakdown' | 'totals'> & {
  readonly credit_origin: CreditOrigin;
};

/** What the credit notes credit of their invoice, added up one by one. */
export function creditedSums(credits: readonly MadeCredit[]): CreditedSums {
  const lines = credits.flatMap((credit) =>
    credit.lines.map((line, position) => [credit.credit_origin.lines[position]!, line] as const),
  );
  const shares = credits.flatMap(({ allowance_charges, credit_origin }) =>
    allowance_charges.flatMap((entry, position) =>
      entry.shares.map(({ vat_category, vat_rate, amount }) => {
        const key = shareKey(credit_origin.allowance_charges[position]!, vat_category, vat_rate);
        return [key, entry.kind === 'charge' ? decimal(amount) : decimal(amount).neg()] as const;
      }),
    ),
  );
  const groups = credits.flatMap(({ vat_breakdown }) =>
    vat_breakdown.map((group) => [vatGroupKey(group.category, group.rate), group] as const),
  );
  return {
    lines: sumsOf(lines, ['quantity', 'discount_amount', 'net_amount']) satisfies Map<number, LineSums>,
    shares: sumsByKey(shares),
    vat_groups: sumsOf(groups, ['taxable_amount', 'vat_amount']),
    tax_in_company_currency: sum(credits.map(({ totals }) => decimal(totals.tax_in_company_currency ?? '0'))),
  };
}

/** The sums of members of the values with the same key; null counts as 0. */
function sumsOf<Key, Member extends string>(
  pairs: readonly (readonly [Key, Readonly<Record<Member, string | null>>])[],
  members: readonly Member[],
) {
  const keys = new Set(pairs.map(([key]) => key));
  const sums = members.map(
    (member) =>
      [member, sumsByKey(pairs.map(([key, value]) => [key, decimal(value[member] ?? '0')]))] as const,
  );
  return new Map(
    [...keys].map((key) => {
      const of_key = Object.fromEntries(sums.map(([member, by_key]) => [member, by_key.get(key)!]));
      return [key, of_key as Record<Member, ReturnType<typeof decimal>>];
    }),
  );
}
