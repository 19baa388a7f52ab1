/** Judges a file by its bytes, as they pass. */
export interface ContentCheck {
  /** @returns false as soon as the bytes cannot be of the type */
  take(bytes: Uint8Array): boolean;
  /** @returns whether they were, after the last of them */
  end(): boolean;
}

const ODS = 'application/vnd.oasis.opendocument.spreadsheet';

/** The extensions that attachments may have, each with its content type and what a file of it must look like. */
const EXTENSIONS = {
  pdf: { type: 'application/pdf', check: () => beginning('%PDF-') },
  png: { type: 'image/png', check: () => beginning('\x89PNG\r\n\x1a\n') },
  jpg: { type: 'image/jpeg', check: () => beginning('\xff\xd8\xff') },
  jpeg: { type: 'image/jpeg', check: () => beginning('\xff\xd8\xff') },
  csv: { type: 'text/csv', check: () => utf8Text((head) => !OTHER_TEXT.test(head)) },
  xml: { type: 'application/xml', check: () => utf8Text((head) => XML.test(head) && !HTML.test(head)) },
  xlsx: {
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    check: () => zipWith('[Content_Types].xml', 'xl/workbook.xml'),
  },
  ods: { type: ODS, check: () => openDocument(ODS) },
} as const satisfies Record<string, { type: string; check: () => ContentCheck }>;

export const ATTACHMENT_TYPES = [...new Set(Object.values(EXTENSIONS).map(({ type }) => type))];
export type AttachmentType = (typeof EXTENSIONS)[keyof typeof EXTENSIONS]['type'];

/**
 * What a file of this name must be.
 *
 * @returns undefined for an extension that attachments may not have
 */
export function attachmentType(
  filename: string,
): { readonly content_type: AttachmentType; readonly check: ContentCheck } | undefined {
  const extension = /.\.([a-z]+)$/s.exec(filename.toLowerCase())?.[1];
  if (extension === undefined || !Object.hasOwn(EXTENSIONS, extension)) return undefined;
  const { type, check } = EXTENSIONS[extension as keyof typeof EXTENSIONS];
  return { content_type: type, check: check() };
}

/** As much of a file's text as is looked at for what kind of text it is. */
const HEAD = 1_024;
const XML = /^\s*<(\?xml\s|!--|!DOCTYPE\s|[\p{L}_:])/u;
const HTML = /^\s*<(!DOCTYPE\s+html|html)\b/i;
/** What begins so is of another type, though all of it may be text. */
const OTHER_TEXT = /^\s*(%PDF-|\{\\rtf|<(\?xml|!DOCTYPE|html|svg)\b)/i;

/** Latin-1, of which each byte is the character of the same number. */
function latin1(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes);
}

function beginning(signature: string): ContentCheck {
  return fromHead(signature.length, (head) => head === signature);
}

/** Looks at so many bytes of the beginning, as soon as they are there. */
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

/** Valid UTF-8 without NUL, whose beginning (a byte order mark aside) is as it should be. */
function utf8Text(holds: (head: string) => boolean): ContentCheck {
  const isText = utf8();
  let head = new Uint8Array(0);
  let verdict: boolean | undefined;
  const judge = () => (verdict = holds(new TextDecoder().decode(head)));
  return {
    take(bytes) {
      if (!isText.take(bytes)) return false;
      if (verdict === undefined) {
        head = Uint8Array.of(...head, ...bytes.subarray(0, HEAD - head.length));
        if (head.length === HEAD) judge();
      }
      return verdict ?? true;
    },
    end: () => isText.end() && (verdict ?? judge()),
  };
}

/** Byte by byte (RFC 3629 §4): decoding a large file would leave as much garbage as it has bytes. */
function utf8(): ContentCheck {
  let missing = 0; // continuation bytes of the character that is being read
  let least = 0x80; // of the next of them
  let most = 0xbf;
  return {
    take(bytes) {
      for (let at = 0; at < bytes.length; at++) {
        const byte = bytes[at]!;
        if (missing === 0) {
          if (byte > 0 && byte < 0x80) continue;
          if (byte < 0xc2 || byte > 0xf4) return false;
          missing = byte < 0xe0 ? 1 : byte < 0xf0 ? 2 : 3;
          // Neither a longer form than needed, nor a surrogate, nor beyond U+10FFFF.
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

/** A ZIP archive with entries of these names. They stand in it in clear, each before its content and in the directory. */
function zipWith(...names: readonly string[]): ContentCheck {
  const magic = beginning(ZIP_ENTRY);
  const overlap = Math.max(...names.map((name) => name.length)) - 1;
  let missing = names;
  let before = new Uint8Array(0);
  return {
    take(bytes) {
      if (!magic.take(bytes)) return false;
      if (missing.length === 0) return true;
      const seam = Uint8Array.of(...before, ...bytes.subarray(0, overlap));
      missing = missing.filter((name) => !includes(seam, name) && !includes(bytes, name));
      before = bytes.length < overlap ? seam.slice(-overlap) : bytes.slice(-overlap);
      return true;
    },
    end: () => magic.end() && missing.length === 0,
  };
}

/** @param text - of characters that are one byte each */
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
 * An OpenDocument package: its first entry is `mimetype`, neither compressed nor with an extra field, so that the type
 * stands at a fixed place (ODF 1.2 part 3, §3.3).
 */
function openDocument(type: string): ContentCheck {
  const name = 'mimetype';
  const header = 30; // bytes of a local file header before the name
  return fromHead(
    header + name.length + type.length + ZIP_ENTRY.length,
    (head) => head.startsWith(ZIP_ENTRY) && head.slice(header).startsWith(name + type + 'PK'),
  );
}
