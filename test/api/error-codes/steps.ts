import request, { type Test } from 'supertest';
import { aParty, aUbl, type PartyMembers } from '../../support/e-invoices';
import { DELIVERS } from '../../support/sending';
import { aRelation, aTenant, BELGIAN_ADDRESS, type Service, type Tenant } from '../../support/service';

export interface Answer {
  readonly status: number;
  readonly body: { readonly error?: { readonly code: string } };
}

/** The client of a new company, the identities of the company, and the node that is called. */
export type Scene = Tenant & { readonly service: Service; readonly party: PartyMembers };

export async function aScene(service: Service, members: object = {}): Promise<Scene> {
  const party = aParty('A company');
  const { vat, electronic_address } = party;
  const company = { vat, electronic_address, address: BELGIAN_ADDRESS, ...members };
  return { ...(await aTenant(service, company)), service, party };
}

/** Requests whose last one is answered with an error, by the error (code and status) and the condition. */
export type Cases = Readonly<Record<string, Readonly<Record<string, (t: Scene) => PromiseLike<Answer>>>>>;

export const LINE = { name: 'Consulting', quantity: '1', unit_price: '100', vat_rate: '21' };

export async function made(answer: PromiseLike<{ status: number; body: { id: string } }>): Promise<string> {
  const { status, body } = await answer;
  if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body.id;
}

/** @param members - what is other than in an invoice to a Belgian company */
export async function create(
  t: Scene,
  members: object = {},
  query = '',
): Promise<Answer & { body: { id: string } }> {
  const relation_id = 'relation_id' in members ? members.relation_id : await aRelation(t);
  return t.post(`/documents${query}`, { type: 'invoice', relation_id, lines: [LINE], ...members });
}

/** A document that could still be changed and deleted. */
export const aDocument = (t: Scene, members: object = {}): Promise<string> => made(create(t, members));

/** A document to a participant of the network. */
export const aSendableDocument = async (t: Scene): Promise<string> =>
  aDocument(t, { relation_id: await aRelation(t, { electronic_address: DELIVERS }) });

export const send = (t: Scene, id: string): Test => t.post(`/documents/${id}/send`);

/** By other means than the network. */
export async function aSentDocument(t: Scene): Promise<string> {
  const id = await aDocument(t);
  await t.post(`/documents/${id}/mark-sent`).expect(200);
  return id;
}

export async function aTransmittedDocument(t: Scene): Promise<string> {
  const id = await aDocument(t);
  await manage(t, 'transmissions', { document_ids: [id] }).expect(200);
  return id;
}

export const importFile = (t: Scene, filename: string, bytes: Buffer): Test =>
  t.post('/documents/import').attach('file', bytes, filename);

export const aReceivedDocument = (t: Scene): Promise<string> =>
  made(importFile(t, 'invoice.xml', Buffer.from(aUbl({ buyer: t.party }))));

export const aLocation = (t: Scene, relation_id: string): Promise<string> =>
  made(t.post(`/relations/${relation_id}/delivery-locations`, { name: 'Depot', address: BELGIAN_ADDRESS }));

export const aJournal = (t: Scene, members: object = {}): Promise<string> =>
  made(t.post('/journals', { code: 'EXTRA', name: 'Extra', category: 'sales', ...members }));

export async function salesJournal(t: Tenant): Promise<string> {
  return (await t.get('/journals?category=sales')).body.data[0].id;
}

export const attach = (t: Scene, id: string, filepath: string, bytes: Buffer): Test =>
  t.post(`/documents/${id}/attachments`).attach('file', bytes, { filepath } as object);

/** A resource that only the management API can create. */
export const manage = ({ company_id, service }: Scene, path: string, body: object): Test =>
  service.manage('post', `/management/companies/${company_id}/${path}`).send(body);

export const token = ({ service }: Scene, body: object): Test =>
  request(service.api).post('/auth/token').send(body);
