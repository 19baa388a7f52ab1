/**
 * `npm run import:corpus -- FOLDER`: reads every XML and PDF file below the folder as an import does, and compares the
 * totals that would be kept with those that a general XML parser finds in the file. Prints why files are refused.
 * Exits with 1 where totals differ.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { XMLParser } from 'fast-xml-parser';
import { embeddedInvoice } from '../src/adapters/e-invoicing/pdf/embedded-invoice';
import { decodeXml } from '../src/adapters/e-invoicing/xml/xml-encoding';
import { XmlEInvoiceReader } from '../src/adapters/e-invoicing/reading/xml-e-invoice-reader';
import { receivedDocument } from '../src/domain/e-invoicing/received';
import type { Totals } from '../src/domain/amounts/totals';
import { EInvoiceFault } from '../src/domain/e-invoicing/parsed-e-invoice';
import { decimal } from '../src/domain/values/money';

const MAX_XML_BYTES = 20 * 1024 * 1024;

/** Where both syntaxes state a total: the business term, UBL's element, CII's element. */
const ELEMENTS: readonly (readonly [keyof Totals, string, string])[] = [
  ['lines', 'LineExtensionAmount', 'LineTotalAmount'], // BT-106
  ['allowances', 'AllowanceTotalAmount', 'AllowanceTotalAmount'], // BT-107
  ['charges', 'ChargeTotalAmount', 'ChargeTotalAmount'], // BT-108
  ['tax_exclusive', 'TaxExclusiveAmount', 'TaxBasisTotalAmount'], // BT-109
  ['tax_inclusive', 'TaxInclusiveAmount', 'GrandTotalAmount'], // BT-112
  ['rounding', 'PayableRoundingAmount', 'RoundingAmount'], // BT-114
  ['paid', 'PrepaidAmount', 'TotalPrepaidAmount'], // BT-113
  ['payable', 'PayableAmount', 'DuePayableAmount'], // BT-115
];

/** An element as the general parser gives it: a list of members, each named as an element. */
type Node = Readonly<Record<string, unknown>>;

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  removeNSPrefix: true,
  parseTagValue: false,
  parseAttributeValue: false,
});

interface Outcome {
  readonly file: string;
  readonly refusal?: string;
  readonly differences: readonly string[];
}

function main(folder: string | undefined): number {
  if (folder === undefined) {
    console.error('Usage: npm run import:corpus -- FOLDER');
    return 2;
  }
  const outcomes = filesBelow(folder).map((file) => outcomeOf(folder, file));
  for (const { file, refusal, differences } of outcomes) {
    if (refusal !== undefined) console.log(`refused  ${file}: ${refusal}`);
    for (const difference of differences) console.log(`DIFFERS  ${file}: ${difference}`);
  }
  const refused = outcomes.filter(({ refusal }) => refusal !== undefined);
  const differing = outcomes.filter(({ differences }) => differences.length > 0);
  for (const [reason, count] of counted(refused)) console.log(`${String(count).padStart(6)} × ${reason}`);
  const read = outcomes.length - refused.length;
  console.log(
    `${outcomes.length} files: ${read} read, ${refused.length} refused, ${differing.length} with other totals`,
  );
  return differing.length > 0 ? 1 : 0;
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(xml|pdf)$/i.test(entry.name))
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .sort();
}

function outcomeOf(folder: string, file: string): Outcome {
  const bytes = readFileSync(path.join(folder, file));
  const form = /\.pdf$/i.test(file) ? 'pdf' : 'xml';
  try {
    const { parsed } = new XmlEInvoiceReader().readFile(bytes, form);
    const { totals, lines } = receivedDocument(parsed, {
      ...{ id: file, now: new Date(0), duplicate_of: null },
      company: { currency: parsed.currency, language: 'en' },
      relation: { id: file, language: null },
    });
    const xml = form === 'pdf' ? embeddedInvoice(bytes, MAX_XML_BYTES) : bytes;
    return { file, differences: differencesOf(totals, lines.length, decodeXml(xml), parsed.currency) };
  } catch (error) {
    if (!(error instanceof EInvoiceFault))
      throw new Error(`${file} is neither read nor refused`, { cause: error });
    return { file, refusal: error.message, differences: [] };
  }
}

function differencesOf(totals: Totals, line_count: number, xml: string, currency: string): string[] {
  const root = parser.parse(xml) as Node[];
  const [sums] = [
    ...found(root, 'LegalMonetaryTotal'),
    ...found(root, 'SpecifiedTradeSettlementHeaderMonetarySummation'),
  ];
  const differences: string[] = [];
  const compare = (total: string, kept: string, stated: string) => {
    if (!decimal(kept).eq(decimal(plain(stated)))) differences.push(`${total} ${kept}, stated ${stated}`);
  };
  for (const [total, ...elements] of ELEMENTS) {
    const [stated] = elements.flatMap((name) => found(sums!, name).map(textOf));
    compare(total, totals[total] ?? '0', stated || '0');
  }
  compare('tax', totals.tax, statedTax(root, sums!, currency));
  const stated_lines = ['InvoiceLine', 'CreditNoteLine', 'IncludedSupplyChainTradeLineItem'].flatMap((name) =>
    found(root, name),
  );
  // Sub-lines, which some profiles nest in a line, are no lines of EN 16931.
  if (line_count > stated_lines.length)
    differences.push(`lines ${line_count}, stated ${stated_lines.length}`);
  return differences;
}

/** BT-110: in the document's currency. */
function statedTax(root: readonly Node[], sums: readonly Node[], currency: string): string {
  const [document = []] = ['Invoice', 'CreditNote'].flatMap((name) => found(root, name));
  const in_ubl = nodes(document, 'TaxTotal').map((total) => nodes(contentOf(total), 'TaxAmount')[0]);
  const amounts = [...in_ubl, ...nodes(sums, 'TaxTotalAmount')].filter((node) => node !== undefined);
  const own = amounts.find(
    (node) => ((node[':@'] as Node | undefined)?.['currencyID'] ?? currency) === currency,
  );
  return own ? textOf(contentOf(own)) || '0' : '0';
}

/** The contents of all elements of the name, the outermost ones, in document order. */
function found(content: readonly Node[], name: string): (readonly Node[])[] {
  return content.flatMap((node) => (name in node ? [contentOf(node, name)] : found(contentOf(node), name)));
}

function nodes(content: readonly Node[], name: string): readonly Node[] {
  return content.filter((node) => name in node);
}

function contentOf(node: Node, name = Object.keys(node).find((key) => key !== ':@')!): readonly Node[] {
  return name === '#text' ? [] : (node[name] as readonly Node[]);
}

function textOf(content: readonly Node[]): string {
  return content
    .map((node) => ('#text' in node ? String(node['#text']) : ''))
    .join('')
    .trim();
}

/** A decimal of XML Schema, as the wire has it: `+01.` as `1`. */
function plain(text: string): string {
  const [, sign, whole, fraction = ''] =
    /^([+-]?)0*(?=\d)(\d*)(?:\.(\d*))?$/.exec(text.replace(/^([+-]?)\./, '$10.')) ?? [];
  if (whole === undefined) return text;
  return `${sign === '-' ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
}

/** Refusals by their reason without its numbers, the most frequent first. */
function counted(refused: readonly Outcome[]): (readonly [string, number])[] {
  const counts = new Map<string, number>();
  for (const { refusal = '' } of refused) {
    const reason = refusal.replace(/(?<![\w-])-?\d+(\.\d+)?/g, 'N');
    counts.set(reason, (counts.get(reason) ?? 0) + 1);
  }
  return [...counts].sort(([, a], [, b]) => b - a);
}

process.exitCode = main(process.argv[2]);
