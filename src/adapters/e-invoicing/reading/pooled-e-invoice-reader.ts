import { EInvoiceFault } from '../../../domain/e-invoicing/parsed-e-invoice';
import type { EInvoiceReader, ReadInvoice, ReadMessage } from '../../../ports/e-invoicing/e-invoice-reader';
import type { ParsingPool } from '../../workers/parsing-pool';
import { WorkModule } from '../../workers/worker-pool';

type Reading = typeof import('./reading');
const READING = new WorkModule<Reading>(require.resolve('./reading'));

/** Reads e-invoices in worker processes. */
export class PooledEInvoiceReader implements EInvoiceReader {
  /** @param reading - the module that the workers run; replaced in tests */
  constructor(
    private readonly pool: ParsingPool,
    private readonly reading: WorkModule<Reading> = READING,
  ) {}

  readFile(share: string, bytes: Uint8Array, form: 'xml' | 'pdf'): Promise<ReadInvoice> {
    return this.pool.parse(share, this.reading, 'readFile', [bytes, form], tooCostly);
  }

  readMessage(share: string, bytes: Uint8Array): Promise<ReadMessage> {
    return this.pool.parse(share, this.reading, 'readMessage', [bytes], tooCostly);
  }
}

function tooCostly(): EInvoiceFault {
  return new EInvoiceFault(null, 'takes too much time or memory to read');
}
