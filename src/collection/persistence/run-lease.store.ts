import { Injectable } from '@nestjs/common';
import { Database, WAIT_LONGER, type PreparedStatement, type Row } from '@libs/database';
import type { SourceLimit } from '../source-limit';
import { CLAIMED_BY, claiming } from './claiming';

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
  /** The link was never collected. */
  readonly isFirst: boolean;
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
   * places free, in turns by account (`domain/turn.ts`), or of one run alone. Claims of all workers go one after the other, so
   * that a source's concurrency is exact; all in one round trip, so that no worker keeps the others waiting by being slow.
   */
  async claim(
    limits: readonly SourceLimit[],
    leaseMs: number,
    runId: number | null,
    most = 1,
  ): Promise<readonly ClaimedLink[]> {
    return this.database.transaction(async () => {
      const rows = await this.database.commitWith(claiming(limits, leaseMs, runId, most));
      return rows[CLAIMED_BY] as unknown as readonly ClaimedLink[];
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

  /** Gives back a link whose visit was interrupted: anyone may claim it again at once, and the visit counts as no attempt. */
  async release(claim: ClaimedLink): Promise<void> {
    await this.database.query(
      `update run_link set state = 'queued', lease_token = null, lease_until = null, attempts = attempts - 1,
         not_before = clock_timestamp()
       where id = $1 and lease_token = $2 and state = 'running'`,
      [claim.id, claim.token],
    );
  }

  /** Gives back a link whose visit failed: anyone may claim it for another attempt after `pauseMs`. */
  async retryLater(claim: ClaimedLink, pauseMs: number): Promise<void> {
    await this.database.query(
      `update run_link set state = 'queued', lease_token = null, lease_until = null,
         not_before = clock_timestamp() + $3 * interval '1 millisecond'
       where id = $1 and lease_token = $2 and state = 'running'`,
      [claim.id, claim.token, pauseMs],
    );
  }
}
