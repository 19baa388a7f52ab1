import { EInvoiceFault } from '../../../domain/e-invoicing/parsed-e-invoice';
import { bufferOf } from '../../../domain/values/bytes';

/** Decoders by declared encoding. XML 1.0 requires the first two. */
const DECODERS: Readonly<Record<string, (bytes: Uint8Array) => string>> = {
  'utf-8': strictly('utf-8'),
  // A document whose declaration was readable as single bytes is not UTF-16; some programs declare the encoding of
  // their strings in memory.
  'utf-16': strictly('utf-8'),
  'us-ascii': strictly('utf-8'),
  'iso-8859-1': latin1,
  'iso-8859-15': strictly('iso-8859-15'),
  // Implemented here, because the decoder of Node 20 treats windows-1252 as ISO 8859-1.
  'windows-1252': (bytes) =>
    latin1(bytes).replace(/[\u0080-\u009f]/g, (character) => WINDOWS_1252[character.charCodeAt(0) - 0x80]!),
};

/** The characters of the bytes 0x80 to 0x9f. */
const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/** Number of bytes that are searched for the declaration. */
const HEAD = 200;

/**
 * Decodes an XML document: by its byte order mark, otherwise by its declaration, otherwise as UTF-8.
 *
 * @throws EInvoiceFault for an unsupported encoding, or bytes that are invalid in it
 */
export function decodeXml(bytes: Uint8Array): string {
  const decode = decoderOf(bytes);
  try {
    return decode(bytes);
  } catch {
    throw new EInvoiceFault(null, 'is not in the encoding that it declares');
  }
}

function decoderOf(bytes: Uint8Array): (bytes: Uint8Array) => string {
  const [first, second, third] = bytes;
  if (first === 0xef && second === 0xbb && third === 0xbf) return strictly('utf-8');
  if (first === 0xff && second === 0xfe) return strictly('utf-16le');
  if (first === 0xfe && second === 0xff) return strictly('utf-16be');
  // `<` in two bytes means UTF-16 without byte order mark (XML 1.0, appendix F).
  if (first === 0x3c && second === 0) return strictly('utf-16le');
  if (first === 0 && second === 0x3c) return strictly('utf-16be');
  const head = Buffer.from(bytes.subarray(0, HEAD)).toString('latin1');
  const declared = /^<\?xml[^>]*?\sencoding\s*=\s*["']([\w.-]+)["']/.exec(head)?.[1];
  const decoder = DECODERS[declared?.toLowerCase() ?? 'utf-8'];
  if (!decoder) throw new EInvoiceFault(null, 'is in an encoding that is not read; send UTF-8');
  return decoder;
}

function latin1(bytes: Uint8Array): string {
  return bufferOf(bytes).toString('latin1');
}

/** A decoder that throws on invalid bytes and drops a byte order mark. */
function strictly(encoding: string): (bytes: Uint8Array) => string {
  return (bytes) => new TextDecoder(encoding, { fatal: true }).decode(bytes);
}
