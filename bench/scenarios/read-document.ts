import { createRelation, post } from '../account';
import { CONNECTIONS, rounds, type Scenario } from '../bench';
import { ratioFigure } from '../figures';
import { load } from '../load';
import { invoice } from '../requests';

/** One document of three lines, read again and again. */
export const readDocument: Scenario = {
  name: 'read-document',
  async run(bench) {
    const { service, reference, account } = bench;
    const relation_id = await createRelation(service, account);
    const { id } = await post<{ id: string }>(service, account, '/documents', invoice(relation_id));
    const headers = { authorization: account.authorization };
    const requests = [{ method: 'GET', path: `/documents/${id}`, headers }] as const;
    const reads = (url: string) => (seconds: number) =>
      load({ url, connections: CONNECTIONS, seconds, source: { kind: 'cycle', requests } });
    const results = await rounds(bench, reads(service.api), reads(reference.url));
    const limit = 'Express: request id and JWT, no database';
    return [ratioFigure('GET /documents/{id}', '/s', results, limit, { at_least: 0.55 })];
  },
};
