import { PeppolUblWriter } from '../../src/adapters/e-invoicing/writing/ubl-writer';
import { type Account, createAccount, changeCompany } from '../account';
import { type Bench, CONNECTIONS, measuredWithTime, type Scenario } from '../bench';
import { type Figure, percentile, spread, timeOf } from '../figures';
import { BUYER, documentOf } from '../in-process';
import { load, NUMBER } from '../load';

const LINES = 1000;
const WARM_UP = 5;
/** One after the other. */
const IMPORTS = 20;

const MESSAGE_LINES = 3;
/** The code of the service and that of its two reading processes are compiled by V8 in this time, in seconds. */
const MESSAGES_WARM_UP_S = 10;

/**
 * A UBL of a thousand lines over HTTP, until it is a received document; and what an access point delivers of three
 * lines, over many connections.
 */
export const imports: Scenario = {
  name: 'import',
  async run(bench): Promise<Figure[]> {
    const account = await createAccount(bench.service);
    await changeCompany(bench.service, account.company_id, BUYER);
    await slowestMs(bench, account, 'W', WARM_UP);
    const measured: number[] = [];
    const received: Awaited<ReturnType<typeof measuredWithTime>>[] = [];
    const deliver = deliveries(bench);
    await deliver(MESSAGES_WARM_UP_S);
    for (let round = 1; round <= bench.rounds; round++) {
      measured.push(await slowestMs(bench, account, `R${round}`, IMPORTS));
      received.push(await measuredWithTime(bench, deliver));
      bench.note(
        `  round ${round}: ${measured.at(-1)!.toFixed(0)} ms, ${received.at(-1)!.per_second.toFixed(0)} /s`,
      );
    }
    // An address belongs to one company; another scenario gives it to its own.
    await changeCompany(bench.service, account.company_id, { electronic_address: null });
    return [
      {
        name: `import of a UBL of ${LINES} lines`,
        unit: 'ms',
        measured: spread(measured),
        target: { at_most: 300 },
      },
      {
        name: `inbound documents of ${MESSAGE_LINES} lines`,
        unit: '/s',
        measured: spread(received.map(({ per_second }) => per_second)),
        ...timeOf(received),
        target: { at_least: 500 },
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

/** @returns what delivers messages over all connections, each with a number that never came before */
function deliveries({ service }: Bench): (seconds: number) => Promise<number> {
  const written = new PeppolUblWriter().write(documentOf(MESSAGE_LINES, { number: NUMBER }));
  const xml = Buffer.from(written).toString();
  let loads = 0;
  return (seconds) =>
    load({
      url: service.management,
      connections: CONNECTIONS,
      seconds,
      source: {
        kind: 'new-messages',
        path: '/management/network/inbound',
        authorization: `Bearer ${service.network_token}`,
        ...{ xml, series: `S${++loads}` },
      },
    });
}
