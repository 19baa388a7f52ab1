import { sizedBytes, wholeOf } from '../../src/domain/values/bytes';
import fc from 'fast-check';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { PeppolUblWriter } from '../../src/adapters/e-invoicing/writing/ubl-writer';
import { PeppolResponseWriter } from '../../src/adapters/e-invoicing/writing/invoice-response-writer';
import { PdfDocumentRendering } from '../../src/adapters/rendering/pdf-document-rendering';
import type { Document } from '../../src/domain/documents/document';
import type { LineInput } from '../../src/domain/amounts/lines';
import { networkFaults } from '../../src/domain/e-invoicing/rules/network-faults';
import {
  assertComplete,
  RESPONSE_ACTIONS,
  RESPONSE_REASONS,
  RESPONSE_STATUSES,
} from '../../src/domain/documents/responses/invoice-response';
import { DomainError } from '../../src/domain/errors';
import { TRANSPORTED_TYPES, aDocument, type DocumentMembers } from '../support/documents';
import { ANY_DOCUMENT } from './any-document';
import { aResponseMessage } from '../support/responses';
import { OfficialRules, type Finding } from './official-rules';

/**
 * Documents of our own creation, written as UBL and judged by the official rules: what ours let pass those accept,
 * and what ours refuse those refuse, rule by rule. EINVOICING_RULES names the folder of the compiled rules,
 * EINVOICING_RUNS says how many documents are made up.
 */
const FOLDER = process.env['EINVOICING_RULES'];
const RUNS = Number(process.env['EINVOICING_RUNS'] ?? '50');

function judge(official: OfficialRules): void {
  const writer = new PeppolUblWriter();

  const verdicts = async (document: Document) => {
    const xml = Buffer.from(writer.write(document)).toString('utf8');
    return {
      ours: names(networkFaults(document)),
      theirs: names(await official.findings(xml)),
    };
  };

  describe('A document that the rules of the domain accept', () => {
    test.each(MATRIX)(
      'is accepted by the official rules: %s, category %s, %s',
      async (type, category, _, entries) => {
        const { ours, theirs } = await verdicts(aDocument(sample(type, category, entries)));
        expect({ ours, theirs }).toEqual({ ours: [], theirs: [] });
      },
    );
  });

  describe('A document with its PDF inside', () => {
    test.each(TRANSPORTED_TYPES)('is accepted by the official rules: %s', async (type) => {
      const document = aDocument({ type, number: 'A/2026/1' });
      const logo = null;
      const bytes = await new PdfDocumentRendering().pdf({ document, logo });
      const pdf = { filename: 'A-2026-1.pdf', content_type: 'application/pdf', ...sizedBytes(bytes) };
      const hours = {
        filename: 'hours.csv',
        content_type: 'text/csv',
        ...sizedBytes(Buffer.from('day,hours')),
      };
      for (const files of [[], [hours]]) {
        const xml = await wholeOf(writer.embed(writer.write(document), [pdf, ...files]));
        expect(await official.findings(Buffer.from(xml).toString('utf8'))).toEqual([]);
      }
    });
  });

  describe('An answer to a received document that the domain accepts', () => {
    const responses = new PeppolResponseWriter();

    test.each(ANSWERS)('is accepted by the official rules: %s', async (_name, status, reasons, actions) => {
      const message = aResponseMessage({
        status,
        reasons,
        actions,
        note: 'To <you>',
        effective_date: '2026-09-03',
      });
      expect(() => assertComplete(message)).not.toThrow();
      const xml = Buffer.from(responses.write(message)).toString('utf8');
      expect(await official.findings(xml)).toEqual([]);
    });
  });

  describe('Any document', () => {
    test(
      'violates the same rules by the domain and by the official Schematron',
      async () => {
        await fc.assert(
          fc.asyncProperty(ANY_DOCUMENT, async (members) => {
            const document = created(members);
            fc.pre(document !== null);
            const { ours, theirs } = await verdicts(document);
            expect(theirs).toEqual(ours);
          }),
          { numRuns: RUNS },
        );
      },
      60_000 + RUNS * 2_000,
    );
  });
}

/** Each rule once. Of amounts with too many decimals UBL-DT-01 tells; then sums no longer come out for the others. */
function names(findings: readonly Finding[]): string[] {
  const has_decimals = findings.some(({ rule }) => rule === 'UBL-DT-01');
  const told = findings
    .filter(({ rule }) => !has_decimals || !/^BR-(DEC|CO-1[0-6])/.test(rule))
    .map(({ rule, severity }) => `${severity} ${rule}`);
  return [...new Set(told)].sort();
}

/** @returns null for what creation refuses */
function created(members: DocumentMembers): Document | null {
  try {
    return aDocument(members);
  } catch (error) {
    if (error instanceof DomainError) return null;
    throw error;
  }
}

const LINE_VAT = {
  S: { vat_rate: '21' },
  Z: { vat_rate: '0', vat_category: 'Z' },
  E: { vat_rate: '0', vat_category: 'E', vat_exemption_reason: 'Article 44' },
  AE: { vat_rate: '0', vat_category: 'AE' },
  K: { vat_rate: '0', vat_category: 'K' },
  G: { vat_rate: '0', vat_category: 'G' },
  O: { vat_rate: '0', vat_category: 'O' },
} as const;

const ENTRIES = {
  'no entry': [],
  'an allowance': [{ kind: 'allowance', percent: '3.33', reason: 'Loyalty' }],
  'a charge': [{ kind: 'charge', amount: '10.01', reason: 'Freight' }],
  both: [
    { kind: 'allowance', amount: '7', reason: 'Loyalty' },
    { kind: 'charge', percent: '1.5', reason: 'Freight' },
  ],
} as const;

const ANSWERS = RESPONSE_STATUSES.flatMap((status) => {
  const coded = (codes: readonly string[]) => codes.map((code) => ({ code, text: `About ${code}` }));
  const allowed = RESPONSE_REASONS.filter((code) => code !== 'PPD' || status === 'PD');
  const lists = [coded(allowed), ...(['UQ', 'CA', 'RE'].includes(status) ? [] : [[]])];
  return lists.flatMap((reasons) =>
    [coded(RESPONSE_ACTIONS), []].map((actions) => {
      const name = `${status} with ${reasons.length} reasons and ${actions.length} actions`;
      return [name, status, reasons, actions] as const;
    }),
  );
});

type Category = keyof typeof LINE_VAT;

const MATRIX = TRANSPORTED_TYPES.flatMap((type) =>
  (Object.keys(LINE_VAT) as Category[]).flatMap((category) =>
    Object.entries(ENTRIES).map(([name, entries]) => [type, category, name, entries] as const),
  ),
);

function sample(
  type: (typeof TRANSPORTED_TYPES)[number],
  category: Category,
  allowance_charges: (typeof ENTRIES)[keyof typeof ENTRIES],
): DocumentMembers {
  const line = (changes: Partial<LineInput>): LineInput => ({
    name: 'Work & <more>',
    quantity: '3',
    unit_price: '99.995',
    ...LINE_VAT[category],
    ...changes,
  });
  const abroad = {
    country_code: 'NL',
    street: 'Kade',
    street_number: '1',
    city: 'Delft',
    postal_code: '2611',
  };
  const relation: Partial<Record<Category, DocumentMembers['relation']>> = {
    K: {
      vat: 'NL123456782B12',
      address: abroad,
      electronic_address: '0106:12345678',
      identifier: '12345678',
    },
    G: { vat: 'CHE116281710MWST', address: { country_code: 'CH', city: 'Bern' } },
  };
  return {
    type,
    lines: [line({}), line({ discount_percent: '12.5' }), line({ quantity: '-1', discount_amount: '0.5' })],
    allowance_charges,
    note: 'Thank you',
    ...(relation[category] ? { relation: relation[category] } : {}),
    ...(category === 'K'
      ? { delivery_date: '2026-06-30', delivery_location: { name: null, address: { country_code: 'NL' } } }
      : {}),
  };
}

if (!FOLDER) {
  console.warn('The official rules of e-invoicing were not run: EINVOICING_RULES is not set.');
  test.skip('the official rules were not run: EINVOICING_RULES is not set', () => undefined);
} else if (!existsSync(path.join(FOLDER, 'sef'))) {
  test('EINVOICING_RULES names a folder of compiled rules', () => {
    throw new Error('EINVOICING_RULES is set, but holds no sef');
  });
} else {
  judge(new OfficialRules(FOLDER));
}
