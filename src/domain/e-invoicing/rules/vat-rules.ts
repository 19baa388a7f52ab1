import type { VatBreakdownEntry } from '../../amounts/vat-breakdown';
import type { VatCategory } from '../../amounts/vat-category';
import { decimal, percentOf } from '../../values/money';
import { fatal, partyNeeds, unless, type Violation, type NetworkRule } from './network-rule';
import type { PeppolAllowanceCharge, PeppolDocument } from '../peppol-document';

interface CategoryRow {
  readonly category: Exclude<VatCategory, 'O'>;
  /** Prefix of the names of the category's rules. */
  readonly prefix: string;
  /** The identifier that the buyer needs. The seller needs a VAT number in every category. */
  readonly buyer_needs: 'nothing' | 'vat' | 'vat_or_legal';
  readonly needs_reason: boolean;
}

const CATEGORIES: readonly CategoryRow[] = [
  { category: 'S', prefix: 'BR-S', buyer_needs: 'nothing', needs_reason: false },
  { category: 'Z', prefix: 'BR-Z', buyer_needs: 'nothing', needs_reason: false },
  { category: 'E', prefix: 'BR-E', buyer_needs: 'nothing', needs_reason: true },
  { category: 'AE', prefix: 'BR-AE', buyer_needs: 'vat_or_legal', needs_reason: true },
  { category: 'K', prefix: 'BR-IC', buyer_needs: 'vat', needs_reason: true },
  { category: 'G', prefix: 'BR-G', buyer_needs: 'nothing', needs_reason: true },
];

/** The uses of a category; each has its own rule number. */
const USES = [
  { number: '02', has: hasLine },
  { number: '03', has: hasEntry('allowance') },
  { number: '04', has: hasEntry('charge') },
] as const;

const OUTSIDE_SCOPE =
  'Category O (not subject to VAT) must not be combined with another category in one document.';
const OUTSIDE_SCOPE_VAT =
  'Category O (not subject to VAT) must not be used in a document that states VAT numbers: create a separate document for it.';

/** The rules on VAT categories. */
export const VAT_RULES: readonly NetworkRule[] = [
  ...CATEGORIES.flatMap((row) => [
    ...USES.map(({ number, has }) =>
      fatal(`${row.prefix}-${number}`, (document) =>
        has(document, row.category) ? identificationViolations(document, row) : [],
      ),
    ),
    ...(row.needs_reason ? [reasonRule(row.category, row.prefix)] : []),
  ]),
  fatal('BR-IC-11', (document) =>
    unless(
      !isInBreakdown(document, 'K') ||
        document.source.delivery_date !== null ||
        document.source.period_start !== null ||
        document.source.period_end !== null,
      '/delivery_date',
      'An intra-Community supply (category K) needs a delivery_date or a period.',
    ),
  ),
  fatal('BR-IC-12', (document) =>
    unless(
      !isInBreakdown(document, 'K') || document.source.delivery !== null,
      '/delivery_location_id',
      'An intra-Community supply (category K) needs a delivery location, which states the country of delivery.',
    ),
  ),

  fatal('BR-O-02', (document) =>
    document.lines.flatMap(({ line }, index) =>
      unless(
        line.vat_category !== 'O' || !statesVat(document),
        `/lines/${index}/vat_category`,
        OUTSIDE_SCOPE_VAT,
      ),
    ),
  ),
  fatal('BR-O-03', (document) => (statesVat(document) ? entryViolations(document, 'allowance') : [])),
  fatal('BR-O-04', (document) => (statesVat(document) ? entryViolations(document, 'charge') : [])),
  reasonRule('O', 'BR-O'),
  fatal('BR-O-11', (document) =>
    unless(
      !isInBreakdown(document, 'O') ||
        document.source.vat_breakdown.every(({ category }) => category === 'O'),
      '/lines',
      OUTSIDE_SCOPE,
    ),
  ),
  fatal('BR-O-12', (document) =>
    isInBreakdown(document, 'O')
      ? document.lines.flatMap(({ line }, index) =>
          unless(line.vat_category === 'O', `/lines/${index}/vat_category`, OUTSIDE_SCOPE),
        )
      : [],
  ),
  fatal('BR-O-13', (document) => mixedEntryViolations(document, 'allowance')),
  fatal('BR-O-14', (document) => mixedEntryViolations(document, 'charge')),

  fatal('BR-CO-17', (document) =>
    document.source.vat_breakdown.flatMap((entry) =>
      unless(
        isStatableTax(entry),
        `/lines/${document.lines.findIndex(({ line }) => line.vat_rate === entry.rate)}/vat_rate`,
        'The network rounds a rate below 0.5 % to 0 %: the VAT at this rate must be below 0.50.',
      ),
    ),
  ),
];

function hasLine({ lines }: PeppolDocument, category: VatCategory): boolean {
  return lines.some(({ line }) => line.vat_category === category);
}

type EntryKind = PeppolAllowanceCharge['kind'];

function hasEntry(kind: EntryKind) {
  return ({ allowance_charges }: PeppolDocument, category: VatCategory): boolean =>
    allowance_charges.some((entry) => entry.kind === kind && entry.vat_category === category);
}

function isInBreakdown({ source }: PeppolDocument, sought: VatCategory): boolean {
  return source.vat_breakdown.some(({ category }) => category === sought);
}

function identificationViolations(
  { seller, buyer }: PeppolDocument,
  { category, buyer_needs }: CategoryRow,
): readonly Violation[] {
  const of_category = `for VAT category ${category}`;
  const buyer_is_known =
    buyer_needs === 'nothing' ||
    buyer.vat !== null ||
    (buyer_needs === 'vat_or_legal' && buyer.legal !== null);
  return [
    ...partyNeeds(seller.vat !== null, seller, 'vat', `a VAT number ${of_category}`),
    ...partyNeeds(
      buyer_is_known,
      buyer,
      'vat',
      `a VAT number${buyer_needs === 'vat_or_legal' ? ' or an identifier' : ''} ${of_category}`,
    ),
  ];
}

/**
 * BR-E-10, BR-AE-10, BR-IC-10, BR-G-10, BR-O-10: the VAT breakdown, whose reasons come from the lines, has a reason.
 */
function reasonRule(sought: VatCategory, prefix: string): NetworkRule {
  return fatal(`${prefix}-10`, ({ source: { vat_breakdown }, lines }) =>
    vat_breakdown.flatMap(({ category, exemption_reason, exemption_code }) =>
      unless(
        category !== sought || exemption_reason !== null || exemption_code !== null,
        `/lines/${lines.findIndex(({ line }) => line.vat_category === sought)}/vat_exemption_reason`,
        `VAT category ${sought} needs a vat_exemption_reason or a vat_exemption_code.`,
      ),
    ),
  );
}

/** Whether the document states a VAT number. A document whose lines are all in category O states none. */
function statesVat({ seller, buyer }: PeppolDocument): boolean {
  return seller.vat !== null || buyer.vat !== null;
}

function entryViolations(document: PeppolDocument, kind: EntryKind): readonly Violation[] {
  return violationsOf(
    document,
    OUTSIDE_SCOPE_VAT,
    (entry) => entry.kind === kind && entry.vat_category === 'O',
  );
}

function mixedEntryViolations(document: PeppolDocument, kind: EntryKind): readonly Violation[] {
  if (!isInBreakdown(document, 'O')) return [];
  return violationsOf(document, OUTSIDE_SCOPE, (entry) => entry.kind === kind && entry.vat_category !== 'O');
}

/** One violation for each allowance or charge with a share at fault. */
function violationsOf(
  { allowance_charges }: PeppolDocument,
  message: string,
  isAtFault: (share: PeppolAllowanceCharge) => boolean,
): readonly Violation[] {
  const indexes = new Set(allowance_charges.filter(isAtFault).map(({ index }) => index));
  return [...indexes].map((index) => ({ pointer: `/allowance_charges/${index}`, message }));
}

/**
 * The official rule first rounds the rate to a whole number. If that is 0, the VAT must round to 0 (halves upwards).
 * Otherwise the VAT must differ by less than 1 from the rate's share of the taxable amount.
 */
function isStatableTax({ rate, taxable_amount, vat_amount }: VatBreakdownEntry): boolean {
  const vat = decimal(vat_amount);
  if (decimal(rate).lt('0.5')) return vat.lt('0.5') && vat.gte('-0.5');
  const share = percentOf(decimal(taxable_amount).abs(), decimal(rate), 2);
  return share.minus(vat.abs()).abs().lt('1');
}
