import { Injectable } from '@nestjs/common';
import { Database, WAIT_LONGER, type PreparedStatement, type Row, type Statement } from '@libs/database';
import { LeaseLost, msFromNow } from '@libs/leases';
import { NotCollected } from '../domain/failure';
import type { SourceLimit } from '../domain/pace';
import {
  CLAIM_INDEX,
  claimStatements,
  COMPANIONS,
  companionStatements,
  RUN_LINKS,
  SHARE_INDEX,
} from './claim-statements';

/** A run link under a lease of this worker. Every write checks the token and changes nothing after the lease is lost. */
export interface ClaimedLink {
  readonly runLinkId: number;
  /** The id of the lease. */
  readonly token: string;
  readonly runId: number;
  readonly accountId: number;
  readonly objectId: number;
  readonly linkId: number;
  readonly sourceId: number;
  readonly wantsFull: boolean;
  /** The link was never collected. */
  readonly isFirst: boolean;
  /** How many times the link has been claimed in this run, including this claim. */
  readonly attempts: number;
  /** False if the link or its object was disabled or deleted after it was planned. */
  readonly collectable: boolean;
  /** The source is closed until this time after refusals: no request may be sent earlier. Null while it is open. */
  readonly sourceClosedUntil: Date | null;
  readonly url: string;
  /** The newest review date of the last pass that read the whole list; null if there was none. */
  readonly knownNewest: string | null;
  /**
   * The account's change number when the link's last pass ended. A pass that did not end may have written reviews with later
   * numbers.
   */
  readonly knownChange: number | null;
  /** Whether the platform shows only a window of the reviews: the last pass that read to the end reached its limit. */
  readonly showsWindow: boolean;
  /** Whether other links show the same page. */
  readonly isShared: boolean;
  /** The span that planned its run; null without traces. */
  readonly traceparent: string | null;
}

/** A run link that ends, or leaves its run. */
export type EndingLink = Pick<ClaimedLink, 'runLinkId' | 'runId' | 'accountId' | 'linkId' | 'wantsFull'>;

/** Changes of a link whose visit was interrupted. A companion that waited for its next attempt continues to wait. */
const INTERRUPTED = `state = 'queued', attempts = attempts - 1, not_before = greatest(not_before, clock_timestamp())`;

/** Claims and leases of run links. Uses the database's clock only. */
@Injectable()
export class RunLeaseStore {
  constructor(private readonly database: Database) {}

  /**
   * Claims up to `limit` links that are queued and due, or whose lease has expired: at sources with free slots, round-robin by
   * account (`domain/priority-class.ts`). With `runId`, claims only links of that run. Claims of all workers are serialized, so
   * that the concurrency of a source is exact. Links of one page take part in one visit: only the one that leads it is returned. A claim
   * is one round trip, so that a slow worker does not delay the others. It searches the sources that are served next; all sources are
   * searched in a second one only if those have fewer links than `limit`.
   */
  async claim(
    limits: readonly SourceLimit[],
    leaseMs: number,
    runId: number | null,
    limit = 1,
  ): Promise<readonly ClaimedLink[]> {
    const first = await this.claimOnce(claimStatements(limits, leaseMs, runId, limit));
    if (!first.isPartial || first.claimed >= limit) return first.claims;
    const rest = limit - first.claimed;
    const second = await this.claimOnce(claimStatements(limits, leaseMs, runId, rest, 'all sources'));
    return [...first.claims, ...second.claims];
  }

  /** `claimed`: how many links were claimed, with those that take part in the visit of another one. */
  private async claimOnce(statements: readonly PreparedStatement[]): Promise<{
    readonly claims: readonly ClaimedLink[];
    readonly claimed: number;
    readonly isPartial: boolean;
  }> {
    return this.database.transaction(async () => {
      const rows = await this.database.commitWith(statements);
      const shared = rows[SHARE_INDEX] as unknown as readonly { readonly id: number; readonly leader: number }[];
      const companions = new Set(shared.map(({ id }) => id));
      const leaders = new Set(shared.map(({ leader }) => leader));
      const found = rows[CLAIM_INDEX] as unknown as readonly (ClaimedLink & { readonly isPartial: boolean })[];
      const claimed = found.filter(({ runLinkId }) => runLinkId !== null);
      const claims = claimed
        .filter(({ runLinkId }) => !companions.has(runLinkId))
        .map(({ isPartial: _, ...claim }) => ({ ...claim, isShared: claim.isShared || leaders.has(claim.runLinkId) }));
      return { claims, claimed: claimed.length, isPartial: found[0]?.isPartial ?? false };
    });
  }

  /**
   * The links that take part in the visit of a claimed link: those that were claimed with it, and those of its page that were queued since.
   * They have the token of its lease.
   */
  async claimCompanions(claim: ClaimedLink): Promise<readonly ClaimedLink[]> {
    return this.database.transaction(async () => {
      const [, companions] = await this.database.commitWith(companionStatements(claim));
      return companions as unknown as readonly ClaimedLink[];
    });
  }

  /** Releases the companions of a link that is visited alone. */
  async releaseCompanions(claim: ClaimedLink): Promise<void> {
    await COMPANIONS.release(this.database, claim, `${INTERRUPTED}, visit_of = null`);
  }

  /**
   * Renews the lease of a claim and of its companions; returns false if none of them is left. First renews the companions whose rows are not
   * locked, so that one account does not delay the leases of others. A row that the write of a page has locked cannot be claimed until
   * that write ends, but a pass that writes without a pause would never be renewed, so each of these rows is then waited for.
   */
  async renew(claim: ClaimedLink, leaseMs: number): Promise<boolean> {
    const companions = await this.database.query<{ id: number; isRenewed: boolean }>(
      `with free as (
         select id from run_link where ${COMPANIONS.isHeld()} for update skip locked
       ), renewed as (
         update run_link r set lease_until = ${msFromNow('$3')} from free where r.id = free.id
       )
       select id, exists (select from free where free.id = r.id) as "isRenewed" from run_link r
       where ${COMPANIONS.isHeld('r')}`,
      [...COMPANIONS.valuesOf(claim), leaseMs],
    );
    const waiting = companions.filter(({ isRenewed }) => !isRenewed).map(({ id }) => id);
    const failures: unknown[] = [];
    let renewed = companions.length - waiting.length;
    for (const runLinkId of [claim.runLinkId, ...waiting]) {
      try {
        // Each is a transaction, so no row stays locked while another one is waited for.
        if (await RUN_LINKS.renew(this.database, { runLinkId, token: claim.token }, leaseMs)) renewed += 1;
      } catch (failure) {
        failures.push(failure);
      }
    }
    // A row that stays locked is renewed the next time.
    if (renewed === 0 && failures.length > 0) throw failures[0];
    return renewed > 0;
  }

  /**
   * Locks the claim until the transaction ends, with a longer lock timeout than in requests of clients: pages of an
   * account are written one at a time, and with many visits, a write may wait for several others. Throws `LeaseLost`.
   * Returns false if the link or its object was disabled or deleted.
   */
  async lock(claim: ClaimedLink): Promise<boolean> {
    const { isCollected } = await this.lockWith(claim, []);
    return isCollected;
  }

  /**
   * Like `lock`, but throws `NotCollected` if the link or its object was disabled or deleted. Sends `statements` in the
   * same round trip, after the lock, and returns their rows.
   */
  async lockCollected(claim: ClaimedLink, statements: readonly Statement[] = []): Promise<Row[][]> {
    const { isCollected, rows } = await this.lockWith(claim, statements);
    if (!isCollected) throw new NotCollected();
    return rows;
  }

  private async lockWith(claim: ClaimedLink, statements: readonly Statement[]) {
    const [, [locked] = [], ...rows] = await this.database.together([
      WAIT_LONGER,
      {
        name: 'hold-claim',
        text: `select (l.is_active and l.deleted_at is null and o.is_active and o.deleted_at is null) as collectable
               from run_link r join link_view l on l.id = r.link_id join tracked_object_view o on o.id = r.object_id
               where ${RUN_LINKS.isHeld('r')} for update of r`,
        values: RUN_LINKS.valuesOf(claim),
      },
      ...statements,
    ]);
    if (!locked) {
      RUN_LINKS.countLoss();
      throw new LeaseLost('another worker has claimed this link');
    }
    return { isCollected: locked['collectable'] === true, rows };
  }

  /** The statement that adds the counts of a slice of a page to the run link. */
  countStatement(
    claim: ClaimedLink,
    slice: { readonly pages: number; readonly read: number; readonly inserted: number; readonly changed: number },
  ): PreparedStatement {
    return {
      name: 'count-slice',
      text: `update run_link set pages = pages + $5, reviews_read = reviews_read + $2, reviews_new = reviews_new + $3,
               reviews_changed = reviews_changed + $4 where id = $1`,
      values: [claim.runLinkId, slice.read, slice.inserted, slice.changed, slice.pages],
    };
  }

  /** Releases a link whose visit was interrupted: it can be claimed at once, and the visit does not count as an attempt. */
  async release(claim: ClaimedLink): Promise<void> {
    await RUN_LINKS.release(this.database, claim, INTERRUPTED);
  }

  /** Releases a link whose visit failed: it can be claimed for another attempt after `pauseMs`. */
  async retryLater(claim: ClaimedLink, pauseMs: number): Promise<void> {
    await RUN_LINKS.release(this.database, claim, `state = 'queued', not_before = ${msFromNow('$3')}`, [pauseMs]);
  }
}
