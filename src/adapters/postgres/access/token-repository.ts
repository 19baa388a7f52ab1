import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { AttemptWindow, LockoutLimits } from '../../../domain/access/failed-attempts';
import {
  MOST_REMEMBERED_USES,
  REMEMBERED_USES,
  REUSE_TOLERANCE_S,
  type RefreshToken,
  type UnusableToken,
} from '../../../domain/access/tokens';
import { type Deadlines, NO_DEADLINES } from '../../../ports/deadlines';
import type {
  Issue,
  IssueOutcome,
  Rotation,
  StoredSecrets,
  TokenHolder,
  TokenRepository,
} from '../../../ports/access/token-repository';
import { inTransaction } from '../connect';
import { decided } from '../connections/doubt';
import type { DB } from '../database';
import { rowsOf } from '../rows-of';

/**
 * Loads the key that every node derives its keys from. The first node that starts generates it.
 *
 * @returns 32 bytes
 */
export async function loadInstallationKey(db: Kysely<DB>): Promise<Uint8Array> {
  await db
    .insertInto('installation')
    .values({ id: 1, secret_key: randomBytes(32) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { secret_key } = await db.selectFrom('installation').select('secret_key').executeTakeFirstOrThrow();
  return secret_key;
}

/** PostgreSQL stores no NUL, and in UTF-8 all lone surrogates become the same character. */
const NOT_STORABLE = /[\0\p{Cs}]/u;

/** Each `limit` makes the planner look rows up by their key, also while it has no statistics. */
const FIND_SECRETS = `
select c.client_id, c.secret_hash, c.previous_secret_hash, c.previous_secret_expires_at, a.window_started_at, a.count,
  coalesce(a.recorded_window = a.window_started_at, false) as is_lockout_recorded
from unnest($1::varchar[]) as q (client_id)
cross join lateral (select * from client where client_id = q.client_id limit 1) c
left join lateral (select * from failed_attempt where client_id = c.client_id limit 1) a on true`;

// The rule of domain/access/failed-attempts.ts in a single statement. A window is open when it started between $3 and
// $4.
const RESERVE_ATTEMPT = `
insert into failed_attempt as a (client_id, window_started_at, count)
values ($1, $2, 1)
on conflict (client_id) do update set
  window_started_at = case when a.count > 0 and a.window_started_at > $3 and a.window_started_at < $4
    then a.window_started_at else $2 end,
  count = case when a.count > 0 and a.window_started_at > $3 and a.window_started_at < $4
    then a.count + 1 else 1 end
where not (a.count >= $5 and a.window_started_at > $3 and a.window_started_at < $4)
returning window_started_at, count`;

const FIND_ATTEMPTS = 'select window_started_at, count from failed_attempt where client_id = $1';

const RELEASE_ATTEMPT = `
update failed_attempt set count = count - 1
where client_id = $1 and window_started_at = $2 and count > 0`;

// The client's row is locked against a concurrent rotation of its secret. A rotation that commits first is visible
// here; a later one finds this refresh token and revokes it. Lock order: client, refresh_token, failed_attempt.
const ISSUE = `
with holder as (
  select client_id, company_id, permissions, active,
    secret_hash = $2 or (previous_secret_hash is not distinct from $2 and previous_secret_expires_at > $3) as holds
  from client
  where client_id = $1
  for share
), lockout as (
  select window_started_at, count
  from failed_attempt
  where client_id = $1 and count >= $4 and window_started_at > $5 and window_started_at < $6 and not $7::boolean
), issued as (
  insert into refresh_token (family, client_id, generation, token_hash, used_at)
  select $8, client_id, 0, $9, '{}'
  from holder
  where holds and active and not exists (select from lockout)
  on conflict (client_id) do update set
    family = excluded.family, generation = excluded.generation, token_hash = excluded.token_hash,
    used_at = excluded.used_at
  returning client_id
), forgotten as (
  delete from failed_attempt a using issued where a.client_id = issued.client_id
)
select holder.client_id, holder.company_id, holder.permissions, holder.active, holder.holds,
  lockout.window_started_at, lockout.count
from holder left join lockout on true`;

// By primary key. A concurrent use of the same token waits for the row lock and then does not match: the generation has
// changed. A single stored time decides how many are kept, so that a rotation does not read all of them. The most leave
// the row below 2 KB: a longer one would be moved to a TOAST table by each rotation.
const ROTATE = `
update refresh_token r set
  generation = r.generation + 1, token_hash = u.next_hash,
  used_at = array_prepend($5::timestamptz, r.used_at[1:
    case when r.used_at[${REMEMBERED_USES - 1}] >= $5::timestamptz - interval '${REUSE_TOLERANCE_S} s'
      then ${MOST_REMEMBERED_USES - 1} else ${REMEMBERED_USES - 1} end])
from unnest($1::uuid[], $2::integer[], $3::bytea[], $4::bytea[]) with ordinality
  as u (family, generation, token_hash, next_hash, position), client c
where r.family = u.family and r.generation = u.generation and r.token_hash = u.token_hash
  and c.client_id = r.client_id and c.active
returning u.position::integer, c.client_id, c.company_id, c.permissions`;

const FIND_HOLDERS = `
select t.position::integer, c.client_id, c.company_id, c.permissions
from unnest($1::uuid[], $2::bytea[]) with ordinality as t (family, token_hash, position)
cross join lateral (
  select client_id from refresh_token where family = t.family and token_hash = t.token_hash limit 1
) r
cross join lateral (select * from client where client_id = r.client_id limit 1) c`;

interface Position {
  /** Position of the token in the arguments, from 1. */
  readonly position: number;
}

// used_at[1] is the time when the generation before the active one was used, used_at[2] the one before that. Families
// that are already revoked are not matched.
const FIND_UNUSABLE = `
select generation = $2 and token_hash = $3 as active, generation > $2 as used, used_at[generation - $2] as used_at
from refresh_token
where family = $1 and token_hash is not null`;

/**
 * The token operations, each in a single statement. `client` and its tables have no company_id key: `client_id` is the
 * tenant's key here.
 */
export class PostgresTokenRepository implements TokenRepository {
  constructor(
    private readonly db: Kysely<DB>,
    protected readonly deadlines: Deadlines = NO_DEADLINES,
  ) {}

  async findSecrets(client_id: string): Promise<StoredSecrets | undefined> {
    return (await this.findAllSecrets([client_id])).get(client_id);
  }

  /** @returns by client id, without the ids that no client has */
  async findAllSecrets(client_ids: readonly string[]): Promise<Map<string, StoredSecrets>> {
    type Row = Omit<StoredSecrets, 'failed_attempts'> & { client_id: string } & Partial<AttemptWindow>;
    const rows = await rowsOf<Row>(this.db, FIND_SECRETS, [
      client_ids.filter((id) => !NOT_STORABLE.test(id)),
    ]);
    return new Map(rows.map((row) => [row.client_id, { ...row, failed_attempts: windowOf(row) }]));
  }

  async reserveAttempt(
    client_id: string,
    now: Date,
    limits: LockoutLimits,
  ): Promise<{ reserved: boolean; window: AttemptWindow }> {
    const values = [client_id, now, ...bounds(now, limits), limits.attempts];
    // In a transaction, so that an attempt does not count whose statement waits past the deadline of its request. The
    // commit is no effect of the request, which releases the attempt when it fails.
    const [counted] = await this.deadlines.within(this.deadlines.current(), () =>
      inTransaction(this.db, (trx) => rowsOf<AttemptWindow>(trx, RESERVE_ATTEMPT, values)),
    );
    if (counted) return { reserved: true, window: counted };
    const [window] = await rowsOf<AttemptWindow>(this.db, FIND_ATTEMPTS, [client_id]);
    return { reserved: false, window: window ?? { window_started_at: now, count: limits.attempts } };
  }

  async releaseAttempt(client_id: string, window: AttemptWindow): Promise<void> {
    await rowsOf(this.db, RELEASE_ATTEMPT, [client_id, window.window_started_at]);
  }

  async issue(issue: Issue, now: Date, limits: LockoutLimits): Promise<IssueOutcome> {
    type Row = TokenHolder & { active: boolean; holds: boolean } & Partial<AttemptWindow>;
    const { client_id, secret_hash, reserved, refresh_token } = issue;
    const [found] = await decided(
      () =>
        rowsOf<Row>(this.db, ISSUE, [
          ...[client_id, secret_hash, now, limits.attempts, ...bounds(now, limits), reserved],
          ...[refresh_token.family, refresh_token.token_hash],
        ]),
      async () => {
        const [holder] = await this.findHolders([refresh_token]);
        return holder && [{ ...holder, active: true, holds: true }];
      },
      this.deadlines,
    );
    if (!found) return { outcome: 'superseded' };
    const failed_attempts = windowOf(found);
    if (failed_attempts) return { outcome: 'locked', failed_attempts };
    if (!found.holds) return { outcome: 'superseded' };
    return found.active ? { outcome: 'issued', holder: found } : { outcome: 'inactive' };
  }

  async rotate(rotation: Rotation, now: Date): Promise<TokenHolder | undefined> {
    return (await this.rotateAll([rotation], now))[0];
  }

  /**
   * @param rotations - at most one of each family
   * @returns in the order of the rotations
   */
  async rotateAll(rotations: readonly Rotation[], now: Date): Promise<(TokenHolder | undefined)[]> {
    const rotate = () =>
      rowsOf<Position & TokenHolder>(this.db, ROTATE, [
        rotations.map(({ used }) => used.family),
        rotations.map(({ used }) => used.generation),
        rotations.map(({ used }) => used.token_hash),
        rotations.map(({ next }) => next.token_hash),
        now,
      ]);
    const readBack = async () => {
      const found = await this.findHolders(rotations.map(({ next }) => next));
      return found.length > 0 ? found : undefined;
    };
    const rows = await decided(rotate, readBack, this.deadlines);
    const holders: (TokenHolder | undefined)[] = rotations.map(() => undefined);
    for (const { position, ...holder } of rows) holders[position - 1] = holder;
    return holders;
  }

  async findUnusable({ family, generation, token_hash }: RefreshToken): Promise<UnusableToken | undefined> {
    return (await rowsOf<UnusableToken>(this.db, FIND_UNUSABLE, [family, generation, token_hash]))[0];
  }

  /** The holders of the tokens that are in force. */
  private findHolders(tokens: readonly RefreshToken[]): Promise<(Position & TokenHolder)[]> {
    return rowsOf(this.db, FIND_HOLDERS, [
      tokens.map(({ family }) => family),
      tokens.map(({ token_hash }) => token_hash),
    ]);
  }
}

/** The failed attempts that a left join found; undefined when there are none. */
function windowOf({ window_started_at, count }: Partial<AttemptWindow>): AttemptWindow | undefined {
  return window_started_at && count !== undefined ? { window_started_at, count } : undefined;
}

/** The range of start times of the windows that are open at `now`. */
function bounds(now: Date, { window_s }: LockoutLimits): [since: Date, until: Date] {
  return [new Date(now.getTime() - window_s * 1000), new Date(now.getTime() + window_s * 1000)];
}
