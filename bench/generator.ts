import { randomUUID } from 'node:crypto';
import autocannon, { type Client, type Request } from 'autocannon';
import { answerParent } from './child';
import { type LoadPlan, type LoadResult, NUMBER, type PlannedRequest, type RequestSource } from './load';
import { newRelation } from './requests';

/** The load generator: a separate program, so that it does not share an event loop with measured code. */
answerParent<LoadPlan, LoadResult>(async ({ url, connections, source, seconds, amount }) => {
  const connect = requestsOf(source, amount !== undefined);
  let refused: string | undefined;
  const started = performance.now();
  let answered = started;
  const result = await autocannon({
    url,
    connections,
    // Zero counts as not given.
    ...(amount === undefined ? { duration: seconds ?? 1 } : { amount }),
    setupClient: (client) => {
      client.setRequests(connect());
      client.on('headers', () => (answered = performance.now()));
      watch(client, (text) => (refused ??= text));
    },
  });
  const { '2xx': ok, non2xx, errors, latency } = result;
  const failures =
    non2xx > 0 || errors > 0 || ok === 0
      ? `${ok} answers with 2xx, ${non2xx} with another status, ${errors} errors. ${refused ?? ''}`
      : undefined;
  // Until the last response: its own `duration` is in whole seconds where an amount was asked for.
  return {
    per_second: ok / ((answered - started) / 1000),
    median_ms: latency.p50,
    p99_ms: latency.p99,
    ...(failures ? { failures } : {}),
  };
});

/** Stores the first response other than 2xx, to report why a load failed. */
function watch(client: Client, refuse: (text: string) => void): void {
  let status = 0;
  client.on('headers', (headers) => (status = (headers as unknown as { statusCode: number }).statusCode));
  client.on('body', (body) => {
    if (status >= 300) refuse(`${status} ${body.toString().slice(0, 300)}`);
  });
}

/**
 * @param is_once - whether each request is to be sent once, whichever connection gets it
 * @returns what makes the requests of one connection, to be called for each
 */
function requestsOf(source: RequestSource, is_once: boolean): () => Request[] {
  const made = newRequests(source);
  if (source.kind !== 'cycle' || source.keyed !== undefined || is_once) return () => [made()];
  // Each connection begins elsewhere. Requests are written once, since the generator shares the processors.
  const ready = source.requests.map(written);
  let connection = 0;
  return () => {
    const first = connection++ % ready.length;
    return [...ready.slice(first), ...ready.slice(0, first)].map((one) => ({ ...one }));
  };
}

/** @returns what makes the only request of a connection, which changes each time that it is sent */
function newRequests(source: RequestSource): () => Request {
  switch (source.kind) {
    case 'cycle': {
      const ready = source.requests.map(written);
      let turn = 0;
      const next = (): Request => {
        const one = ready[turn++ % ready.length]!;
        if (!source.keyed) return one;
        return { ...one, headers: { ...one.headers, 'idempotency-key': randomUUID() } };
      };
      return () => ({ setupRequest: (request) => ({ ...request, ...next() }) });
    }
    case 'rotate': {
      let connection = 0;
      return () => rotating(source.path, source.refresh_tokens[connection++ % source.refresh_tokens.length]!);
    }
    case 'new-relations': {
      let next = source.first;
      const headers = { authorization: source.authorization };
      return () => ({
        setupRequest: (request) => ({
          ...request,
          ...written({ method: 'POST', path: source.path, headers, body: newRelation(next++) }),
        }),
      });
    }
    case 'new-messages': {
      const { path, xml, series } = source;
      let next = 0;
      const headers = { authorization: source.authorization, 'content-type': 'application/xml' };
      return () => ({
        setupRequest: (request) => ({
          ...request,
          ...{ method: 'POST', path, headers, body: xml.replaceAll(NUMBER, `${series}-${next++}`) },
        }),
      });
    }
  }
}

function written({ method, path, headers, body }: PlannedRequest): Request {
  if (body === undefined) return { method, path, headers: { ...headers } };
  return {
    method,
    path,
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
}

function rotating(path: string, first: string): Request {
  let refresh_token = first;
  return {
    onResponse: (status, body) => {
      if (status === 200) ({ refresh_token } = JSON.parse(body) as { refresh_token: string });
    },
    setupRequest: (request) => ({
      ...request,
      ...written({ method: 'POST', path, body: { grant_type: 'refresh_token', refresh_token } }),
    }),
  };
}
