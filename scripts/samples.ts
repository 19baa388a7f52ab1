/**
 * Draws the samples of docs/samples.md: a document of every type in every language, as pictures in docs/images/samples.
 * Run it when the layout changes: `npm run samples`. It needs `pdftoppm` (Debian: poppler-utils), which the service
 * does not use.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { PdfDocumentRendering } from '../src/adapters/rendering/pdf-document-rendering';
import { LANGUAGES, type Language } from '../src/domain/master-data/company';
import type { Logo } from '../src/domain/master-data/branding';
import type { Appearance, Document } from '../src/domain/documents/document';
import { DOCUMENT_TYPE_NAMES, type DocumentType } from '../src/domain/documents/document-type';
import { aDocument } from '../test/support/documents';
import { indexedPng } from './indexed-png';
import { SAMPLES, type Sample } from './sample-texts';

const FOLDER = path.join(__dirname, '../docs/images/samples');
const DOTS_PER_INCH = 96;

const NUMBERS: Readonly<Record<DocumentType, string>> = {
  ...{ invoice: '2026-0042', credit_note: 'CN-2026-0007', proforma: 'PF-2026-0003', quote: 'Q-2026-0019' },
  ...{ purchase_invoice: 'SB-2026-0011', purchase_credit_note: 'SBC-2026-0002' },
};

function aSample(type: DocumentType, language: Language): Document {
  const sample = SAMPLES[language];
  const { company, relation, location, lines, note, allowance, reference, bank_account } = sample;
  const credits = type === 'credit_note' || type === 'purchase_credit_note';
  const document = aDocument({
    ...{ type, language, number: NUMBERS[type], company, relation, bank_account },
    order_reference: 'PO-4711',
    ...(type === 'invoice' ? { delivery_location: location, payment_reference: reference } : {}),
    ...(credits ? { preceding_document: { number: '2026-0042', issue_date: '2026-07-01' } } : { note }),
    ...(type === 'proforma' || type === 'quote' ? {} : { delivery_date: '2026-06-30' }),
    ...(type === 'quote' ? { due_date: '2026-07-31' } : {}),
    lines: credits ? lines.slice(0, 1) : [...lines],
    allowance_charges: credits ? [] : [{ kind: 'allowance', percent: '2', reason: allowance }],
  });
  return { ...document, status: 'sent', branding: appearanceOf(sample) };
}

function appearanceOf({ color, footer }: Sample): Appearance {
  return { name: 'Sample', primary_color: color, header: null, footer, logo_sha256: null };
}

/** A mark of two shapes and the name. */
function logoOf({ company, color }: Sample): Logo {
  const width = 44 + company.name.length * 12;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} 40">
<rect x="0" y="4" width="32" height="32" rx="6" fill="${color}"/><circle cx="16" cy="20" r="8" fill="#ffffff"/>
<text x="42" y="27" font-size="20" font-weight="bold" fill="${color}">${company.name.replaceAll('&', '&amp;')}</text></svg>`;
  return { content_type: 'image/svg+xml', bytes: Buffer.from(svg) };
}

function samples(): [name: string, document: Document, logo: Logo][] {
  const all = DOCUMENT_TYPE_NAMES.flatMap((type) =>
    LANGUAGES.map((language): [string, Document, Logo] => [
      `${type}-${language}`,
      aSample(type, language),
      logoOf(SAMPLES[language]),
    ]),
  );
  const invoice = aSample('invoice', 'nl');
  const branding: Appearance = { ...appearanceOf(SAMPLES.nl), address_position: 'right' };
  return [...all, ['invoice-nl-window-right', { ...invoice, branding }, logoOf(SAMPLES.nl)]];
}

async function main(): Promise<void> {
  mkdirSync(FOLDER, { recursive: true });
  const rendering = new PdfDocumentRendering();
  for (const [name, document, logo] of samples()) {
    const pdf = await rendering.pdf({ document, logo });
    const options = { input: pdf, maxBuffer: 64 * 1024 * 1024 };
    const page = execFileSync('pdftoppm', ['-r', String(DOTS_PER_INCH), '-f', '1', '-l', '1', '-'], options);
    writeFileSync(path.join(FOLDER, `${name}.png`), indexedPng(page));
  }
}

void main();
