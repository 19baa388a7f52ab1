import { DomainError } from '../errors';
import { changedOwnData, type OwnData, type OwnDataInput, ownDataOf } from '../values/own-data';
import { firstVersion, revised, withNextVersion } from '../version';

/** The side of the window of the envelopes that documents are sent in. */
export const ADDRESS_POSITIONS = ['left', 'right'] as const;
export type AddressPosition = (typeof ADDRESS_POSITIONS)[number];

/** The colour of documents whose branding has none. */
export const STANDARD_COLOR = '#1f4e79';

/** The appearance of the company's documents: colour, texts, logo, and where the receiver's address is. */
export interface Branding extends OwnData {
  readonly id: string;
  readonly name: string;
  /** Whether it is the company's default; stored in the default pointer, not in the branding's row. */
  readonly default: boolean;
  /** `#rrggbb`; null stands for `STANDARD_COLOR` */
  readonly primary_color: string | null;
  readonly address_position: AddressPosition;
  readonly header: string | null;
  readonly footer: string | null;
  readonly has_logo: boolean;
  readonly version: number;
  readonly created_at: Date;
  readonly updated_at: Date;
}

type Particulars = Pick<Branding, 'primary_color' | 'header' | 'footer'>;

export type BrandingInput = OwnDataInput & {
  readonly name: string;
  readonly default?: boolean | null | undefined;
  /** By default left. */
  readonly address_position?: AddressPosition | null | undefined;
} & { readonly [Member in keyof Particulars]?: Particulars[Member] | undefined };

/** A field that is left out is unchanged; `null` clears it. */
export type BrandingChange = OwnDataInput & {
  readonly name?: string | undefined;
  readonly default?: boolean | undefined;
  readonly address_position?: AddressPosition | undefined;
} & { readonly [Member in keyof Particulars]?: Particulars[Member] | undefined };

export const BRANDING_READ_ONLY = ['id', 'has_logo', 'created_at', 'updated_at'] as const;

export type BrandingPatch = BrandingChange & {
  readonly [Member in (typeof BRANDING_READ_ONLY)[number]]?: unknown;
};

export function newBranding(input: BrandingInput, id: string, now: Date): Branding {
  return {
    id,
    name: input.name,
    default: false,
    primary_color: input.primary_color ?? null,
    address_position: input.address_position ?? 'left',
    header: input.header ?? null,
    footer: input.footer ?? null,
    has_logo: false,
    ...ownDataOf(input),
    ...firstVersion(now),
  };
}

/** @throws DomainError field_not_editable */
export function assertEditable(patch: BrandingPatch): void {
  const refused = BRANDING_READ_ONLY.find((member) => patch[member] !== undefined);
  if (refused) throw new DomainError('field_not_editable', `${refused}: cannot be changed`);
}

/**
 * @param change - accepted by `assertEditable`
 * @param is_default - whether the branding is the company's default after the change
 * @returns the changed branding; the same object when no field differs
 */
export function changedBranding(
  branding: Branding,
  { name, primary_color, address_position, header, footer, ...own_data }: BrandingChange,
  is_default: boolean,
  now: Date,
): Branding {
  const changed: Branding = {
    ...branding,
    name: name ?? branding.name,
    primary_color: primary_color === undefined ? branding.primary_color : primary_color,
    address_position: address_position ?? branding.address_position,
    header: header === undefined ? branding.header : header,
    footer: footer === undefined ? branding.footer : footer,
    default: is_default,
    ...changedOwnData(branding, own_data),
  };
  return revised(branding, changed, now);
}

/** The branding after its logo was stored or removed. */
export function withLogo(branding: Branding, has_logo: boolean, now: Date): Branding {
  return withNextVersion({ ...branding, has_logo }, now);
}

/** Content types of logos, each with the extension of its files. */
export const LOGO_TYPES = { 'image/png': 'png', 'image/jpeg': 'jpg', 'image/svg+xml': 'svg' } as const;
export type LogoType = keyof typeof LOGO_TYPES;

export interface Logo {
  readonly content_type: LogoType;
  readonly bytes: Uint8Array;
}
