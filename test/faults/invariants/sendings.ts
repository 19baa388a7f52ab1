import { groupBy } from '../group-by';
import {
  acknowledged,
  isReplay,
  type Ledger,
  possibleAcceptances,
  type Sending,
  told,
  verdictOfAll,
} from '../ledger';
import type { Observed, ObservedDocument } from '../observed';
import type { Violation } from './violation';

/**
 * What becomes of a send to a test participant of the sandbox (api.md §7); companies of the installation: delivered.
 */
const ENDS: Readonly<Record<string, string>> = {
  '0088:5412345000037': 'failed',
  '0088:5412345000044': 'rejected',
};

/** What a transmission ended as that may be sent again (contract, "already_sent"). */
const MAY_BE_SENT_AGAIN: ReadonlySet<string> = new Set(['failed', 'rejected']);

/** Each accepted send is one transmission that ends as its receiver does, and arrives once; others never left. */
export function sendingViolations(ledger: Ledger, observed: Observed): Violation[] {
  const companies = new Map([...observed.addresses].map(([name, address]) => [address, name]));
  const arrived = new Map(
    [...observed.documents].map(([company, documents]) => [
      company,
      groupBy(
        documents.filter(({ status }) => status === 'received'),
        ({ seller, number }) => `${seller.electronic_address} ${number}`,
      ),
    ]),
  );
  const by_mark = new Map(
    [...observed.documents.values()]
      .flat()
      .filter(({ status }) => status !== 'received') // a received one has the reference, too
      .map((document) => [document.order_reference, document]),
  );
  const expected = new Set<string>();
  const violations = ledger.sendings.flatMap((sending) => {
    const document = by_mark.get(sending.mark);
    if (!document) return []; // whether it should be there is the creation's question
    const receiver = companies.get(sending.receiver);
    const message = `${observed.addresses.get(sending.company)} ${document.number}`;
    if (receiver !== undefined) expected.add(`${receiver} ${message}`);
    const copies = receiver === undefined ? undefined : (arrived.get(receiver)?.get(message) ?? []);
    return ofOne(sending, document, observed.transmissions.get(document.id) ?? [], copies);
  });
  const strangers = [...arrived].flatMap(([company, messages]) =>
    [...messages.keys()].filter((message) => !expected.has(`${company} ${message}`)),
  );
  return [...violations, ...strangers.map((message) => ({ rule: 'sent without a request', what: message }))];
}

function ofOne(
  { receiver, attempts }: Sending,
  { id, number }: ObservedDocument,
  transmissions: readonly { readonly state: string }[],
  copies: readonly ObservedDocument[] | undefined,
): Violation[] {
  const violations: Violation[] = [];
  const violation = (rule: string, what: string) =>
    violations.push({ rule, what: `${number} (${id}): ${what}` });
  const is_sent_already = attempts.some(({ answer }) => answer?.body?.error?.code === 'already_sent');
  const verdict = is_sent_already ? 'acknowledged' : verdictOfAll(attempts);
  const acceptances = acknowledged(attempts).filter((attempt) => !isReplay(attempt)).length;
  if (acceptances > 1) violation('sent twice', `was accepted ${acceptances} times`);
  const due = ENDS[receiver] ?? 'delivered';
  const permitted = MAY_BE_SENT_AGAIN.has(due) ? Math.max(1, possibleAcceptances(attempts)) : 1;
  if (transmissions.length > permitted) {
    const states = transmissions.map(({ state }) => state).join(', ');
    const asked = attempts.map(told).join('\n');
    violation('sent twice', `has ${transmissions.length} transmissions (${states}) to ${receiver}\n${asked}`);
  }
  if (verdict === 'acknowledged' && transmissions.length === 0)
    violation('lost', 'was accepted and has no transmission');
  if (verdict === 'refused' && transmissions.length > 0) violation('stored although refused', 'is under way');
  for (const { state } of transmissions)
    if (state !== due) violation('not settled', `its transmission is ${state}, not ${due}`);
  if (copies === undefined) return violations;
  if (copies.length > 1) violation('sent twice', `arrived ${copies.length} times`);
  if (transmissions.length > 0 && copies.length === 0) violation('lost', 'did not arrive');
  if (transmissions.length === 0 && copies.length > 0)
    violation('sent without a request', 'arrived without a transmission');
  return violations;
}
