import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import { HeldLease } from '../domain/held-lease';
import type { ClaimFacts } from '../domain/next-step';
import type { ReplyFailure } from '../domain/reply';

/** A reply that this worker carries out. The token proves it: every write names it, and a worker that lost its lease is refused. */
export interface ClaimedReply extends ClaimFacts {
  readonly token: string;
  readonly accountId: number;
  readonly reviewId: number;
  readonly objectId: number;
  readonly sourceId: number;
  readonly claimedAt: Date;
  /** Until when this worker may act on it. */
  readonly lease: HeldLease;
}

/** Another worker has taken the reply over, or the client wants something else now; what this one still knows is void. */
export class ReplyLeaseLost extends Error {
  constructor() {
    super('the reply is no longer held');
    this.name = 'ReplyLeaseLost';
  }
}

const MINE = 'account_id = $1 and review_id = $2 and lease_token = $3';
const GIVEN_BACK = 'lease_token = null';
const ENDED = `${GIVEN_BACK}, is_repair = false`;
const SURE = 'in_doubt = false, in_doubt_since = null';

/**
 * Claims, leases and how they end. Who holds a reply is decided by the database's clock and the token alone; the holder
 * counts along by a clock that needs no answer, and acts as long as that says so (`domain/held-lease.ts`). `begin` is the gate before every request that changes
 * something: it proves that the lease is still held, and leaves on record that something may have been done, before it is
 *. The record is taken back only by an outcome.
 */
@Injectable()
export class ReplyLeaseStore {
  constructor(private readonly database: Database) {}

  /** The next reply that is due, or whose worker fell silent; null where there is none. */
  async claim(leaseMs: number): Promise<ClaimedReply | null> {
    const askedAt = performance.now();
    const [claimed] = await this.database.prepared<Omit<ClaimedReply, 'lease'>>({
      name: 'claim-reply',
      text: CLAIM,
      values: [leaseMs],
    });
    return claimed === undefined ? null : { ...claimed, lease: new HeldLease(askedAt, leaseMs) };
  }

  /** Prolongs a lease; false if it is lost. */
  async renew(claim: ClaimedReply, leaseMs: number): Promise<boolean> {
    const askedAt = performance.now();
    const renewed = await this.database.execute(
      `update review_reply set due_at = clock_timestamp() + $4 * interval '1 millisecond' where ${MINE}`,
      [...mine(claim), leaseMs],
    );
    if (renewed === 1) claim.lease.renewed(askedAt, leaseMs);
    return renewed === 1;
  }

  /** To be committed before the request is made. Gives how many requests were begun for this wish. */
  async begin(claim: ClaimedReply, { placeIsEmpty }: { readonly placeIsEmpty: boolean }): Promise<number> {
    const [row] = await this.database.query<{ attempts: number }>(
      `update review_reply set attempts = attempts + 1, in_doubt = true, in_doubt_since = clock_timestamp(), looks = 0,
         held_text = case when $4 then null else held_text end, held_at = case when $4 then null else held_at end,
         confirmed_at = case when $4 then null else confirmed_at end,
         sent_texts = case when wish = 'publish' then ${SENT_TOO} else sent_texts end
       where ${MINE} and state = 'publishing' returning attempts`,
      [...mine(claim), placeIsEmpty],
    );
    if (!row) throw new ReplyLeaseLost();
    return row.attempts;
  }

  /** The platform holds the text. `pollMs`: it waits for moderation and is asked for after so long; null: nothing more to do. */
  async published(
    claim: ClaimedReply,
    how: { readonly pollMs: number | null; readonly confirmed: boolean },
  ): Promise<void> {
    await this.write(
      claim,
      `state = 'published', held_at = case when held_text = text then held_at else clock_timestamp() end, held_text = text,
       confirmed_at = case when $5 then coalesce(case when held_text = text then confirmed_at end, clock_timestamp())
         when held_text = text then confirmed_at end,
       was_accepted = true, ${SURE}, ${ENDED}, due_at = clock_timestamp() + $4 * interval '1 millisecond',
       looks = case when state = 'published' then looks + 1 else 0 end`,
      [how.pollMs, how.confirmed],
    );
  }

  /** The platform holds no text of ours any more, for certain; the reply is given back. */
  async removed(claim: ClaimedReply): Promise<void> {
    await this.write(
      claim,
      `state = 'deleted', held_text = null, held_at = null, confirmed_at = null, ${SURE}, ${ENDED}, due_at = null`,
      [],
    );
  }

  /** Somebody's edit stands on the platform, and stays; ours is published as far as it ever was. */
  async left(claim: ClaimedReply): Promise<void> {
    await this.write(claim, `state = 'published', ${ENDED}, due_at = null`, []);
  }

  /** The request that was begun was never written: it counts as none, and whoever is next begins anew. */
  async withheld(claim: ClaimedReply, stillInDoubt: boolean): Promise<void> {
    await this.write(
      claim,
      `state = 'pending', attempts = attempts - 1, in_doubt = $4, in_doubt_since = case when $4 then in_doubt_since end,
       ${GIVEN_BACK}, due_at = clock_timestamp()`,
      [stillInDoubt],
    );
  }

  /** This request did nothing; the same again later. `stillInDoubt`: what an earlier one did is not known either. */
  async again(claim: ClaimedReply, pauseMs: number, stillInDoubt: boolean): Promise<void> {
    await this.write(
      claim,
      `state = 'pending', in_doubt = $5, in_doubt_since = case when $5 then in_doubt_since end, ${GIVEN_BACK},
       due_at = clock_timestamp() + $4 * interval '1 millisecond'`,
      [pauseMs, stillInDoubt],
    );
  }

  /** Nobody knows yet; asked again later. The state stays what it is. */
  async wait(claim: ClaimedReply, pauseMs: number): Promise<void> {
    await this.write(
      claim,
      `looks = looks + 1, ${GIVEN_BACK}, due_at = clock_timestamp() + $4 * interval '1 millisecond'`,
      [pauseMs],
    );
  }

  /** One request broke in the middle: its time to arrive is counted from here. */
  async unknown(claim: ClaimedReply, pauseMs: number): Promise<void> {
    await this.write(
      claim,
      `in_doubt_since = clock_timestamp(), ${GIVEN_BACK}, due_at = clock_timestamp() + $4 * interval '1 millisecond'`,
      [pauseMs],
    );
  }

  /**
   * The end of tries. A text that was published and then turned down stands nowhere any more; one that only could not be
   * asked for (`stillInDoubt`) is remembered, and the platform is asked before anything else is done.
   */
  async failed(
    claim: ClaimedReply,
    failure: { readonly error: ReplyFailure; readonly detail: string; readonly stillInDoubt: boolean },
  ): Promise<void> {
    const turnedDown = `state = 'published' and not $6`;
    const doubted = `$6 and (in_doubt or state = 'published')`;
    await this.write(
      claim,
      `held_text = case when ${turnedDown} then null else held_text end,
       held_at = case when ${turnedDown} then null else held_at end,
       confirmed_at = case when ${turnedDown} then null else confirmed_at end,
       state = 'failed', error = $4, error_detail = $5, in_doubt = ${doubted},
       in_doubt_since = case when ${doubted} then coalesce(in_doubt_since, clock_timestamp()) end, ${ENDED}, due_at = null`,
      [failure.error, failure.detail.slice(0, MOST_DETAIL), failure.stillInDoubt],
    );
  }

  private async write(claim: ClaimedReply, changes: string, values: readonly unknown[]): Promise<void> {
    const written = await this.database.execute(`update review_reply set ${changes} where ${MINE}`, [
      ...mine(claim),
      ...values,
    ]);
    if (written !== 1) throw new ReplyLeaseLost();
  }
}

/** So many texts are remembered; who sends more of them for one review forgets the oldest. */
const MOST_SENT = 8;
const OTHERS = 'array_remove(sent_texts, text)';
const SENT_TOO = `(array_append(${OTHERS}, text))[greatest(1, cardinality(${OTHERS}) + 2 - ${MOST_SENT}):]`;

const MOST_DETAIL = 500;

const mine = (claim: ClaimedReply): readonly unknown[] => [claim.accountId, claim.reviewId, claim.token];

/**
 * `due_at` of a reply that a worker holds is the end of its lease: until then it may have acted, so what is in doubt is so
 * since then.
 */
const CLAIM = `
  with next as (
    select account_id, review_id from review_reply where due_at <= statement_timestamp()
    order by due_at limit 1 for update skip locked
  )
  update review_reply p set
    state = case when p.state = 'pending' then 'publishing' else p.state end,
    in_doubt_since = case when p.in_doubt and p.lease_token is not null and p.state = 'publishing'
      then greatest(p.in_doubt_since, p.due_at) else p.in_doubt_since end,
    lease_token = gen_random_uuid(), due_at = clock_timestamp() + $1 * interval '1 millisecond'
  from next where p.account_id = next.account_id and p.review_id = next.review_id
  returning p.lease_token as token, p.account_id as "accountId", p.review_id as "reviewId", p.object_id as "objectId",
    p.source_id as "sourceId", p.state, p.wish, p.text, p.held_text as "heldText",
    p.sent_texts as "sentTexts", p.is_repair as "isRepair",
    p.confirmed_at is not null as "wasConfirmed", p.in_doubt as "inDoubt", p.attempts, p.looks,
    clock_timestamp() as "claimedAt",
    coalesce(extract(epoch from clock_timestamp() - p.in_doubt_since)::float8 * 1000, 0) as "doubtForMs",
    coalesce(extract(epoch from clock_timestamp() - p.held_at)::float8 * 1000, 0) as "heldForMs"`;
