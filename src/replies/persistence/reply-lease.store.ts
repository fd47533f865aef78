import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import { HeldLease, LeasedTable, LeaseLost, msFromNow } from '@libs/leases';
import { isServed } from '@src/auth';
import { isOnFor } from '@src/switches';
import type { ClaimFacts } from '../domain/next-step';
import type { ReplyFailure } from '../domain/reply';

/** A reply under a lease of this worker. Every write checks the token, and throws `LeaseLost` without the lease. */
export interface ClaimedReply extends ClaimFacts {
  readonly token: string;
  readonly accountId: number;
  readonly reviewId: number;
  readonly objectId: number;
  readonly sourceId: number;
  /** By the database's clock. */
  readonly claimedAt: Date;
  /** When the claim was requested, by `performance.now()` of this process. */
  readonly requestedAtMs: number;
  /** Time from the acceptance of the PUT or DELETE to the claim. */
  readonly acceptedForMs: number;
  /** Limits how long this worker may send requests. */
  readonly lease: HeldLease;
}

/** Leases on replies. A lease is also lost if the client changes the reply, or if its account is suspended. */
const REPLIES = new LeasedTable('review_reply', {
  key: { account_id: 'accountId', review_id: 'reviewId' },
  end: 'due_at',
});
const NOT_IN_DOUBT = 'in_doubt = false, in_doubt_since = null';

/**
 * Claims, leases and results of replies. The database's clock and the token decide which worker has the lease; the worker also
 * measures it by its own clock (`HeldLease`). `begin` is committed before every request that changes something: it proves that the
 * worker has the lease, and records that the request may have an effect. Only a result ends that doubt.
 */
@Injectable()
export class ReplyLeaseStore {
  constructor(private readonly database: Database) {}

  /**
   * Claims the next reply that is due or whose lease has expired; null if there is none. Replies that the operator has switched off wait
   * with their due times. A due reply of a suspended account is put back, and looked at again later.
   */
  async claim(leaseMs: number): Promise<ClaimedReply | null> {
    for (;;) {
      const requestedAtMs = performance.now();
      const [next] = await this.database.prepared<ClaimRow>({
        name: 'claim-reply',
        inIndexOrder: true,
        text: CLAIM,
        values: [leaseMs],
      });
      if (next === undefined) return null;
      const { token } = next;
      if (token !== null) return { ...next, token, requestedAtMs, lease: new HeldLease(requestedAtMs, leaseMs) };
    }
  }

  /** Renews a lease; returns false if it is lost. */
  async renew(claim: ClaimedReply, leaseMs: number): Promise<boolean> {
    const requestedAt = performance.now();
    const isHeld = await REPLIES.renew(this.database, claim, leaseMs);
    if (isHeld) claim.lease.renewed(requestedAt, leaseMs);
    return isHeld;
  }

  /**
   * Records that a request begins. Must be committed before it is sent. Returns the number of requests for this PUT or DELETE. The share
   * lock on the account orders it with a suspension: after one is committed no request begins, and the reply is put back. The same holds
   * after the operator has switched replies off.
   */
  async begin(claim: ClaimedReply, { provenAbsent }: { readonly provenAbsent: boolean }): Promise<number> {
    const [row] = await this.database.query<{ attempts: number }>(
      `with served as (select from account_view a where a.id = $1 and ${isServed('a')} for share)
       update review_reply set attempts = attempts + 1, in_doubt = true, in_doubt_since = clock_timestamp(), reads = 0,
         held_text = case when $4 then null else held_text end, held_at = case when $4 then null else held_at end,
         confirmed_at = case when $4 then null else confirmed_at end,
         sent_texts = case when action = 'publish' then ${WITH_TEXT} else sent_texts end
       where ${REPLIES.isHeld()} and state = 'publishing' and exists (select from served) and ${isOnFor('replies', 'review_reply.source_id')}
       returning attempts`,
      [...REPLIES.valuesOf(claim), provenAbsent],
    );
    if (row) return row.attempts;
    REPLIES.countLoss();
    await this.putBack(claim);
    throw new LeaseLost();
  }

  /**
   * Records that the platform has the text. Releases the reply. `pollMs`: the pause before the next read of the platform if the
   * text is in moderation; otherwise null.
   */
  async recordPublished(
    claim: ClaimedReply,
    options: { readonly pollMs: number | null; readonly confirmed: boolean },
  ): Promise<void> {
    await this.release(
      claim,
      `state = 'published', held_at = case when held_text = text then held_at else clock_timestamp() end, held_text = text,
       confirmed_at = case when $5 then coalesce(case when held_text = text then confirmed_at end, clock_timestamp())
         when held_text = text then confirmed_at end,
       was_accepted = true, ${NOT_IN_DOUBT}, is_repair = false, due_at = ${msFromNow('$4')},
       reads = case when state = 'published' then reads + 1 else 0 end`,
      [options.pollMs, options.confirmed],
    );
  }

  /** Records that the platform certainly has no text of the account. Releases the reply. */
  async recordRemoved(claim: ClaimedReply): Promise<void> {
    await this.release(
      claim,
      `state = 'deleted', held_text = null, held_at = null, confirmed_at = null, ${NOT_IN_DOUBT}, is_repair = false,
       due_at = null`,
    );
  }

  /** Records that the reply was edited on the platform, and that the edit is kept. Releases the reply as published. */
  async recordEdited(claim: ClaimedReply): Promise<void> {
    await this.release(claim, `state = 'published', is_repair = false, due_at = null`);
  }

  /** Records that the request was begun but not sent; it does not count. Releases the reply, due at once. */
  async recordNotSent(claim: ClaimedReply, stillInDoubt: boolean): Promise<void> {
    await this.release(
      claim,
      `state = 'pending', attempts = attempts - 1, in_doubt = $4, in_doubt_since = case when $4 then in_doubt_since end,
       due_at = clock_timestamp()`,
      [stillInDoubt],
    );
  }

  /** Schedules a request without effect again after the pause. `stillInDoubt`: an earlier request may have had an effect. */
  async retryLater(claim: ClaimedReply, pauseMs: number, stillInDoubt: boolean): Promise<void> {
    await this.release(
      claim,
      `state = 'pending', in_doubt = $5, in_doubt_since = case when $5 then in_doubt_since end,
       due_at = ${msFromNow('$4')}`,
      [pauseMs, stillInDoubt],
    );
  }

  /** Schedules another read of the platform after the pause. The state does not change. */
  async readLater(claim: ClaimedReply, pauseMs: number): Promise<void> {
    await this.release(claim, `reads = reads + 1, due_at = ${msFromNow('$4')}`, [pauseMs]);
  }

  /** Releases a reply whose read was interrupted; another worker may read the platform at once. */
  async readAtOnce(claim: ClaimedReply): Promise<void> {
    await this.release(claim, 'due_at = clock_timestamp()');
  }

  /** Records that the request broke after it was sent. The time in doubt counts from now. */
  async recordUnknownOutcome(claim: ClaimedReply, pauseMs: number): Promise<void> {
    await this.release(claim, `in_doubt_since = clock_timestamp(), due_at = ${msFromNow('$4')}`, [pauseMs]);
  }

  /**
   * Records a failure. A published text that the platform then rejected is cleared, because the platform no longer has it. If the platform
   * could not be read (`stillInDoubt`), the text is kept, and the platform is read before the next request.
   */
  async recordFailed(
    claim: ClaimedReply,
    failure: { readonly error: ReplyFailure; readonly detail: string; readonly stillInDoubt: boolean },
  ): Promise<void> {
    const isRejected = `state = 'published' and not $6`;
    const isInDoubt = `$6 and (in_doubt or state = 'published')`;
    await this.release(
      claim,
      `held_text = case when ${isRejected} then null else held_text end,
       held_at = case when ${isRejected} then null else held_at end,
       confirmed_at = case when ${isRejected} then null else confirmed_at end,
       state = 'failed', error = $4, error_detail = $5, in_doubt = ${isInDoubt},
       in_doubt_since = case when ${isInDoubt} then coalesce(in_doubt_since, clock_timestamp()) end, is_repair = false,
       due_at = null`,
      [failure.error, failure.detail.slice(0, MAX_DETAIL_LENGTH), failure.stillInDoubt],
    );
  }

  /** Releases a reply that may not be sent now; the next claim decides when it is looked at. Without the lease it changes nothing. */
  private async putBack(claim: ClaimedReply): Promise<void> {
    await this.database.execute(
      `update review_reply set ${REPLIES.released}, state = 'pending', due_at = clock_timestamp()
       where ${REPLIES.isHeld()} and state = 'publishing'`,
      REPLIES.valuesOf(claim),
    );
  }

  private async release(claim: ClaimedReply, changes: string, values?: readonly unknown[]): Promise<void> {
    if (!(await REPLIES.release(this.database, claim, changes, values))) throw new LeaseLost();
  }
}

/** How many texts of a review are kept, the latest ones. */
const MAX_SENT_TEXTS = 8;
const OTHER_TEXTS = 'array_remove(sent_texts, text)';
const WITH_TEXT = `(array_append(${OTHER_TEXTS}, text))[greatest(1, cardinality(${OTHER_TEXTS}) + 2 - ${MAX_SENT_TEXTS}):]`;

const MAX_DETAIL_LENGTH = 500;

/** Replies of suspended accounts are looked at again after this time. */
const SUSPENDED_RECHECK = `interval '5 minutes'`;

/** `token` is null if the reply was not claimed, because its account is suspended. */
type ClaimRow = Omit<ClaimedReply, 'token' | 'requestedAtMs' | 'lease'> & { readonly token: string | null };

/**
 * While a reply is claimed, `due_at` is the end of its lease. The worker may have sent requests until then, so the time in doubt counts
 * from then.
 */
const CLAIM = `
  with oldest as (${REPLIES.nextDue(isOnFor('replies', 'review_reply.source_id'))}), next as (
    select o.account_id, o.review_id, ${isServed('a')} as is_served from oldest o join account_view a on a.id = o.account_id
  )
  update review_reply p set
    state = case when p.state = 'published' then p.state when next.is_served then 'publishing' else 'pending' end,
    in_doubt_since = case when p.in_doubt and p.lease_token is not null and p.state = 'publishing'
      then greatest(p.in_doubt_since, p.due_at) else p.in_doubt_since end,
    lease_token = case when next.is_served then gen_random_uuid() end,
    due_at = clock_timestamp() + case when next.is_served then $1 * interval '1 millisecond' else ${SUSPENDED_RECHECK} end
  from next where p.account_id = next.account_id and p.review_id = next.review_id
  returning p.lease_token as token, p.account_id as "accountId", p.review_id as "reviewId", p.object_id as "objectId",
    p.source_id as "sourceId", p.state, p.action, p.text, p.held_text as "publishedText",
    p.sent_texts as "sentTexts", p.is_repair as "isRepair",
    p.confirmed_at is not null as "wasConfirmed", p.in_doubt as "inDoubt", p.attempts, p.reads,
    clock_timestamp() as "claimedAt",
    extract(epoch from clock_timestamp() - p.accepted_at)::float8 * 1000 as "acceptedForMs",
    coalesce(extract(epoch from clock_timestamp() - p.in_doubt_since)::float8 * 1000, 0) as "doubtForMs",
    coalesce(extract(epoch from clock_timestamp() - p.held_at)::float8 * 1000, 0) as "publishedForMs"`;
