/** Checks the content of a file in chunks. */
export interface ContentCheck {
  /** @returns false once the bytes so far cannot belong to a file of the type */
  take(bytes: Uint8Array): boolean;
  /** Call after the last chunk. @returns whether the file is of the type */
  end(): boolean;
}

const ODS = 'application/vnd.oasis.opendocument.spreadsheet';

/** The allowed extensions of attachments, each with its content type and a check of the content. */
const EXTENSIONS = {
  pdf: { type: 'application/pdf', check: () => beginning('%PDF-') },
  png: { type: 'image/png', check: () => beginning('\x89PNG\r\n\x1a\n') },
  jpg: { type: 'image/jpeg', check: () => beginning('\xff\xd8\xff') },
  jpeg: { type: 'image/jpeg', check: () => beginning('\xff\xd8\xff') },
  csv: {
    type: 'text/csv',
    check: () => text(either(utf8(), singleByte()), (head) => !OTHER_TEXT.test(head)),
  },
  xml: { type: 'application/xml', check: () => text(utf8(), (head) => XML.test(head) && !HTML.test(head)) },
  xlsx: {
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    check: () => zipWith('[Content_Types].xml', 'xl/workbook.xml'),
  },
  ods: { type: ODS, check: () => openDocument(ODS) },
} as const satisfies Record<string, { type: string; check: () => ContentCheck }>;

export const ATTACHMENT_TYPES = [...new Set(Object.values(EXTENSIONS).map(({ type }) => type))];
export type AttachmentType = (typeof EXTENSIONS)[keyof typeof EXTENSIONS]['type'];

/**
 * The content type and the check for a file name.
 *
 * @returns undefined for an extension that is not allowed
 */
export function attachmentType(
  filename: string,
): { readonly content_type: AttachmentType; readonly check: ContentCheck } | undefined {
  const extension = /.\.([a-z]+)$/s.exec(filename.toLowerCase())?.[1];
  if (extension === undefined || !Object.hasOwn(EXTENSIONS, extension)) return undefined;
  const { type, check } = EXTENSIONS[extension as keyof typeof EXTENSIONS];
  return { content_type: type, check: check() };
}

/** The bytes at the beginning of a text file by which its type is recognised. */
const HEAD = 1_024;
const XML = /^\s*<(\?xml\s|!--|!DOCTYPE\s|[\p{L}_:])/u;
const HTML = /^\s*<(!DOCTYPE\s+html|html)\b/i;
/** The beginnings of other text formats; such a file is not CSV. */
const OTHER_TEXT = /^\s*(%PDF-|\{\\rtf|<(\?xml|!DOCTYPE|html|svg)\b)/i;

/** Decodes Latin-1: each byte is the code point of one character. */
function latin1(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes);
}

function beginning(signature: string): ContentCheck {
  return fromHead(signature.length, (head) => head === signature);
}

/** Checks the first `length` bytes, which may arrive in several chunks. */
function fromHead(length: number, holds: (head: string) => boolean): ContentCheck {
  let head = '';
  let verdict: boolean | undefined;
  return {
    take(bytes) {
      if (verdict === undefined) {
        head += latin1(bytes.subarray(0, length - head.length));
        if (head.length === length) verdict = holds(head);
      }
      return verdict ?? true;
    },
    end: () => verdict ?? false,
  };
}

/** A text whose beginning (without a byte order mark) passes the check. */
function text(isText: ContentCheck, holds: (head: string) => boolean): ContentCheck {
  let head = new Uint8Array(0);
  let verdict: boolean | undefined;
  const decide = () => (verdict = holds(new TextDecoder().decode(head)));
  return {
    take(bytes) {
      if (!isText.take(bytes)) return false;
      if (verdict === undefined) {
        head = Uint8Array.of(...head, ...bytes.subarray(0, HEAD - head.length));
        if (head.length === HEAD) decide();
      }
      return verdict ?? true;
    },
    end: () => isText.end() && (verdict ?? decide()),
  };
}

/** A file that one of two checks accepts. */
function either(first: ContentCheck, second: ContentCheck): ContentCheck {
  let possible = [first, second];
  return {
    take(bytes) {
      possible = possible.filter((check) => check.take(bytes));
      return possible.length > 0;
    },
    end: () => possible.some((check) => check.end()),
  };
}

/**
 * A text of an encoding with one byte for a character, such as windows-1252, in which Excel writes CSV. Of the control
 * characters it may have tabs and ends of lines.
 */
function singleByte(): ContentCheck {
  const isText = (byte: number) => (byte >= 0x20 && byte !== 0x7f) || (byte >= 0x09 && byte <= 0x0d);
  return { take: (bytes) => bytes.every(isText), end: () => true };
}

/** Validates UTF-8 without NUL byte by byte (RFC 3629 §4), without the memory that decoding a large file would take. */
function utf8(): ContentCheck {
  let missing = 0; // continuation bytes that the current character still needs
  let least = 0x80; // lowest and highest value of the next continuation byte
  let most = 0xbf;
  return {
    take(bytes) {
      for (let at = 0; at < bytes.length; at++) {
        const byte = bytes[at]!;
        if (missing === 0) {
          if (byte > 0 && byte < 0x80) continue;
          if (byte < 0xc2 || byte > 0xf4) return false;
          missing = byte < 0xe0 ? 1 : byte < 0xf0 ? 2 : 3;
          // Excludes overlong forms, surrogates and code points above U+10FFFF.
          least = byte === 0xe0 ? 0xa0 : byte === 0xf0 ? 0x90 : 0x80;
          most = byte === 0xed ? 0x9f : byte === 0xf4 ? 0x8f : 0xbf;
        } else {
          if (byte < least || byte > most) return false;
          missing--;
          least = 0x80;
          most = 0xbf;
        }
      }
      return true;
    },
    end: () => missing === 0,
  };
}

const ZIP_ENTRY = 'PK\x03\x04';

/** A ZIP archive with entries of these names. A ZIP archive does not compress the names of its entries. */
function zipWith(...names: readonly string[]): ContentCheck {
  const magic = beginning(ZIP_ENTRY);
  const overlap = Math.max(...names.map((name) => name.length)) - 1;
  let missing = names;
  let before = new Uint8Array(0);
  return {
    take(bytes) {
      if (!magic.take(bytes)) return false;
      if (missing.length === 0) return true;
      const boundary = Uint8Array.of(...before, ...bytes.subarray(0, overlap)); // a name may span two chunks
      missing = missing.filter((name) => !includes(boundary, name) && !includes(bytes, name));
      before = bytes.length < overlap ? boundary.slice(-overlap) : bytes.slice(-overlap);
      return true;
    },
    end: () => magic.end() && missing.length === 0,
  };
}

/** @param text - in Latin-1 */
function includes(bytes: Uint8Array, text: string): boolean {
  const first = text.charCodeAt(0);
  for (let at = bytes.indexOf(first); at >= 0; at = bytes.indexOf(first, at + 1)) {
    let same = 1;
    while (same < text.length && bytes[at + same] === text.charCodeAt(same)) same++;
    if (same === text.length) return true;
  }
  return false;
}

/**
 * An OpenDocument package. Its first entry is `mimetype`, uncompressed and without an extra field, so that the type is
 * at a fixed offset (ODF 1.2 part 3, §3.3).
 */
function openDocument(type: string): ContentCheck {
  const name = 'mimetype';
  const header = 30; // bytes of a local file header before the name
  return fromHead(
    header + name.length + type.length + ZIP_ENTRY.length,
    (head) => head.startsWith(ZIP_ENTRY) && head.slice(header).startsWith(name + type + 'PK'),
  );
}
