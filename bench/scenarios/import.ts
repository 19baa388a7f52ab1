import { PeppolUblWriter } from '../../src/adapters/e-invoicing/writing/ubl-writer';
import { type Account, createAccount, changeCompany } from '../account';
import type { Bench, Scenario } from '../bench';
import { type Figure, percentile, spread } from '../figures';
import { BUYER, documentOf } from '../in-process';

const LINES = 1000;
const WARM_UP = 5;
/** One after the other. */
const IMPORTS = 20;

/** A UBL of a thousand lines over HTTP, until it is a received document. */
export const imports: Scenario = {
  name: 'import',
  async run(bench): Promise<Figure[]> {
    const account = await createAccount(bench.service);
    await changeCompany(bench.service, account.company_id, BUYER);
    await slowestMs(bench, account, 'W', WARM_UP);
    const measured: number[] = [];
    for (let round = 1; round <= bench.rounds; round++) {
      measured.push(await slowestMs(bench, account, `R${round}`, IMPORTS));
      bench.note(`  round ${round}: ${measured.at(-1)!.toFixed(0)} ms`);
    }
    return [
      {
        name: `import of a UBL of ${LINES} lines`,
        unit: 'ms',
        measured: spread(measured),
        target: { at_most: 300 },
      },
    ];
  },
};

/** The slowest but a tenth. @param series - makes the numbers of the documents ones that never came before */
async function slowestMs(
  { service }: Bench,
  { authorization }: Account,
  series: string,
  count: number,
): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < count; n++) {
    const document = documentOf(LINES, { number: `${series}-${n}` });
    const xml = new PeppolUblWriter().write(document);
    const body = new FormData();
    body.set('file', new Blob([Buffer.from(xml)], { type: 'application/xml' }), 'invoice.xml');
    const since = performance.now();
    const answer = await fetch(`${service.api}/documents/import`, {
      method: 'POST',
      headers: { authorization },
      body,
    });
    const text = await answer.text();
    times.push(performance.now() - since);
    if (answer.status !== 201) throw new Error(`An import was answered with ${answer.status}: ${text}`);
  }
  return percentile(times, 90);
}
