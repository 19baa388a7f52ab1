import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { memoryPages, validateXML } from 'xmllint-wasm';
import type { Severity } from '../../src/domain/e-invoicing/rules/network-rule';

/** As much of saxon-js, which has no types, as is used here. */
interface Saxon {
  transform(options: object, mode: 'sync'): { readonly principalResult: object };
  readonly XPath: { evaluate(xpath: string, node: object, options: object): SaxonNode[] };
}
interface SaxonNode {
  getAttribute(name: string): string | null;
}

const SaxonJS = createRequire(__filename)('saxon-js') as Saxon;

export interface Finding {
  readonly rule: string;
  readonly severity: Severity;
}

/**
 * Findings of the official rules that are none: this one is a warning about IBANs whose checksum saxon-js computes
 * with floating point.
 */
const IGNORED: ReadonlySet<string> = new Set(['DE-R-019']);

/**
 * The official rules: the Schematron of EN 16931 (UBL) and of Peppol BIS, compiled for saxon-js, and the schemas of
 * UBL 2.1. They are not part of this project. The folder holds `sef/CEN-EN16931-UBL.sef.json`, likewise
 * `PEPPOL-EN16931-UBL`, `PEPPOL-EN16931-UBL-SB` and `PEPPOLBIS-T111` (each may end in `.gz`), and
 * `xsd/ubl-2.1/{maindoc,common}`.
 */
export class OfficialRules {
  readonly #folder: string;
  readonly #stylesheets = new Map<string, object>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  async findings(xml: string): Promise<Finding[]> {
    if (xml.includes(':trns:invoice_response:')) {
      return [...(await this.#schemaFindings(xml)), ...this.#ruleFindings('PEPPOLBIS-T111', xml)];
    }
    const specific = xml.includes(':selfbilling:') ? 'PEPPOL-EN16931-UBL-SB' : 'PEPPOL-EN16931-UBL';
    return [
      ...(await this.#schemaFindings(xml)),
      ...this.#ruleFindings('CEN-EN16931-UBL', xml),
      ...this.#ruleFindings(specific, xml),
    ];
  }

  #ruleFindings(name: string, xml: string): Finding[] {
    const result = SaxonJS.transform(
      { stylesheetInternal: this.#stylesheet(name), sourceText: xml, destination: 'document' },
      'sync',
    );
    return SaxonJS.XPath.evaluate('//*:failed-assert', result.principalResult, { resultForm: 'array' })
      .map((node): Finding => ({
        rule: node.getAttribute('id') ?? '',
        severity: node.getAttribute('flag') === 'warning' ? 'warning' : 'fatal',
      }))
      .filter(({ rule }) => !IGNORED.has(rule));
  }

  #stylesheet(name: string): object {
    let stylesheet = this.#stylesheets.get(name);
    if (!stylesheet) {
      const file = path.join(this.#folder, 'sef', `${name}.sef.json`);
      const text = existsSync(file) ? readFileSync(file) : gunzipSync(readFileSync(`${file}.gz`));
      stylesheet = JSON.parse(text.toString('utf8')) as object;
      this.#stylesheets.set(name, stylesheet);
    }
    return stylesheet;
  }

  async #schemaFindings(xml: string): Promise<Finding[]> {
    const root = /<(Invoice|CreditNote|ApplicationResponse)[ >]/.exec(xml)?.[1] ?? '';
    const folder = path.join(this.#folder, 'xsd', 'ubl-2.1');
    const file = (name: string) => ({
      fileName: name,
      contents: readFileSync(path.join(folder, name), 'utf8'),
    });
    const common = readdirSync(path.join(folder, 'common')).filter((name) => name.endsWith('.xsd'));
    const { errors } = await validateXML({
      xml: [{ fileName: 'document.xml', contents: xml }],
      schema: [file(`maindoc/UBL-${root}-2.1.xsd`)],
      preload: common.map((name) => file(`common/${name}`)),
      initialMemoryPages: 32 * memoryPages.MiB,
      maxMemoryPages: 512 * memoryPages.MiB,
    });
    return errors.map(({ message }) => ({ rule: `XSD ${message}`, severity: 'fatal' }));
  }
}
