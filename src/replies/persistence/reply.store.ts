import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database, lockOf } from '@libs/database';
import { reviewOfId } from '@src/reviews';
import type { CollectedReply } from '../domain/collected-reply';
import type { Reply } from '../domain/reply';

/** The review that a reply belongs to. */
export interface ReplyTarget {
  readonly accountId: number;
  readonly reviewId: number;
  readonly objectId: number;
  readonly linkId: number;
  readonly sourceId: number;
  /** The one place on the platform; see `placeOf`. */
  readonly place: Buffer;
}

/** What tells one place on a platform from all others: two accounts that track one page meet here. */
export function placeOf(sourceId: number, pageUrl: string, externalId: string): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([sourceId, pageUrl, externalId]))
    .digest();
}

const REPLY = `state, wish, text, held_text as "heldText", held_at as "heldAt", confirmed_at as "confirmedAt",
  in_doubt as "inDoubt", error`;
/** The place holds a reply of this row's account, or may come to. */
const IS_ON_ITS_WAY = `(wish = 'publish' and state in ('pending', 'publishing'))`;
const OCCUPIES = `(held_text is not null or in_doubt or ${IS_ON_ITS_WAY})`;
/** Uses up one of a trial's replies: the platform took it at some time, or may. One that failed or was dropped before does not. */
const COUNTS = `(was_accepted or in_doubt or ${IS_ON_ITS_WAY})`;

/** A reply and what the last collection left on its review. */
export type CollectedRow = CollectedReply & Pick<ReplyTarget, 'reviewId' | 'objectId' | 'sourceId' | 'place'>;

/** Reviews are looked up by their ids: joined, all reviews of the objects would be read for those that we answered. */
const COLLECTED = `
  select p.review_id as "reviewId", p.object_id as "objectId", p.source_id as "sourceId", p.place, p.state, p.wish, p.text,
    p.held_text as "heldText", p.confirmed_at as "confirmedAt", p.in_doubt as "inDoubt",
    p.due_at is not null as "awaitsModeration", p.sent_texts as "sentTexts", p.repairs, r.reply_text as shown,
    exists (select from review_reply where place = p.place and account_id <> p.account_id and ${OCCUPIES}) as "isTaken"
  from review_reply p cross join lateral (${reviewOfId('p.account_id', 'p.review_id')}) r`;
/** The collection's word on the review counts, and is not what is known of the reply. */
const MAY_TELL = `r.own_reply_at is null
  and ((p.state = 'published' and (p.confirmed_at is null or p.in_doubt or r.reply_text is distinct from p.held_text))
    or (p.state = 'failed' and p.wish = 'publish' and r.reply_text is not null)
    or (p.state = 'deleted' and p.sent_texts <> '{}'))`;

/** Replies as clients ask for them. Writes run in the caller's transaction. */
@Injectable()
export class ReplyStore {
  constructor(private readonly database: Database) {}

  async find(accountId: number, reviewId: number): Promise<Reply | null> {
    const [row] = await this.database.query<Reply>(
      `select ${REPLY} from review_reply where account_id = $1 and review_id = $2`,
      [accountId, reviewId],
    );
    return row ?? null;
  }

  /** The same, and nobody else changes it until the transaction ends. */
  async findLocked(accountId: number, reviewId: number): Promise<Reply | null> {
    const [row] = await this.database.query<Reply>(
      `select ${REPLY} from review_reply where account_id = $1 and review_id = $2 for update`,
      [accountId, reviewId],
    );
    return row ?? null;
  }

  /** Whoever wants this place waits here until the transaction ends: of two accounts at one moment one comes first. */
  async holdPlace(place: Buffer): Promise<void> {
    await this.database.holdLock(lockOf('replyPlace', place.toString('hex')));
  }

  /** Whoever of the account uses up replies on this source waits here until the transaction ends. */
  async holdQuota(accountId: number, sourceId: number): Promise<void> {
    await this.database.holdLock(lockOf('replyQuota', accountId, sourceId));
  }

  /** How many replies on other reviews of the source the account has used up. */
  async used({
    accountId,
    sourceId,
    reviewId,
  }: Pick<ReplyTarget, 'accountId' | 'sourceId' | 'reviewId'>): Promise<number> {
    const [row] = await this.database.query<{ n: number }>(
      `select count(*) as n from review_reply where account_id = $1 and source_id = $2 and review_id <> $3 and ${COUNTS}`,
      [accountId, sourceId, reviewId],
    );
    return row?.n ?? 0;
  }

  /** Whether another account has its reply on this place: the one question here that looks beyond the caller's account. */
  async isTaken(accountId: number, place: Buffer): Promise<boolean> {
    const [row] = await this.database.query<{ taken: boolean }>(
      `select exists (select from review_reply where place = $2 and account_id <> $1 and ${OCCUPIES}) as taken`,
      [accountId, place],
    );
    return row?.taken ?? false;
  }

  /** Accepts a text, to be published by a worker. False where a worker is publishing: nothing changed then. */
  async accept(target: ReplyTarget, text: string): Promise<boolean> {
    const accepted = await this.database.query(
      `insert into review_reply as p (account_id, review_id, object_id, link_id, source_id, place, state, wish, text, due_at)
       values ($1, $2, $3, $4, $5, $6, 'pending', 'publish', $7, clock_timestamp())
       on conflict (account_id, review_id) do update set state = 'pending', wish = 'publish', text = excluded.text,
         place = excluded.place, ${ANEW}
       where p.state in ('pending', 'published', 'failed', 'deleted')
       returning p.review_id`,
      [target.accountId, target.reviewId, target.objectId, target.linkId, target.sourceId, target.place, text],
    );
    return accepted.length === 1;
  }

  /**
   * The text is what the platform holds already: published again, with its own times. One that waits for moderation is
   * asked for again.
   */
  async acceptHeld(accountId: number, reviewId: number): Promise<boolean> {
    const accepted = await this.database.query(
      `update review_reply p set state = 'published', wish = 'publish', text = held_text, error = null, error_detail = null,
         lease_token = null, is_repair = false, due_at = case when state = 'published' then due_at end
       where account_id = $1 and review_id = $2 and held_text is not null and not in_doubt
         and state in ('pending', 'published', 'failed')
       returning review_id`,
      [accountId, reviewId],
    );
    return accepted.length === 1;
  }

  /** Accepts a removal, to be carried out by a worker. False where a worker is publishing. */
  async acceptRemoval(accountId: number, reviewId: number): Promise<boolean> {
    const accepted = await this.database.query(
      `update review_reply p set state = 'pending', wish = 'remove', ${ANEW}
       where account_id = $1 and review_id = $2 and state in ('pending', 'published', 'failed') returning review_id`,
      [accountId, reviewId],
    );
    return accepted.length === 1;
  }

  /** Ends a reply that never left the house. */
  async drop(accountId: number, reviewId: number): Promise<boolean> {
    const dropped = await this.database.query(
      `update review_reply set state = 'deleted', wish = 'remove', error = null, error_detail = null, due_at = null
       where account_id = $1 and review_id = $2 and state in ('pending', 'failed') and held_text is null and not in_doubt
       returning review_id`,
      [accountId, reviewId],
    );
    return dropped.length === 1;
  }

  /** Replies on these objects of which a collection may say something new. Nothing is held by it. */
  async suspects(accountId: number, objectIds: readonly number[]): Promise<readonly CollectedRow[]> {
    return this.database.query(
      `${COLLECTED} where p.account_id = $1 and p.object_id = any($2::bigint[]) and ${MAY_TELL}`,
      [accountId, objectIds],
    );
  }

  /**
   * Those of them of which a collection still may, held until the transaction ends. Held first and then read: a statement
   * that waits for a lock reads the newest row of what it locks, but its old review.
   */
  async holdCollected(accountId: number, reviewIds: readonly number[]): Promise<readonly CollectedRow[]> {
    await this.database.query(
      `select from review_reply where account_id = $1 and review_id = any($2::bigint[]) order by review_id for update`,
      [accountId, reviewIds],
    );
    return this.database.query(
      `${COLLECTED} where p.account_id = $1 and p.review_id = any($2::bigint[]) and ${MAY_TELL}`,
      [accountId, reviewIds],
    );
  }

  /** A collection saw our text: that of a published reply, or that of one that had failed for want of an answer. */
  async confirm(accountId: number, reviewIds: readonly number[]): Promise<void> {
    await this.database.execute(
      `update review_reply set state = 'published', error = null, error_detail = null, was_accepted = true,
         held_text = case when state = 'failed' then text else held_text end,
         held_at = case when state = 'failed' or held_at is null then clock_timestamp() else held_at end,
         confirmed_at = case when state = 'failed' then clock_timestamp() else coalesce(confirmed_at, clock_timestamp()) end,
         in_doubt = false, in_doubt_since = null, lease_token = null, due_at = null
       where account_id = $1 and review_id = any($2::bigint[]) and state in ('published', 'failed')`,
      [accountId, reviewIds],
    );
  }

  /** The service itself does again what was ordered last: a worker asks the platform first, and decides by its answer. */
  async repair(accountId: number, reviewIds: readonly number[]): Promise<void> {
    await this.database.execute(
      `update review_reply set state = 'pending', is_repair = true, repairs = repairs + 1, attempts = 0, looks = 0,
         in_doubt = true, in_doubt_since = clock_timestamp(), lease_token = null, due_at = clock_timestamp()
       where account_id = $1 and review_id = any($2::bigint[]) and state in ('published', 'deleted')`,
      [accountId, reviewIds],
    );
  }

  /** What we took away stands there no more, or as somebody else's: none of our texts is looked for from now on. */
  async forget(accountId: number, reviewIds: readonly number[]): Promise<void> {
    await this.database.execute(
      `update review_reply set sent_texts = '{}'
       where account_id = $1 and review_id = any($2::bigint[]) and state = 'deleted'`,
      [accountId, reviewIds],
    );
  }

  /** A collection saw something else than what we believe to stand there. */
  async doubt(accountId: number, reviewIds: readonly number[]): Promise<void> {
    await this.database.execute(
      `update review_reply set in_doubt = true, in_doubt_since = clock_timestamp()
       where account_id = $1 and review_id = any($2::bigint[]) and state = 'published' and not in_doubt`,
      [accountId, reviewIds],
    );
  }
}

/** A wish is new: its tries are counted from the start, and what is in doubt has its time again. */
const ANEW = `is_repair = false, repairs = 0, error = null, error_detail = null, attempts = 0, looks = 0, due_at = clock_timestamp(), lease_token = null,
  accepted_at = clock_timestamp(), in_doubt_since = case when p.in_doubt then clock_timestamp() end`;
