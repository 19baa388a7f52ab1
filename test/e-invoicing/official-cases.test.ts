import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { NETWORK_RULES, faultsOf } from '../../src/domain/e-invoicing/rules/network-faults';
import type { Severity } from '../../src/domain/e-invoicing/rules/network-rule';
import { all, parsed, peppolFragment, type Element } from './fragment';
import { NOT_OURS } from './not-ours';

/**
 * Our rules against cases that others published: unit tests of single rules (`rule-tests`), documents with one defect
 * each (`invalid`), and documents that the official rules accept (`our-samples`). EINVOICING_CASES names their folder.
 */
const FOLDER = process.env['EINVOICING_CASES'];

interface Expectation {
  readonly case: string;
  readonly rule: string;
  /** `success`: the rule must hold. */
  readonly expected: Severity | 'success';
  readonly broken: readonly { readonly rule: string; readonly severity: Severity }[];
}

const OURS: ReadonlySet<string> = new Set(NETWORK_RULES.map(({ rule }) => rule));
/** A file of another type is not an error of the document: it is not sent, and there is a warning. */
const OURS_WARNS: ReadonlySet<string> = new Set(['PEPPOL-EN16931-CL001']);

/** Rules that take a tax representative or another tax number for the VAT number of the seller. */
const IDENTIFICATION = /^BR-(S|Z|E|AE|IC|G|O)-0[234]$/;

function runCases(folder: string): void {
  const expectations = ruleTests(folder);

  describe('The official unit tests of the rules', () => {
    test('are present', () => {
      expect(expectations.length).toBeGreaterThan(700);
    });

    test('test rules that the domain has, or that no document of the service can violate', () => {
      const unaccounted = [...new Set(expectations.map(({ rule }) => rule))].filter(
        (rule) => OURS.has(rule) === isNotOurs(rule),
      );
      expect(unaccounted).toEqual([]);
    });

    test.each(expectations.filter(({ rule }) => OURS.has(rule)))(
      'agree with ours: $expected of $rule in $case',
      ({ rule, expected, broken }) => {
        const severity = broken.find((fault) => fault.rule === rule)?.severity ?? 'success';
        const counts = OURS_WARNS.has(rule) && severity === 'warning' ? 'fatal' : severity;
        expect(counts).toBe(expected);
      },
    );
  });

  describe('A document with one defect', () => {
    const { documents } = json(path.join(folder, 'invalid', 'manifest.json')) as {
      documents: { file: string; expected: string[] }[];
    };
    test.each(documents)(
      'is refused by the rule of the domain, or cannot be written by the service: $file',
      ({ file, expected }) => {
        const rules = faultsOf(document(path.join(folder, 'invalid', file))).map(({ rule }) => rule);
        // A specification that no rule knows is refused before any rule.
        const mine = expected.filter((rule) => rule !== 'PROFILE' && !isNotOurs(rule));
        expect(rules).toEqual(expect.arrayContaining(mine));
      },
    );
  });

  describe('A document that the official rules accept', () => {
    const files = readdirSync(path.join(folder, 'our-samples')).filter((file) => file.endsWith('.xml'));
    test.each(files)('violates no rule of the domain: %s', (file) => {
      expect(faultsOf(document(path.join(folder, 'our-samples', file)))).toEqual([]);
    });
  });
}

function isNotOurs(rule: string): boolean {
  return NOT_OURS.some(([rules]) => rules.test(rule));
}

function ruleTests(folder: string): Expectation[] {
  const { tests } = json(path.join(folder, 'rule-tests', 'manifest.json')) as { tests: { file: string }[] };
  return tests.flatMap(({ file }) => {
    const set = parsed(readFileSync(path.join(folder, 'rule-tests', file), 'utf8'));
    return all(set, 'testSet/test').flatMap((test, index) => {
      const name = test['Invoice'] ? 'Invoice' : 'CreditNote';
      const [root] = all(test, name);
      const broken = root ? faultsOf(peppolFragment(name, root)) : [];
      return (['success', 'error', 'warning'] as const).flatMap((kind) =>
        all(test, `assert/${kind}`).flatMap((assertion) => {
          const rule = (assertion['#text'] as string).trim();
          if (root && hasOtherTaxParties(root) && IDENTIFICATION.test(rule)) return [];
          const expected = kind === 'error' ? 'fatal' : kind;
          return { case: `${file} ${index + 1}`, rule, expected, broken };
        }),
      );
    });
  });
}

/** Our documents have no tax representative, and of a party's tax numbers only the one for VAT. */
function hasOtherTaxParties(root: Element): boolean {
  const schemes = all(root, 'AccountingSupplierParty/Party/PartyTaxScheme');
  const other_tax = schemes.some((scheme) =>
    all(scheme, 'TaxScheme/ID').every((id) => (id['#text'] as string).trim().toUpperCase() !== 'VAT'),
  );
  return all(root, 'TaxRepresentativeParty').length > 0 || other_tax;
}

function document(file: string) {
  const xml = parsed(readFileSync(file, 'utf8'));
  const name = xml['Invoice'] ? 'Invoice' : 'CreditNote';
  const [root] = all(xml, name);
  if (!root) throw new Error(`${file} is no UBL document.`);
  return peppolFragment(name, root);
}

function json(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'));
}

if (!FOLDER) {
  console.warn('The official cases of e-invoicing were not run: EINVOICING_CASES is not set.');
  test.skip('the official cases were not run: EINVOICING_CASES is not set', () => undefined);
} else if (!existsSync(path.join(FOLDER, 'rule-tests', 'manifest.json'))) {
  test('EINVOICING_CASES names a folder of official cases', () => {
    throw new Error('EINVOICING_CASES is set, but holds no rule-tests/manifest.json');
  });
} else {
  runCases(FOLDER);
}
