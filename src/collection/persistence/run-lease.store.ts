import { Injectable } from '@nestjs/common';
import { Database, holding, LOCKS, WAIT_LONGER, type PreparedStatement, type Row } from '@libs/database';
import type { SourceLimit } from '../source-limit';

/** A link that this worker collects. The token proves it: every write names it, and a worker that lost its lease is refused. */
export interface ClaimedLink {
  readonly id: number;
  readonly token: string;
  readonly runId: number;
  readonly accountId: number;
  readonly objectId: number;
  readonly linkId: number;
  readonly sourceId: number;
  readonly wantsFull: boolean;
  /** How often a worker has begun it, this time included. */
  readonly attempts: number;
  /** False where the link was switched off or deleted since it was planned. */
  readonly collectable: boolean;
  /** The source pauses after refusals; nothing may be asked of it before. */
  readonly sourceClosedUntil: Date | null;
  readonly url: string;
  /** The newest review date that the last pass saw which was read to the end of its list; null where there was none. */
  readonly knownNewest: string | null;
  /** The account's change number when the last pass of the link ended: what was written later may be of a pass that did not. */
  readonly knownChange: number | null;
  /** The last pass that was read to its end ended with the window that the platform shows. */
  readonly showsWindow: boolean;
}

/** Another worker has taken the link over; what this one still knows is void. */
export class LeaseLost extends Error {
  constructor() {
    super('another worker has taken this collection over');
    this.name = 'LeaseLost';
  }
}

/** Claims, leases and their tokens, by the database's clock alone (a worker's may be wrong by hours). */
@Injectable()
export class RunLeaseStore {
  constructor(private readonly database: Database) {}

  /**
   * The next links to collect, `most` at most: waiting and due, or left by a worker that fell silent; of sources that have
   * places free. Claims of all workers go one after the other, so that a source's concurrency is exact; all in one round trip,
   * so that no worker keeps the others waiting by being slow.
   */
  async claim(
    limits: readonly SourceLimit[],
    leaseMs: number,
    runId: number | null,
    most = 1,
  ): Promise<readonly ClaimedLink[]> {
    const claim = {
      name: `claim-run-links-${most}`,
      text: claiming(most),
      values: [limits.map((limit) => limit.sourceId), limits.map((limit) => limit.concurrency), leaseMs, runId],
    };
    return this.database.transaction(async () => {
      const [, claimed] = await this.database.commitWith([holding(LOCKS.claims), claim]);
      return claimed as unknown as readonly ClaimedLink[];
    });
  }

  /** Prolongs a lease; false if it is lost. */
  async renew(claim: ClaimedLink, leaseMs: number): Promise<boolean> {
    const renewed = await this.database.execute(
      `update run_link set lease_until = clock_timestamp() + $3 * interval '1 millisecond'
       where id = $1 and lease_token = $2 and state = 'running'`,
      [claim.id, claim.token, leaseMs],
    );
    return renewed === 1;
  }

  /**
   * Locks the claim for the rest of the transaction, which may wait longer than a client's. Throws `LeaseLost` where it is
   * no longer ours. False where the link or its object was switched off or deleted.
   */
  async hold(claim: ClaimedLink): Promise<boolean> {
    return this.isCollectable(await this.database.together(this.holding(claim)));
  }

  /** The statements of `hold`, to be sent with others: before anything is committed, `isCollectable` must see their rows. */
  holding(claim: ClaimedLink): readonly PreparedStatement[] {
    return [
      // Pages of an account's links are written one at a time: with many visits under way, one may wait for several others.
      WAIT_LONGER,
      {
        name: 'hold-claim',
        text: `select (l.is_active and l.deleted_at is null and o.is_active and o.deleted_at is null) as collectable
               from run_link r join link l on l.id = r.link_id join tracked_object o on o.id = r.object_id
               where r.id = $1 and r.lease_token = $2 and r.state = 'running' for update of r`,
        values: [claim.id, claim.token],
      },
    ];
  }

  /** What the rows of `holding` say, with those of other statements behind them. As `hold`. */
  isCollectable([, held = []]: readonly Row[][]): boolean {
    const [row] = held;
    if (!row) throw new LeaseLost();
    return row['collectable'] === true;
  }

  /** The statement that adds what a slice brought to what the run link has read. */
  counting(
    claim: ClaimedLink,
    slice: { readonly pages: number; readonly read: number; readonly inserted: number; readonly changed: number },
  ): PreparedStatement {
    return {
      name: 'count-slice',
      text: `update run_link set pages = pages + $5, reviews_read = reviews_read + $2, reviews_new = reviews_new + $3,
               reviews_changed = reviews_changed + $4 where id = $1`,
      values: [claim.id, slice.read, slice.inserted, slice.changed, slice.pages],
    };
  }

  /** Gives the link back, to be claimed again by anyone after `pauseMs`. A visit that was only interrupted counts as no attempt. */
  async release(
    claim: ClaimedLink,
    how: { readonly pauseMs: number; readonly countsAsAttempt: boolean },
  ): Promise<void> {
    await this.database.query(
      `update run_link set state = 'queued', lease_token = null, lease_until = null, attempts = attempts - $4::int,
         not_before = clock_timestamp() + $3 * interval '1 millisecond'
       where id = $1 and lease_token = $2 and state = 'running'`,
      [claim.id, claim.token, how.pauseMs, how.countsAsAttempt ? 0 : 1],
    );
  }
}

/** The first of a source that is free; wrapped, because a lock is taken in it. */
const firstOf = (condition: string, most: number): string => `
      select * from (
        select r.id, r.priority, r.not_before from run_link r
        where r.source_id = free.source_id and ${condition} and ($4::bigint is null or r.run_id = $4)
        order by r.priority, r.not_before, r.id limit ${most} for update skip locked
      ) first`;

/**
 * Times are compared with the statement's own: PostgreSQL looks nothing up in an index by a clock that moves on. The first that
 * waits and the first that was left are asked for source by source: together, all that waits would be read and sorted for each
 * claim. `most` is part of the text: of a limit that it does not know, PostgreSQL takes a tenth of all that waits to be asked for.
 */
const claiming = (most: number): string => `
  with busy as (
    select source_id, count(*) as n from run_link where state = 'running' and lease_until > statement_timestamp() group by source_id
  ), free as (
    select x.source_id, x.concurrency - coalesce(busy.n, 0) as places from unnest($1::int[], $2::int[]) as x(source_id, concurrency)
    left join busy using (source_id) where coalesce(busy.n, 0) < x.concurrency
  ), next as (
    select one.id from free cross join lateral (
      select * from (
      ${firstOf("r.state = 'queued' and r.not_before <= statement_timestamp()", most)}
      union all
      ${firstOf("r.state = 'running' and r.lease_until <= statement_timestamp()", most)}
      ) both_kinds order by priority, not_before, id limit free.places
    ) one
    order by one.priority, one.not_before, one.id limit ${most}
  )
  update run_link r set state = 'running', lease_token = gen_random_uuid(),
    lease_until = clock_timestamp() + $3 * interval '1 millisecond',
    attempts = r.attempts + 1, pages = 0, reviews_read = 0, started_at = coalesce(r.started_at, clock_timestamp())
  from next, link l, tracked_object o, link_collection c
  where r.id = next.id and l.id = r.link_id and o.id = r.object_id and c.link_id = r.link_id
  returning r.id, r.lease_token as token, r.run_id as "runId", r.account_id as "accountId", r.object_id as "objectId",
    r.link_id as "linkId", r.source_id as "sourceId", r.wants_full as "wantsFull", r.attempts,
    (l.is_active and l.deleted_at is null and o.is_active and o.deleted_at is null) as collectable,
    (select closed_until from source_pace p where p.source_id = r.source_id and p.closed_until > clock_timestamp()) as "sourceClosedUntil",
    l.url, coalesce(c.disputed_newest, c.full_pass_newest) as "knownNewest", c.known_change as "knownChange",
    c.shows_window as "showsWindow"`;
