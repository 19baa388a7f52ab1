import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Account,
  changeCompany,
  createAccount,
  createClients,
  createRelation,
  type Credentials,
  post,
  setClock,
  tokens,
} from '../account';
import type { Bench, Scenario } from '../bench';
import { type Figure, percentile, ratioFigure, spread } from '../figures';
import {
  dottedEmail,
  dottedEmailFilter,
  endlessObjects,
  guess,
  type HostileRequest,
  longDecimal,
  manyFiles,
  manyObjects,
  RECEIVING_COMPANY,
  spacedToken,
  styledSvg,
} from '../hostile/requests';
import { type PlannedRequest, probe } from '../load';
import { invoice, longInvoice } from '../requests';

const PROBES_PER_SECOND = 50;
/** Every request must be answered within 10 s. */
const ANSWER_MS = 10_000;
const GUESSING_CONNECTIONS = 150;
const SIGN_INS = 30;
const READERS = 6;
/** Verified secrets are cached for five minutes; the clock is set ahead by that to empty the cache. */
const FORGOTTEN_AFTER_S = 301;

interface Attack {
  readonly name: string;
  readonly connections: number;
  /** The token of the attacker is used unless the request has its own. */
  readonly requests: readonly (() => HostileRequest)[];
  readonly statuses: readonly number[];
}

/** The latency of other companies during requests that are as expensive as possible. */
export const hostileInput: Scenario = {
  name: 'hostile-input',
  async run(bench): Promise<Figure[]> {
    const { service, account } = bench;
    const attacker = await createAccount(service);
    await changeCompany(service, attacker.company_id, RECEIVING_COMPANY);
    const relation_id = await createRelation(service, account);
    const { id } = await post<{ id: string }>(service, account, '/documents', invoice(relation_id));
    const attacks = await attacksOf(bench, attacker);
    const waits = new Map(attacks.map(({ name }) => [name, [] as { measured: number; limit: number }[]]));
    const sign_ins: number[] = [];
    const clients = await createClients(service, account.company_id, SIGN_INS);
    try {
      for (let round = 1; round <= bench.rounds; round++) {
        await setClock(service, round * FORGOTTEN_AFTER_S);
        const read = await readOf(bench, account, `/documents/${id}`);
        const fresh = await tokens(service.api, attacker.credentials);
        const authorization = `Bearer ${fresh.access_token}`;
        const idle = await p99(bench, read);
        for (const attack of attacks) {
          const measured = await during(bench, attack, authorization, () => p99(bench, read));
          waits.get(attack.name)!.push({ measured, limit: 3 * idle + 50 });
          bench.note(
            `  round ${round}: ${attack.name}: p99 ${measured.toFixed(1)} ms, idle ${idle.toFixed(1)}`,
          );
        }
        const guesses = attacks.find(({ name }) => name === GUESSES)!;
        sign_ins.push(await during(bench, guesses, '', () => signedIn(bench, clients)));
        bench.note(`  round ${round}: ${sign_ins.at(-1)} of ${SIGN_INS} signed in`);
      }
    } finally {
      await setClock(service, 0);
    }
    return [
      ...attacks.map(({ name }) =>
        ratioFigure(`p99 during ${name}`, 'ms', waits.get(name)!, '3 × idle + 50 ms', { at_most: 1 }),
      ),
      {
        name: `sign-ins of ${SIGN_INS} during guesses`,
        unit: '',
        measured: spread(sign_ins),
        target: { at_least: SIGN_INS },
      },
    ];
  },
};

const GUESSES = 'guesses at unknown clients';

async function attacksOf({ service }: Bench, attacker: Account): Promise<Attack[]> {
  const branding = await post<{ id: string }>(service, attacker, '/brandings', { name: 'Hostile' });
  const relation_id = await createRelation(service, attacker);
  const long = await post<{ id: string }>(service, attacker, '/documents', wordyInvoice(relation_id));
  const file: HostileRequest = { method: 'GET', path: `/documents/${long.id}/file` };
  const few = { connections: 2, statuses: [422] };
  return [
    { name: 'a decimal of 60,000 digits', ...few, requests: [longDecimal] },
    {
      name: 'a logo with 480 KB of style',
      ...{ connections: 2, statuses: [200, 204, 415, 422] },
      requests: [() => styledSvg(branding.id)],
    },
    { name: 'PDFs of broken objects', ...few, requests: [endlessObjects, manyObjects] },
    {
      name: 'e-mail addresses of dots',
      ...{ connections: 2, statuses: [400, 422] },
      requests: [dottedEmail, dottedEmailFilter],
    },
    { name: 'a management token of spaces', connections: 2, statuses: [401], requests: [spacedToken] },
    { name: GUESSES, connections: GUESSING_CONNECTIONS, statuses: [401], requests: [guess] },
    { name: 'six readers of long documents', connections: READERS, statuses: [200], requests: [() => file] },
    {
      name: 'an invoice with 1,000 files',
      ...{ connections: 2, statuses: [201] },
      requests: [() => manyFiles(1_000, service.network_token)],
    },
  ];
}

function wordyInvoice(relation_id: string) {
  const document = longInvoice(relation_id, 1_000);
  const lines = document.lines.map((line) => ({ ...line, description: 'a word or two '.repeat(57) }));
  return { ...document, lines };
}

/** Repeats the attack until the work is done. @throws Error when a hostile request was not answered as it should */
async function during<T>(
  bench: Bench,
  { connections, requests, statuses }: Attack,
  authorization: string,
  work: () => Promise<T>,
): Promise<T> {
  let isOver = false;
  const attack = async (n: number) => {
    for (let i = n; !isOver; i++) {
      const status = await send(bench, requests[i % requests.length]!(), authorization);
      if (!statuses.includes(status)) throw new Error(`A hostile request was answered with ${status}.`);
    }
  };
  const attacks = Promise.all(Array.from({ length: connections }, (_, n) => attack(n)));
  attacks.catch(() => (isOver = true)); // thrown below
  await sleep(300);
  try {
    return await work();
  } finally {
    isOver = true;
    await attacks;
  }
}

async function send({ service }: Bench, request: HostileRequest, authorization: string): Promise<number> {
  const { method, path, listener = 'api', headers, body } = request;
  const answer = await fetch(`${service[listener]}${path}`, {
    method,
    headers: { ...(authorization && { authorization }), ...headers },
    ...(body === undefined ? {} : { body }),
    signal: AbortSignal.timeout(ANSWER_MS),
  });
  await answer.arrayBuffer();
  return answer.status;
}

async function signedIn({ service }: Bench, clients: readonly Credentials[]): Promise<number> {
  const outcomes = await Promise.allSettled(clients.map((client) => tokens(service.api, client)));
  return outcomes.filter(({ status }) => status === 'fulfilled').length;
}

/** With a new token, because the clock has moved. */
async function readOf({ service }: Bench, account: Account, path: string): Promise<PlannedRequest> {
  const { access_token } = await tokens(service.api, account.credentials);
  return { method: 'GET', path, headers: { authorization: `Bearer ${access_token}` } };
}

async function p99({ service, seconds }: Bench, request: PlannedRequest): Promise<number> {
  const count = seconds * PROBES_PER_SECOND;
  const times = await probe({ url: service.api, requests: [request], count, per_second: PROBES_PER_SECOND });
  return percentile(times, 99);
}
