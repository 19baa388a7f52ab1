import { EInvoiceFault } from '../../../domain/e-invoicing/parsed-e-invoice';
import { crossReference } from './cross-reference';
import { PdfFile } from './pdf-file';
import {
  BrokenPdf,
  isReference,
  PdfBudget,
  type PdfDictionary,
  PdfFault,
  type PdfReference,
  type PdfValue,
  textOf,
} from './pdf-values';
import { recoveredReference } from './recovered-reference';
import { bufferOf } from '../../../domain/values/bytes';

/** File names of e-invoices in a PDF, in order of preference: Factur-X 1, ZUGFeRD 2.0 and 1, XRechnung. */
const INVOICE_NAMES = ['factur-x.xml', 'zugferd-invoice.xml', 'xrechnung.xml'] as const;
const NO_INVOICE = `holds none of ${INVOICE_NAMES.join(', ')}`;

/** Limit of embedded files, and of nodes in their name tree. */
const MAX_FILES = 10_000;
/** Number of characters at the beginning of the file that must contain the header (ISO 32000-1, annex H). */
const HEAD = 1_024;

/**
 * Extracts the e-invoice embedded in a PDF (PDF/A-3, Factur-X 1.0, ZUGFeRD 2): a file with a known name that the
 * document catalogue lists as associated file (`AF`) or embedded file (`Names`). Objects are located by the
 * cross-reference; if that is broken, the file is scanned for objects.
 *
 * @param max_bytes - limit of the unpacked XML
 * @throws EInvoiceFault
 */
export function embeddedInvoice(bytes: Uint8Array, max_bytes: number): Uint8Array {
  try {
    return invoiceIn(bufferOf(bytes), max_bytes);
  } catch (error) {
    if (error instanceof PdfFault) throw new EInvoiceFault(null, `cannot be read: the PDF ${error.message}`);
    throw error;
  }
}

function invoiceIn(all_bytes: Buffer, max_bytes: number): Buffer {
  const begin = all_bytes.subarray(0, HEAD).indexOf('%PDF-');
  if (begin < 0) throw new PdfFault('does not begin as one');
  const bytes = all_bytes.subarray(begin); // offsets count from the header
  const source = bytes.toString('latin1');
  const budget = new PdfBudget();
  const read = (find: typeof crossReference) => {
    const { places, trailer } = find(source, bytes, budget);
    if (trailer.has('Encrypt')) throw new PdfFault('is encrypted');
    return invoiceOf(new PdfFile(source, bytes, places, budget), trailer, max_bytes);
  };
  try {
    return read(crossReference);
  } catch (error) {
    if (!(error instanceof BrokenPdf)) throw error;
    return read(recoveredReference);
  }
}

function invoiceOf(file: PdfFile, trailer: PdfDictionary, max_bytes: number): Buffer {
  const catalogue = file.dictionary(trailer.get('Root'));
  if (!catalogue) throw new BrokenPdf(NO_INVOICE);
  const files = new Map<string, Map<number, PdfReference>>();
  for (const specification of fileSpecifications(file, catalogue)) {
    const name = nameOf(file, specification);
    const stream = streamOf(file, specification);
    if (name === undefined) continue;
    // `AF` and `Names` may both list the file.
    const same_name = files.get(name) ?? new Map<number, PdfReference>();
    files.set(name, same_name.set(stream?.reference ?? -1, stream ?? { reference: -1 }));
  }
  const name = INVOICE_NAMES.find((known) => files.has(known));
  if (name === undefined) throw new PdfFault(NO_INVOICE);
  const [stream, ...others] = files.get(name)!.values();
  if (others.length > 0) throw new PdfFault(`holds more than one ${name}`);
  return file.stream(stream!, max_bytes);
}

/** The file specifications (ISO 32000-1, 7.11.3) that the catalogue lists. */
function* fileSpecifications(file: PdfFile, catalogue: PdfDictionary): Generator<PdfDictionary> {
  let count = 0;
  const read = (value: PdfValue | undefined) => {
    if (++count > MAX_FILES) throw new PdfFault('holds too many files');
    return file.dictionary(value);
  };
  for (const associated of file.list(catalogue.get('AF'))) {
    const specification = read(associated);
    if (specification) yield specification;
  }
  const nodes = [file.dictionary(catalogue.get('Names'))?.get('EmbeddedFiles')];
  const seen = new Set<number>();
  while (nodes.length > 0) {
    const at = nodes.pop();
    if (isReference(at) && seen.has(at.reference)) continue;
    if (isReference(at)) seen.add(at.reference);
    const node = read(at);
    for (const kid of file.list(node?.get('Kids'))) nodes.push(kid);
    for (const [index, value] of file.list(node?.get('Names')).entries()) {
      const specification = index % 2 === 1 ? read(value) : undefined; // names alternate with values
      if (specification) yield specification;
    }
  }
}

function nameOf(file: PdfFile, specification: PdfDictionary): string | undefined {
  const name =
    textOf(file.resolved(specification.get('UF'))) ?? textOf(file.resolved(specification.get('F')));
  return name?.toLowerCase();
}

function streamOf(file: PdfFile, specification: PdfDictionary): PdfReference | undefined {
  const streams = file.dictionary(specification.get('EF'));
  const stream = streams?.get('F') ?? streams?.get('UF');
  return isReference(stream) ? stream : undefined;
}
