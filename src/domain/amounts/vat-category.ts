import { VATEX_CODES, vatexCategory } from '../code-lists/vatex-codes';
import { DomainError } from '../errors';
import { isZero, type Decimal } from '../values/money';

/** The codes of UNTDID 5305 (BT-151) for the company's own documents. VAT groups with equal rates keep this order. */
export const VAT_CATEGORIES = ['S', 'Z', 'E', 'AE', 'K', 'G', 'O'] as const;
export type VatCategory = (typeof VAT_CATEGORIES)[number];

/** Received documents also use L (Canary Islands), M (Ceuta and Melilla) and B (Italian split payment). */
export const RECEIVED_VAT_CATEGORIES = [...VAT_CATEGORIES, 'L', 'M', 'B'] as const;
export type ReceivedVatCategory = (typeof RECEIVED_VAT_CATEGORIES)[number];

interface CategoryRow {
  /** The rate is above 0 with S (BR-S-05), else 0 (BR-Z-05, BR-E-05, BR-AE-05, BR-IC-05, BR-G-05, BR-O-05). */
  readonly has_rate: boolean;
  /** Whether an exemption reason is allowed (not with S and Z: BR-S-10, BR-Z-10). */
  readonly has_reason: boolean;
  /** Default exemption code and reason (BR-AE-10, BR-IC-10, BR-G-10, BR-O-10). */
  readonly own_code: string | null;
  readonly own_reason: string | null;
}

export const VAT_CATEGORY_RULES: Readonly<Record<VatCategory, CategoryRow>> = {
  S: { has_rate: true, has_reason: false, own_code: null, own_reason: null },
  Z: { has_rate: false, has_reason: false, own_code: null, own_reason: null },
  E: { has_rate: false, has_reason: true, own_code: null, own_reason: null },
  AE: { has_rate: false, has_reason: true, own_code: 'VATEX-EU-AE', own_reason: 'Reverse charge' },
  K: { has_rate: false, has_reason: true, own_code: 'VATEX-EU-IC', own_reason: 'Intra-Community supply' },
  G: { has_rate: false, has_reason: true, own_code: 'VATEX-EU-G', own_reason: 'Export outside the EU' },
  O: { has_rate: false, has_reason: true, own_code: 'VATEX-EU-O', own_reason: 'Not subject to VAT' },
};

export interface VatInput {
  readonly vat_category?: VatCategory | null | undefined;
  readonly vat_exemption_reason?: string | null | undefined;
  readonly vat_exemption_code?: string | null | undefined;
}

export interface LineVat {
  readonly vat_category: VatCategory;
  readonly vat_exemption_reason: string | null;
  readonly vat_exemption_code: string | null;
}

/**
 * A line's VAT with its defaults: category S for a rate above 0, and the code and reason of AE, K, G and O. Category E
 * without a reason is accepted here; sending over the network refuses it (BR-E-10).
 *
 * @param path - of the line, such as `lines.0`
 * @throws DomainError validation_error when rate, category, reason and code contradict each other
 */
export function lineVat(line: VatInput, vat_rate: Decimal, path: string): LineVat {
  const at_zero = isZero(vat_rate);
  const vat_category = categoryOf(line, vat_rate);
  if (vat_category === null) fault(path, 'vat_category', 'is required when the rate is 0');

  const rules = VAT_CATEGORY_RULES[vat_category];
  if (rules.has_rate && at_zero) fault(path, 'vat_rate', 'must be above 0 in category S');
  if (!rules.has_rate && !at_zero) fault(path, 'vat_rate', 'must be 0 in every category but S');

  const reason = line.vat_exemption_reason ?? null;
  const code = line.vat_exemption_code ?? null;
  if (!rules.has_reason) {
    if (reason !== null) fault(path, 'vat_exemption_reason', 'does not belong to the categories S and Z');
    if (code !== null) fault(path, 'vat_exemption_code', 'does not belong to the categories S and Z');
  }
  if (code !== null) {
    if (!VATEX_CODES.has(code)) fault(path, 'vat_exemption_code', 'must be a code of the VATEX list');
    if (vatexCategory(code) !== vat_category) {
      fault(path, 'vat_exemption_code', 'belongs to another VAT category');
    }
  }

  return filledVat(line, vat_category);
}

/** A line's VAT with the defaults of its category, unchecked. */
export function filledVat(
  { vat_exemption_reason, vat_exemption_code }: VatInput,
  vat_category: VatCategory,
): LineVat {
  const { own_reason, own_code } = VAT_CATEGORY_RULES[vat_category];
  return {
    vat_category,
    vat_exemption_reason: vat_exemption_reason ?? own_reason,
    vat_exemption_code: vat_exemption_code ?? own_code,
  };
}

/** The category of a line; null when its rate is 0 and it has none. */
export function categoryOf({ vat_category }: VatInput, vat_rate: Decimal): VatCategory | null {
  return vat_category ?? (isZero(vat_rate) ? null : 'S');
}

function fault(path: string, member: string, reason: string): never {
  throw new DomainError('validation_error', `${path}.${member}: ${reason}`);
}
