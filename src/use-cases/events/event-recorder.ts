import { ATTACHMENT_VERSION } from '../../domain/documents/attachments/attachments';
import type { Document } from '../../domain/documents/document';
import { sha256 } from '../../domain/events/chain';
import { changedMembers, dataOf } from '../../domain/events/changes';
import type { NewEvent, Origin, OriginOf } from '../../domain/events/event';
import type { Relation } from '../../domain/master-data/relation';
import { instantText } from '../../domain/values/instant';
import type { Clock } from '../../ports/clock';
import type { ReturnedResources } from '../../ports/events/returned-resources';
import type { Creation, Recorder } from '../../ports/events/recorder';
import type { Ids } from '../../ports/ids';
import type { Repositories } from '../../ports/unit-of-work';
import type { Change } from './change';
import { recordedRepositories } from './recorded-repositories';

/** A resource as its event shows it. */
interface Shown {
  /** As its GET returns it. */
  readonly answered: object;
  readonly version: number | null;
  readonly digest: string | null;
}

/** Makes the events of changes from the resources before and after them. */
export class EventRecorder implements Recorder {
  constructor(
    private readonly clock: Clock,
    private readonly ids: Ids,
    private readonly answered: ReturnedResources,
  ) {}

  async record<T>(
    repositories: Repositories,
    originOf: OriginOf,
    work: (repositories: Repositories) => Promise<T>,
  ): Promise<T> {
    const changes: Change[] = [];
    const note = (change: Change) => void changes.push(change);
    const result = await work(recordedRepositories(repositories, note, originOf));
    for (const [company_id, noted] of byCompany(changes)) {
      const known = await withReloaded(repositories, company_id, mergedPayments(noted));
      await repositories.events.append(company_id, await this.eventsOf(known, originOf));
    }
    return result;
  }

  documentCreated(document: Document, origin: Origin): Creation {
    return this.creation('document', document, origin);
  }

  relationCreated(relation: Relation, origin: Origin): Creation {
    return this.creation('relation', relation, origin);
  }

  private creation(
    type: 'document' | 'relation',
    resource: { readonly id: string; readonly version: number },
    origin: Origin,
  ): Creation {
    const { id: resource_id, version } = resource;
    const change = { resource: { type, id: resource_id }, verb: 'created' };
    const event = this.event(
      change,
      origin,
      { answered: resource, version, digest: digestPlaceholder(resource_id) },
      [],
    );
    return { resource_id, event, digested: this.answered.digestedText(type, resource) };
  }

  /** All events of one resource have the version and digest that it has at the end of the transaction. */
  private async eventsOf(changes: readonly Change[], originOf: OriginOf): Promise<NewEvent[]> {
    const last = new Map(changes.map((change) => [keyOf(change), change]));
    const shown = new Map<string, Shown>();
    for (const [key, change] of last) shown.set(key, await this.shown(change));
    return changes.map((change) => {
      const final = shown.get(keyOf(change))!;
      return this.event(change, originOf(change.resource.id), final, this.changedOf(change, final));
    });
  }

  private async shown({ resource, before, after, load, context }: Change): Promise<Shown> {
    const state = after ?? (await load?.()) ?? before;
    if (!state) throw new Error(`The ${resource.type} of an event is missing.`);
    if (resource.type === 'company' || resource.type === 'client') {
      const { name, version = null } = state as { name: string; version?: number };
      return { answered: { ...state, name }, version, digest: null };
    }
    const answered = { ...this.answered.of(resource.type, state), ...context };
    if (resource.type === 'attachment') {
      return { answered, version: ATTACHMENT_VERSION, digest: (state as { sha256: string }).sha256 };
    }
    const digest = sha256(this.answered.digestedText(resource.type, state));
    return { answered, version: (state as { version?: number }).version ?? null, digest };
  }

  private changedOf(
    { resource: { type }, before, after, load }: Change,
    { answered }: Shown,
  ): readonly string[] {
    if (before === undefined || (after ?? load) === undefined) return [];
    if (type === 'client' || type === 'company') return changedMembers(plain(before), plain(answered));
    return changedMembers(this.answered.of(type, before), after ? this.answered.of(type, after) : answered);
  }

  private event(
    { resource: { type, id }, verb }: Pick<Change, 'resource' | 'verb'>,
    { actor, request_id }: Origin,
    { answered, version, digest }: Shown,
    changed: readonly string[],
  ): NewEvent {
    return {
      id: this.ids.next(),
      type: `${type}.${verb}`,
      occurred_at: instantText(this.clock.now()),
      actor,
      request_id,
      resource: { type, id, version },
      changed,
      data: dataOf(type, answered),
      digest,
    };
  }
}

/**
 * Replaced by the digest of a new resource. It is unique, because it contains the id that was generated for the
 * resource.
 */
function digestPlaceholder(resource_id: string): string {
  return `digest of ${resource_id}`;
}

/** Completes the changes of which only parts are known, with one statement for all documents. */
async function withReloaded(
  { documents }: Repositories,
  company_id: string,
  changes: readonly Change[],
): Promise<readonly Change[]> {
  const ids = new Set(changes.filter((change) => change.needs_reload).map(({ resource }) => resource.id));
  if (ids.size === 0) return changes;
  const found = await documents.findAll(company_id, [...ids]);
  const by_id = new Map([...ids].map((id, index) => [id, found[index]]));
  return changes.map((change) =>
    change.needs_reload ? { ...change, after: by_id.get(change.resource.id) } : change,
  );
}

/** Secrets of a client are never shown, not even by their names. */
const HIDDEN = ['secret_hash', 'previous_secret_hash', 'previous_secret_expires_at', 'version'];

function plain(resource: object): object {
  return Object.fromEntries(Object.entries(resource).filter(([name]) => !HIDDEN.includes(name)));
}

/** A payment and the change of the document that follows from it are one event. */
function mergedPayments(changes: readonly Change[]): Change[] {
  const merged: Change[] = [];
  for (const change of changes) {
    const payment = merged.findIndex(
      (other) => keyOf(other) === keyOf(change) && other.verb.startsWith('payment_'),
    );
    if (payment === -1 || change.verb !== 'updated') merged.push(change);
    else merged[payment] = { ...change, verb: merged[payment]!.verb };
  }
  return merged;
}

function keyOf({ resource: { type, id } }: Change): string {
  return `${type} ${id}`;
}

function byCompany(changes: readonly Change[]): Map<string, Change[]> {
  const companies = new Map<string, Change[]>();
  for (const change of changes) {
    const noted = companies.get(change.company_id);
    if (noted) noted.push(change);
    else companies.set(change.company_id, [change]);
  }
  return companies;
}
