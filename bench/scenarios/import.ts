import { PeppolUblWriter } from '../../src/adapters/e-invoicing/writing/ubl-writer';
import { type Account, createAccount, changeCompany } from '../account';
import { type Bench, CONNECTIONS, type Scenario } from '../bench';
import { type Figure, percentile, spread, timeOf } from '../figures';
import { BUYER, documentOf } from '../in-process';
import { type ProcessorTime, processorTimeOf } from '../processor-time';

const LINES = 1000;
const WARM_UP = 5;
/** One after the other. */
const IMPORTS = 20;

/** From the network in each round. */
const MESSAGES = 600;
const MESSAGE_LINES = 3;

/**
 * A UBL of a thousand lines over HTTP, until it is a received document; and what an access point delivers of three lines,
 * over many connections.
 */
export const imports: Scenario = {
  name: 'import',
  async run(bench): Promise<Figure[]> {
    const account = await createAccount(bench.service);
    await changeCompany(bench.service, account.company_id, BUYER);
    await slowestMs(bench, account, 'W', WARM_UP);
    const measured: number[] = [];
    const received: Timed[] = [];
    await receivedPerSecond(bench, 'V');
    for (let round = 1; round <= bench.rounds; round++) {
      measured.push(await slowestMs(bench, account, `R${round}`, IMPORTS));
      received.push(await receivedPerSecond(bench, `S${round}`));
      bench.note(
        `  round ${round}: ${measured.at(-1)!.toFixed(0)} ms, ${received.at(-1)!.per_second.toFixed(0)} /s`,
      );
    }
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

interface Timed {
  readonly per_second: number;
  readonly time: ProcessorTime | undefined;
}

/** @param series - as above */
async function receivedPerSecond({ service, database }: Bench, series: string): Promise<Timed> {
  const messages = Array.from({ length: MESSAGES }, (_, n) =>
    new PeppolUblWriter().write(documentOf(MESSAGE_LINES, { number: `${series}-${n}` })),
  );
  const waiting = messages.values();
  const deliver = async () => {
    for (const xml of waiting) {
      const answer = await fetch(`${service.management}/management/network/inbound`, {
        method: 'POST',
        headers: { 'content-type': 'application/xml', authorization: `Bearer ${service.network_token}` },
        body: Buffer.from(xml),
      });
      const text = await answer.text();
      if (answer.status !== 201) throw new Error(`A message was answered with ${answer.status}: ${text}`);
    }
  };
  let per_second = 0;
  const processes = { service: service.pid, postmaster: database.postmaster };
  const time = await processorTimeOf(processes, async () => {
    const since = performance.now();
    await Promise.all(Array.from({ length: CONNECTIONS }, deliver));
    per_second = MESSAGES / ((performance.now() - since) / 1000);
    return MESSAGES;
  });
  return { per_second, time };
}
