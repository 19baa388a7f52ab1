import { RESPONSE_IDENTIFIERS } from '../../../domain/e-invoicing/identifiers';
import type { DisabledWebhook, FaultyLog, SendOfConcern } from '../../../ports/attention';
import type { RefusedMessage } from '../../../ports/e-invoicing/refused-message-repository';
import {
  ATTENTION_DAYS,
  type AttentionLists,
  type LockedClient,
  REFUSED_DAYS,
} from '../../../use-cases/attention';
import { clientPath, companyPath, CONSOLE, documentPath, withQuery } from '../paths';

/** A button, which submits a form. */
export interface ActionButton {
  readonly label: string;
  /** The label for screen readers. It names the subject, and has the visible label in it (WCAG 2.5.3). */
  readonly name: string;
  readonly address: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly is_danger?: boolean;
}

/** One case that needs attention. */
export interface Concern {
  readonly text: string;
  readonly to: string;
  readonly company: { readonly name: string; readonly to: string } | undefined;
  readonly at: Date;
  readonly reason: string | null;
  readonly actions: readonly ActionButton[];
}

export interface ConcernGroup {
  /** For the address of the group on the page. */
  readonly id: string;
  readonly title: string;
  /** What the operator can do. */
  readonly advice: string;
  /** The state whose sign and colour the group has. */
  readonly state: string;
  /** Undefined when the query took too long. */
  readonly concerns: readonly Concern[] | undefined;
  /** The list that also has older cases, where there is one. */
  readonly list: { readonly label: string; readonly to: string } | undefined;
}

export const ATTENTION = `${CONSOLE}/attention`;
export const ALL_TRANSMISSIONS = `${CONSOLE}/transmissions`;
export const REFUSALS = `${CONSOLE}/refusals`;

/** The lists with texts and actions, the most urgent first; lists without cases are left out. */
export function concernGroups(lists: AttentionLists): ConcernGroup[] {
  const groups: ConcernGroup[] = [
    {
      id: 'failed',
      title: 'Did not arrive',
      state: 'failed',
      advice: `The receiver does not have these documents of the last ${ATTENTION_DAYS} days. Correct the cause, then send again.`,
      concerns: lists.failed?.map((send) => ofSend(send, [again(send)])),
      list: transmissionsIn('failed'),
    },
    {
      id: 'unknown',
      title: 'Outcome unknown for over an hour',
      state: 'unknown',
      advice: 'Ask the access point whether the message arrived, then close it as sent or as failed.',
      concerns: lists.unknown?.map((send) => ofSend(send, [close(send, 'sent'), close(send, 'failed')])),
      list: transmissionsIn('pending'),
    },
    {
      id: 'rejected',
      title: 'Rejected by the receiver',
      state: 'rejected',
      advice: `These documents of the last ${ATTENTION_DAYS} days arrived, and the receiver does not accept them. Correct what the receiver states, then send again.`,
      concerns: lists.rejected?.map((send) => ofSend(send, [again(send)])),
      list: transmissionsIn('rejected'),
    },
    {
      id: 'refused',
      title: 'Inbound documents refused',
      state: 'refused',
      advice: `Refused in the last ${REFUSED_DAYS} days. Tell the sender the reason; a corrected document is sent as a new message.`,
      concerns: lists.refused?.map(ofRefused),
      list: { label: 'All refused messages', to: REFUSALS },
    },
    {
      id: 'webhooks',
      title: 'Webhooks turned off by failures',
      state: 'failed',
      advice:
        'Their clients get no events. Correct the cause at the address; the client then turns the webhook on through the API.',
      concerns: lists.webhooks?.map(ofWebhook),
      list: undefined,
    },
    {
      id: 'clients',
      title: 'Clients locked out',
      state: 'rejected',
      advice: 'Too many failed secrets. Unlock a client when its integration has the right secret.',
      concerns: lists.clients?.map(ofClient),
      list: undefined,
    },
    {
      id: 'logs',
      title: 'Logs that do not verify',
      state: 'failed',
      advice: 'The last verification found faults. Verify the log again to see all of them.',
      concerns: lists.logs?.map(ofLog),
      list: undefined,
    },
  ];
  return groups.filter(({ concerns }) => concerns === undefined || concerns.length > 0);
}

function transmissionsIn(state: 'failed' | 'pending' | 'rejected') {
  return { label: `All ${state} transmissions`, to: withQuery(ALL_TRANSMISSIONS, { state }) };
}

function ofSend(send: SendOfConcern, actions: readonly (ActionButton | undefined)[]): Concern {
  const is_response = send.document_type === RESPONSE_IDENTIFIERS.document_type;
  const { company_id, document_id, message_id, number, receiver, at, reason } = send;
  return {
    text: is_response ? `Response to ${number}` : number,
    to: `${documentPath(company_id, document_id)}#${message_id}`,
    company: companyOf(send),
    at,
    reason: reason ?? `To ${receiver}`,
    actions: actions.flatMap((action) => action ?? []),
  };
}

/** Undefined for a response, which only a client of the company can send again. */
function again({ company_id, document_id, document_type, number }: SendOfConcern): ActionButton | undefined {
  if (document_type === RESPONSE_IDENTIFIERS.document_type) return undefined;
  return {
    label: 'Send again',
    name: `Send again: ${number}`,
    address: `${documentPath(company_id, document_id)}/send`,
    fields: {},
  };
}

function close(send: SendOfConcern, outcome: 'sent' | 'failed'): ActionButton {
  const { company_id, document_id, message_id, number } = send;
  return {
    label: `Mark as ${outcome}`,
    name: `Mark as ${outcome}: ${number}`,
    address: `${documentPath(company_id, document_id)}/transmissions/${message_id}/outcome`,
    fields: { outcome },
    is_danger: outcome === 'failed',
  };
}

function ofRefused({ id, received_at, sender, receiver, reason }: RefusedMessage): Concern {
  return {
    text: `From ${sender ?? 'an unknown sender'} to ${receiver ?? 'an unknown receiver'}`,
    to: `${REFUSALS}#refusal-${id}`,
    company: undefined,
    at: received_at,
    reason,
    actions: [],
  };
}

function ofWebhook(webhook: DisabledWebhook): Concern {
  const { id, client_id, url, disabled_at } = webhook;
  return {
    text: url,
    to: `${clientPath(client_id, '/webhooks')}#webhook-${id}`,
    company: companyOf(webhook),
    at: disabled_at,
    reason: null,
    actions: [],
  };
}

function ofClient(client: LockedClient): Concern {
  const { client_id, name, window_started_at, count } = client;
  return {
    text: name,
    to: clientPath(client_id),
    company: companyOf(client),
    at: window_started_at,
    reason: `${count} failed attempts`,
    actions: [
      {
        label: 'Unlock',
        name: `Unlock: ${name}`,
        address: clientPath(client_id, '/lockout'),
        fields: {},
      },
    ],
  };
}

function ofLog(log: FaultyLog): Concern {
  const { company_id, company_name, verified_at, faults, reason } = log;
  return {
    text: faults === 1 ? '1 fault' : faults >= 100 ? '100 or more faults' : `${faults} faults`,
    to: companyPath(company_id, '/events'),
    company: companyOf(log),
    at: verified_at,
    reason,
    actions: [
      {
        label: 'Verify again',
        name: `Verify again: the log of ${company_name}`,
        address: companyPath(company_id, '/events/verification'),
        fields: {},
      },
    ],
  };
}

function companyOf({ company_id, company_name }: { company_id: string; company_name: string }) {
  return { name: company_name, to: companyPath(company_id) };
}
