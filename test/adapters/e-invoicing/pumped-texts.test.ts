import { readCii } from '../../../src/adapters/e-invoicing/reading/cii-reader';
import type { ParsedInvoice } from '../../../src/adapters/e-invoicing/reading/parsed-invoice';
import { readResponse } from '../../../src/adapters/e-invoicing/reading/response-reader';
import { readEnvelope } from '../../../src/adapters/e-invoicing/reading/sbd-reader';
import { readUbl } from '../../../src/adapters/e-invoicing/reading/ubl-reader';
import type { XmlElement } from '../../../src/adapters/e-invoicing/xml/xml-element';
import { attachableFiles } from '../../../src/domain/documents/attachments/supporting-documents';
import { documentFileName } from '../../../src/domain/documents/document-file-name';
import { receivedDocument, relationOfSender } from '../../../src/domain/e-invoicing/received';
import { senderAndReceiver, isAddressedTo, partyKeys } from '../../../src/domain/e-invoicing/addressing';
import { EInvoiceFault } from '../../../src/domain/e-invoicing/parsed-e-invoice';
import { newRelation } from '../../../src/domain/master-data/relation';
import { identitiesOf } from '../../../src/domain/master-data/relation-identity';
import { searchName, sortName } from '../../../src/domain/master-data/relation-name';
import { askedTexts } from '../../support/grown-documents';

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

/** Runs the reader. @throws anything but an expected failure */
function timeOf(run: () => void): number {
  const since = performance.now();
  try {
    run();
  } catch (error) {
    if (!(error instanceof EInvoiceFault)) throw error;
  }
  return performance.now() - since;
}

/**
 * First a size at which work that grows with its square already shows, so that a fault fails and does not hang the
 * run; then as much as one text may have.
 */
function expectLinear(run: (text: string) => void, sample: string): void {
  for (const unit of ALPHABETS) {
    const forms = (pump: string) => [`${sample}${pump}!`, `a@${pump} !`, `${pump}x`];
    for (const text of forms(unit.repeat((32 * KIB) / unit.length))) expectWithin(500, unit, () => run(text));
    const [longest] = forms(unit.repeat((MIB - 50) / unit.length));
    expectWithin(3_000, unit, () => run(longest!));
  }
}

function expectWithin(limit_ms: number, unit: string, run: () => void): void {
  const took = timeOf(run);
  if (took > limit_ms) throw new Error(`${JSON.stringify(unit)} takes ${took.toFixed(0)} ms`);
}

describe.each(READERS)('Every text of %s', (name, namespace, read) => {
  const asked = askedTexts(name, namespace, read);

  test.each(asked.map((text) => [text.path, text] as const))('is read in linear time: %s', (_path, text) => {
    expectLinear((pumped) => read(text.with(pumped)), text.sample);
  });
});
