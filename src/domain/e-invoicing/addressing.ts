import type { Company } from '../master-data/company';
import { identityKey } from '../master-data/relation-identity';
import { readVatNumber } from '../values/vat-number';
import type { StatedParty, ParsedEInvoice } from './parsed-e-invoice';

/** UNTDID 1001: self-billed invoice, self-billed forwarder's invoice, self-billed credit note. */
const SELF_BILLED_CODES: ReadonlySet<string> = new Set(['389', '527', '261']);
/** In the customization identifier of Peppol BIS Self-Billing, whatever its version. */
const SELF_BILLING = 'urn:fdc:peppol.eu:2017:poacc:selfbilling:';

/** Whether the buyer wrote it in the seller's name. */
export function isSelfBilled({ type_code, customization_id }: ParsedEInvoice): boolean {
  return SELF_BILLED_CODES.has(type_code) || customization_id?.includes(SELF_BILLING) === true;
}

/** Who sent the document, and whom it is for. */
export function correspondents(parsed: ParsedEInvoice): {
  readonly sender: StatedParty;
  readonly receiver: StatedParty;
} {
  const { seller, buyer } = parsed;
  return isSelfBilled(parsed) ? { sender: buyer, receiver: seller } : { sender: seller, receiver: buyer };
}

/** Characters. No company and no relation has a longer identity, and a database index cannot hold one. */
const MAX_IDENTITY = 255;
/** EN 16931 allows any number of identifiers (BT-29); a party is looked for by the first of them. */
const MAX_IDENTIFIERS = 100;

/** By what a party is compared with others: as `identityKey` gives it, VAT numbers in their stored spelling. */
export interface PartyKeys {
  readonly electronic_address: string | null;
  readonly vat: string | null;
  /** Of every identifier that is stated, bare and as `scheme:value`. */
  readonly identifiers: readonly string[];
}

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

function keyOf(text: string | null, toKey: (text: string) => string | null): string | null {
  return text === null || text.length > MAX_IDENTITY ? null : toKey(text);
}

/** `GR…` and `EL…` are one number. */
function vatKey(text: string): string | null {
  const vat = readVatNumber(text);
  return vat ? vat.prefix + vat.number : identityKey(text);
}

/** Whether the document is for the company: by electronic address, VAT number or identifier. */
export function isAddressedTo(
  company: Pick<Company, 'electronic_address' | 'vat' | 'identifier'>,
  parsed: ParsedEInvoice,
): boolean {
  const keys = partyKeys(correspondents(parsed).receiver);
  const isKey = (text: string | null, key: string | null) =>
    text !== null && key !== null && identityKey(text) === key;
  return (
    isKey(company.electronic_address, keys.electronic_address) ||
    (company.vat !== null && keys.vat !== null && vatKey(company.vat) === keys.vat) ||
    keys.identifiers.some((key) => isKey(company.identifier, key))
  );
}
