import { EU_MEMBER_STATES } from '../../../domain/code-lists/countries';
import type { Document, Party } from '../../../domain/documents/document';
import type { VatCategory } from '../../../domain/amounts/vat-category';
import { taxTerritory } from '../../../domain/values/vat-number';
import type { Law, MarginScheme } from './legal-words';

/** A citation of a law: article `39bis` of `be_code`. */
export interface Citation {
  readonly article: string;
  readonly law: Law;
}

/** Why a line has no VAT. */
export interface Exemption {
  readonly category: VatCategory;
  readonly reason: string | null;
  /** Of the VATEX list. */
  readonly code: string | null;
}

type Supply = Pick<Document, 'seller' | 'buyer'>;

interface Basis {
  /** For Belgian sellers: an article of the VAT Code (law of 3 July 1969), unless another law is named. */
  readonly belgian: string | Citation | null;
  /** For all sellers in the Union: an article of Directive 2006/112/EC. */
  readonly directive: string | null;
}

/**
 * Reverse charge. Services to a taxable person are taxed where that person is established (VAT Code art. 21 § 2,
 * directive art. 44); within the Union the customer owes the VAT (directive art. 196). Inside Belgium the customer of a
 * contractor owes it (royal decree no. 1, art. 20); inside another member state the person named by art. 199 of the
 * directive.
 */
const REVERSE_CHARGE = {
  domestic: { belgian: { article: '20', law: 'be_decree_1' }, directive: '199' },
  union: { belgian: '21 § 2', directive: '196' },
  abroad: { belgian: '21 § 2', directive: '44' },
} as const satisfies Record<string, Basis>;

/** Intra-Community supplies, exports, and exemptions without a VATEX code. */
const BY_CATEGORY: Readonly<Partial<Record<string, Basis>>> = {
  K: { belgian: '39bis', directive: '138' },
  G: { belgian: '39', directive: '146' },
  E: { belgian: '44', directive: '131' },
};

/**
 * Belgian articles, by the article of the directive that a VATEX code names: disbursements (VAT Code art. 28), general
 * interest and finance (44), import (40), transport related to import and export, intermediaries (41), ships, aircraft
 * and diplomacy (42), customs warehouses (39quater).
 */
const BELGIAN_BY_ARTICLE: Readonly<Record<string, string>> = {
  '79': '28, 5°',
  '132': '44',
  '135': '44 § 3',
  '143': '40',
  '144': '41',
  '146': '41',
  '148': '42',
  '151': '42 § 3',
  '153': '41',
  '159': '39quater',
};

/** Margin schemes: travel agents (directive art. 306 and following), other schemes (313; VAT Code art. 58 § 4). */
const MARGIN: Readonly<Record<MarginScheme, Basis>> = {
  D: { belgian: null, directive: '306' },
  F: { belgian: '58 § 4', directive: '313' },
  I: { belgian: '58 § 4', directive: '313' },
  J: { belgian: '58 § 4', directive: '313' },
};

/** @returns the margin scheme of a VATEX code */
export function marginScheme(code: string | null): MarginScheme | null {
  return (/^VATEX-EU-([DFIJ])$/.exec(code ?? '')?.[1] as MarginScheme | undefined) ?? null;
}

/** @returns the legal bases in the seller's country, the national one first; none for a seller outside the Union */
export function legalBases(exemption: Exemption, supply: Supply): Citation[] {
  const basis = basisOf(exemption, supply);
  const country = countryOf(supply.seller);
  if (basis === null || !EU_MEMBER_STATES.has(country)) return [];
  const { belgian, directive } = basis;
  const national = typeof belgian === 'string' ? { article: belgian, law: 'be_code' as const } : belgian;
  return [
    ...(country === 'BE' && national !== null ? [national] : []),
    // Contracting work within Belgium is based on Belgian law only.
    ...(directive === null || (country === 'BE' && belgian === REVERSE_CHARGE.domestic.belgian)
      ? []
      : [{ article: directive, law: 'directive' as const }]),
  ];
}

function basisOf({ category, code }: Exemption, supply: Supply): Basis | null {
  if (category === 'AE') return REVERSE_CHARGE[reachOf(supply)];
  if (category !== 'E' || code === null) return BY_CATEGORY[category] ?? null;
  const scheme = marginScheme(code);
  return scheme === null ? basisOfCode(code) : MARGIN[scheme];
}

/** `VATEX-EU-132-1I` names art. 132 (1) (i) of the directive. */
function basisOfCode(code: string): Basis | null {
  const [, article, paragraph = '', point = ''] = /^VATEX-EU-(\d+)(?:-(\d?)([A-Z]*))?$/.exec(code) ?? [];
  if (article === undefined) return null;
  const parts = [paragraph, point.toLowerCase()].filter((part) => part !== '').map((part) => `(${part})`);
  return {
    belgian: BELGIAN_BY_ARTICLE[article] ?? null,
    directive: [article, ...parts].join(' '),
  };
}

function reachOf({ seller, buyer }: Supply): keyof typeof REVERSE_CHARGE {
  const [from, to] = [countryOf(seller), countryOf(buyer)];
  if (from === to) return 'domestic';
  return EU_MEMBER_STATES.has(to) ? 'union' : 'abroad';
}

function countryOf({ vat, address }: Party): string {
  return taxTerritory(vat, address?.country_code) ?? '';
}
