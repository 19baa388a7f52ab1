import { COUNTRIES } from '../code-lists/countries';
import type { Company } from '../master-data/company';
import type { CompanyRelationInput } from '../master-data/relation';
import { identityKey } from '../master-data/relation-identity';
import type { Address, StatedAddress } from '../values/address';
import { firstCodePoints } from '../values/code-points';
import { EMAIL } from '../values/email';
import { readVatNumber, vatCountry } from '../values/vat-number';
import type { StatedParty, ParsedEInvoice } from './parsed-e-invoice';

/** UNTDID 1001: self-billed invoice, self-billed forwarder's invoice, self-billed credit note. */
const SELF_BILLED_CODES: ReadonlySet<string> = new Set(['389', '527', '261']);
/** Part of the customization identifier (BT-24) of every version of Peppol BIS Self-Billing. */
const SELF_BILLING = 'urn:fdc:peppol.eu:2017:poacc:selfbilling:';

/** Whether the buyer issued the e-invoice in the seller's name. */
export function isSelfBilled({ type_code, customization_id }: ParsedEInvoice): boolean {
  return SELF_BILLED_CODES.has(type_code) || customization_id?.includes(SELF_BILLING) === true;
}

/** The sender and the receiver of an e-invoice: the buyer sends a self-billed one, otherwise the seller. */
export function senderAndReceiver(parsed: ParsedEInvoice): {
  readonly sender: StatedParty;
  readonly receiver: StatedParty;
} {
  const { seller, buyer } = parsed;
  return isSelfBilled(parsed) ? { sender: buyer, receiver: seller } : { sender: seller, receiver: buyer };
}

/** Characters. The fields of companies and relations are no longer than that; a database index has a limit, too. */
const MAX_IDENTITY = 255;
/** EN 16931 allows any number of identifiers (BT-29); only the first ones are compared. */
const MAX_IDENTIFIERS = 100;

/** The keys by which a party is found among companies and relations: values of `identityKey`. */
export interface PartyKeys {
  readonly electronic_address: string | null;
  readonly vat: string | null;
  /** Two keys per stated identifier with a scheme: the value alone, and `scheme:value`. */
  readonly identifiers: readonly string[];
}

/** The keys of a party. A text of more than 255 characters gives no key, and equal identifiers give one. */
export function partyKeys({ electronic_address, vat, identifiers }: StatedParty): PartyKeys {
  const keys = identifiers.slice(0, MAX_IDENTIFIERS).flatMap(({ scheme, value }) => {
    const spellings = scheme === null ? [value] : [value, `${scheme}:${value}`];
    return spellings.flatMap((spelling) => keyOf(spelling, identityKey) ?? []);
  });
  return {
    electronic_address: keyOf(electronic_address, identityKey),
    vat: keyOf(vat, vatKey),
    identifiers: [...new Set(keys)],
  };
}

/** The keys as a list; each is unique among those of a party. */
export function listedKeys({
  electronic_address,
  vat,
  identifiers,
}: PartyKeys): { kind: string; value: string }[] {
  return [
    ...(electronic_address === null ? [] : [{ kind: 'electronic_address', value: electronic_address }]),
    ...identifiers.map((value) => ({ kind: 'identifier', value })),
    ...(vat === null ? [] : [{ kind: 'vat', value: vat }]),
  ];
}

function keyOf(text: string | null, toKey: (text: string) => string | null): string | null {
  return text === null || text.length > MAX_IDENTITY ? null : toKey(text);
}

/** The key of a VAT number. The Greek prefixes `GR` and `EL` give the same key. */
function vatKey(text: string): string | null {
  const vat = readVatNumber(text);
  return vat ? vat.prefix + vat.number : identityKey(text);
}

/** Whether the company is the receiver, by electronic address, VAT number or identifier. */
export function isAddressedTo(
  company: Pick<Company, 'electronic_address' | 'vat' | 'identifier'>,
  parsed: ParsedEInvoice,
): boolean {
  const keys = partyKeys(senderAndReceiver(parsed).receiver);
  const isKey = (text: string | null, key: string | null) =>
    text !== null && key !== null && identityKey(text) === key;
  return (
    isKey(company.electronic_address, keys.electronic_address) ||
    (company.vat !== null && keys.vat !== null && vatKey(company.vat) === keys.vat) ||
    keys.identifiers.some((key) => isKey(company.identifier, key))
  );
}

/** Limits of a relation's texts, and of an email address, in code points. */
const MAX_TEXT = 255;
const MAX_EMAIL = 254;

/** A new relation for a sender that no relation of the company matches. */
export function relationOfSender(parsed: ParsedEInvoice): CompanyRelationInput {
  const { name, electronic_address, vat, identifiers, address, email, phone } =
    senderAndReceiver(parsed).sender;
  const vat_number = vat === null ? undefined : readVatNumber(vat);
  const short = (text: string | null, max = MAX_TEXT) => (text === null || text.length > max ? null : text);
  const short_email = short(email, MAX_EMAIL);
  return {
    type: 'company',
    name: firstCodePoints(name, MAX_TEXT),
    vat: vat_number ? vat_number.prefix + vat_number.number : null,
    identifier: short(identifiers[0]?.value ?? null),
    electronic_address: short(electronic_address),
    address: address && relationAddress(address),
    email: EMAIL.test(short_email ?? '') ? short_email : null,
    phone: short(phone),
  };
}

/** @returns null for an address without a country of ISO 3166-1, because the address of a relation has one */
function relationAddress(address: StatedAddress): Address | null {
  const { country_code: stated, street, street_number, box, postal_code, city, region } = address;
  // Beside ISO 3166-1, senders use the prefixes of VAT numbers, and UK.
  const country_code = stated && (stated === 'UK' ? 'GB' : vatCountry(stated));
  if (!country_code || !COUNTRIES.has(country_code)) return null;
  const short = (text: string | null) => text && firstCodePoints(text, MAX_TEXT);
  return {
    country_code,
    street: short(street),
    street_number: short(street_number),
    box: short(box),
    postal_code: short(postal_code),
    city: short(city),
    region: short(region),
  };
}
