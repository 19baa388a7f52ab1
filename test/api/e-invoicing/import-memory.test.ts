import { importRoutes } from '../../../src/adapters/api/e-invoicing/import-routes';
import { MemoryBudget } from '../../../src/adapters/http/requests/memory-budget';
import { DomainError } from '../../../src/domain/errors';
import type { UnitOfWork } from '../../../src/ports/unit-of-work';
import type { ImportFile, ReceivedImport } from '../../../src/use-cases/e-invoicing/reception';
import { aCaller, authenticateAs, type Kit, startKit } from '../../support/http-kit';
import { until } from '../../support/raw-http';

const KIB = 1024;
const scope = new Set(['document:create']);

/** Files stay in memory until the test releases the reader; none is an invoice. */
class StuckReception {
  private readonly files: (() => void)[] = [];

  get waiting(): number {
    return this.files.length;
  }

  async receiveImport(
    _unit: UnitOfWork,
    _company_id: string,
    readUpload: () => Promise<ImportFile>,
  ): Promise<ReceivedImport> {
    await readUpload();
    await new Promise<void>((read) => this.files.push(read));
    throw new DomainError('validation_error', 'file: is no invoice');
  }

  importFile(): Promise<never> {
    return Promise.reject(new Error('No file is received.'));
  }

  read(): void {
    for (const read of this.files.splice(0)) read();
  }
}

describe('Concurrent imports', () => {
  const reception = new StuckReception();
  let kit: Kit;
  beforeAll(async () => {
    kit = await startKit(importRoutes(reception, 1024 * KIB, new MemoryBudget(1024 * KIB)), {
      authenticate: authenticateAs({ first: aCaller({ scope }), second: aCaller({ scope }) }),
    });
  });
  afterAll(() => kit.server.stop(0));

  const send = (caller: string, size: number) => {
    const body = new FormData();
    body.set('file', new Blob([new Uint8Array(size)]), 'a.xml');
    return fetch(`${kit.address}/documents/import`, {
      method: 'POST',
      headers: { authorization: `Bearer ${caller}` },
      body,
    });
  };

  test('share one memory budget: beyond it large files are refused with Retry-After, and accepted later', async () => {
    const accepted = [send('first', 300 * KIB), send('second', 300 * KIB)];
    await until(() => reception.waiting === 2, 'two files in memory');
    const refused = await send('first', 300 * KIB);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([500, '2']);
    expect(await refused.json()).toMatchObject({ error: { details: [{ effect: 'none' }] } });
    const small = send('second', 60 * KIB);
    await until(() => reception.waiting === 3, 'the small file');
    reception.read();
    for (const answer of [...accepted, small]) expect((await answer).status).toBe(422);
    const later = send('first', 400 * KIB);
    await until(() => reception.waiting === 1, 'the file that came later');
    reception.read();
    expect((await later).status).toBe(422);
  });
});
