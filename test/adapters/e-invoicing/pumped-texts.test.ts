import { readCii } from '../../../src/adapters/e-invoicing/reading/cii-reader';
import type { ParsedInvoice } from '../../../src/adapters/e-invoicing/reading/parsed-invoice';
import { readResponse } from '../../../src/adapters/e-invoicing/reading/response-reader';
import { readEnvelope } from '../../../src/adapters/e-invoicing/reading/sbd-reader';
import { readUbl } from '../../../src/adapters/e-invoicing/reading/ubl-reader';
import type { XmlElement } from '../../../src/adapters/e-invoicing/xml/xml-element';
import { attachableFiles } from '../../../src/domain/documents/attachments/supporting-documents';
import { documentFileName } from '../../../src/domain/documents/document-file-name';
import { relationOfSender } from '../../../src/domain/e-invoicing/addressing';
import { receivedDocument } from '../../../src/domain/e-invoicing/received';
import { senderAndReceiver, isAddressedTo, partyKeys } from '../../../src/domain/e-invoicing/addressing';
import { EInvoiceFault } from '../../../src/domain/e-invoicing/parsed-e-invoice';
import { newRelation } from '../../../src/domain/master-data/relation';
import { identitiesOf } from '../../../src/domain/master-data/relation-identity';
import { searchName, sortName } from '../../../src/domain/master-data/relation-name';
import { askedTexts } from '../../support/grown-documents';
import { processorTime } from '../../support/processor-time';

const KIB = 1024;
const MIB = 1024 * KIB;
const NOW = new Date('2026-09-02T10:00:00Z');

/** Every step that a received document's texts take before the database. */
function takeIn({ parsed, files }: ParsedInvoice): void {
  const { sender, receiver } = senderAndReceiver(parsed);
  const company = { electronic_address: '0208:0123456749', vat: 'BE0123456749', identifier: '0123456749' };
  isAddressedTo(company, parsed);
  partyKeys(sender);
  partyKeys(receiver);
  const relation = newRelation(relationOfSender(parsed), 'id', NOW);
  identitiesOf(relation);
  sortName(relation);
  searchName(relation);
  receivedDocument(parsed, {
    ...{ id: 'id', now: NOW, duplicate_of: null },
    company: { currency: 'EUR', language: 'en' },
    relation: { id: 'id', language: null },
  });
  documentFileName(parsed.number, 'xml');
  for (const file of attachableFiles(files)) void file.bytes.length;
}

const UBL = 'urn:oasis:names:specification:ubl:schema:xsd:';
const READERS: readonly (readonly [string, string, (root: XmlElement) => unknown])[] = [
  ['Invoice', `${UBL}Invoice-2`, (root) => takeIn(readUbl(root))],
  ['CreditNote', `${UBL}CreditNote-2`, (root) => takeIn(readUbl(root))],
  [
    'CrossIndustryInvoice',
    'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100',
    (root) => takeIn(readCii(root)),
  ],
  [
    'StandardBusinessDocument',
    'http://www.unece.org/cefact/namespaces/StandardBusinessDocumentHeader',
    (root) => readEnvelope(root),
  ],
  ['ApplicationResponse', `${UBL}ApplicationResponse-2`, (root) => readResponse(root)],
];

/** Characters that regular expressions, numbers, dates, addresses and normalization treat specially. */
const ALPHABETS = [
  ...[
    '0',
    '9',
    '.',
    '0.',
    '-',
    '+',
    ' ',
    '\t\n',
    '@',
    'a@',
    '.a',
    'a',
    'Z',
    ':',
    '/',
    '+/=',
    '=',
    '#',
    '(',
    '\\',
  ],
  ...['\u0301\u0323', '\u0323\u0301', '\u00a0', '\u2028', 'ß', 'Σ.', '\u1100\u1161', '😀', '\u200e'],
];

/** Milliseconds that the reader takes. @throws anything but an expected failure */
function timeOf(run: () => void): number {
  const tookMs = processorTime();
  try {
    run();
  } catch (error) {
    if (!(error instanceof EInvoiceFault)) throw error;
  }
  return tookMs();
}

interface PumpedTexts {
  readonly unit: string;
  /**
   * Of a size at which work that grows with its square already shows, so that a fault fails and does not hang the run.
   */
  readonly short: readonly string[];
  /** As much as one text may have. */
  readonly longest: string;
}

function pumpedTexts(sample: string): PumpedTexts[] {
  return ALPHABETS.map((unit) => {
    const forms = (length: number) => [
      pumped(sample, unit, length, '!'),
      pumped('a@', unit, length, ' !'),
      pumped('', unit, length, 'x'),
    ];
    return { unit, short: forms(32 * KIB), longest: pumped(sample, unit, MIB - 50, '!') };
  });
}

/**
 * The text as one run of characters. A repeated text is a tree in V8, which would copy it together wherever it is read.
 */
function pumped(before: string, unit: string, length: number, after: string): string {
  const encoding = /^[\0-\xff]*$/.test(unit) ? 'latin1' : 'utf16le';
  const bytes = Buffer.alloc(
    Buffer.from(unit, encoding).length * Math.floor(length / unit.length),
    unit,
    encoding,
  );
  return Buffer.concat([Buffer.from(before, encoding), bytes, Buffer.from(after, encoding)]).toString(
    encoding,
  );
}

function expectWithin(limit_ms: number, unit: string, run: () => void): void {
  const took = timeOf(run);
  if (took > limit_ms) throw new Error(`${JSON.stringify(unit)} takes ${took.toFixed(0)} ms`);
}

/**
 * By their sample, so that each pumped text is made once: those of one sample are 60 MiB, and are dropped for the next.
 */
const EVERY_TEXT = READERS.flatMap(([name, namespace, read]) =>
  askedTexts(name, namespace, read).map((text) => ({ name, read, ...text })),
).sort((a, b) => a.sample.localeCompare(b.sample));
let made: { sample: string; texts: PumpedTexts[] } | undefined;

test.each(EVERY_TEXT)(
  'Every text of $name is read in linear time: $path',
  ({ sample, read, with: documentWith }) => {
    if (made?.sample !== sample) made = { sample, texts: pumpedTexts(sample) };
    for (const { unit, short, longest } of made.texts) {
      for (const text of short) expectWithin(500, unit, () => read(documentWith(text)));
      expectWithin(3_000, unit, () => read(documentWith(longest)));
    }
  },
);
