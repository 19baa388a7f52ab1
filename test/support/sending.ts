import {
  CLOCK,
  type Container,
  get,
  NETWORK,
  OUTGOING_UBL,
  type Token,
  TRANSMISSION_WORKER,
} from '../../src/composition/keys';
import { TransmissionWorker } from '../../src/use-cases/e-invoicing/transmission-worker';
import { until } from './until';
import { aTenant, BELGIAN_ADDRESS, type Service, type Tenant } from './service';

/** Participants of the sandbox network. */
export const DELIVERS = '0088:5412345000013';
export const DELIVERS_AT_LAST = '0088:5412345000020';
export const FAILS = '0088:5412345000037';
export const REJECTS = '0088:5412345000044';
export const NOT_REGISTERED = '0088:5412345000051';

export const A_LINE = { name: 'Consulting', quantity: '1', unit_price: '100', vat_rate: '21' };

/** Puts something else behind a port, made when it is first asked for. */
export function put<T>(container: Container, token: Token<T>, make: () => T): void {
  let made: { readonly it: T } | undefined;
  container.register<T>(token, { useFactory: () => (made ??= { it: make() }).it });
}

/** Pauses between attempts are a hundredth of what they are, unless another pace is given. */
export function hurry(container: Container, pace = 0.01): void {
  put(
    container,
    TRANSMISSION_WORKER,
    () =>
      new TransmissionWorker(
        get(container, CLOCK),
        get(container, NETWORK),
        get(container, OUTGOING_UBL),
        pace,
      ),
  );
}

let companies = 0;
/** A Belgian enterprise number that was not given before. */
function anEnterpriseNumber(): string {
  const base = String(20_000_000 + companies++).padStart(8, '0');
  const number = `0${base.slice(1)}`;
  return number + String(97 - (Number(number) % 97)).padStart(2, '0');
}

/** A company that can send. */
export function aSender(service: Service, members: object = {}): Promise<Tenant> {
  const number = anEnterpriseNumber();
  return aTenant(service, {
    name: 'Sender NV',
    vat: `BE${number}`,
    electronic_address: `0208:${number}`,
    address: BELGIAN_ADDRESS,
    ...members,
  });
}

/** @returns the id of a relation, one more if need be of those with that address */
export async function aReceiver(
  tenant: Tenant,
  participant: string | null,
  members: object = {},
): Promise<string> {
  const relation = { type: 'company', name: 'Receiver NV', address: BELGIAN_ADDRESS };
  const { status, body } = await tenant.post('/relations?ignore_duplicate=true', {
    ...{ ...relation, electronic_address: participant },
    ...members,
  });
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body.id;
}

/** @returns the body that creates an invoice to a participant of the network */
export async function anInvoiceTo(tenant: Tenant, participant: string | null, members: object = {}) {
  return { type: 'invoice', relation_id: await aReceiver(tenant, participant), lines: [A_LINE], ...members };
}

/** @returns the created document */
export async function anInvoice(tenant: Tenant, participant: string | null, members: object = {}) {
  const { status, body } = await tenant.post('/documents', await anInvoiceTo(tenant, participant, members));
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body;
}

/** The document, once it has a status on the network that is one of those. */
export function documentWith(tenant: Tenant, id: string, ...statuses: string[]) {
  return until(async () => {
    const { body } = await tenant.get(`/documents/${id}`);
    return statuses.includes(body.peppol_status) && body;
  });
}

export const transmissionsOf = async (tenant: Tenant, id: string) =>
  (await tenant.get(`/documents/${id}/transmissions`)).body.data;

/** Status and code of a refusal. */
export const refusal = ({
  status,
  body,
}: {
  status: number;
  body: { error?: { code: string } };
}): [number, string | undefined] => [status, body.error?.code];
