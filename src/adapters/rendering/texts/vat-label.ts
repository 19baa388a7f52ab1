import type { Language } from '../../../domain/master-data/company';
import { shownPercent } from './formats';

/** A VAT rate, with the category code unless the category is standard (S) or zero rate (Z): `21%`, `0% AE`. */
export function vatLabel(
  { vat_category, vat_rate }: { readonly vat_category: string; readonly vat_rate: string },
  language: Language,
): string {
  const percent = shownPercent(vat_rate, language);
  return vat_category === 'S' || vat_category === 'Z' ? percent : `${percent}\u00a0${vat_category}`;
}
