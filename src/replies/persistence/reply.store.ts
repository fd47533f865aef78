import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database, lockOf } from '@libs/database';
import { reviewOfId } from '@src/reviews';
import type { CollectedReply } from '../domain/collected-reply';
import type { Reply } from '../domain/reply';
import { REPLY, REPLY_RECORD, type ReplyRecord } from './reply-record.sql';

/** The review that a reply belongs to. */
export interface ReplyTarget {
  readonly accountId: number;
  readonly reviewId: number;
  readonly objectId: number;
  readonly linkId: number;
  readonly sourceId: number;
  /** The key of the review on the platform; see `reviewKeyOf`. */
  readonly reviewKey: Buffer;
}

/** The key of a review on its platform, the same for all accounts that track the page. Stored as `review_key`. */
export function reviewKeyOf(sourceId: number, pageUrl: string, externalId: string): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([sourceId, pageUrl, externalId]))
    .digest();
}

/** SQL: the reply is to be published. */
const IS_TO_PUBLISH = `(action = 'publish' and state in ('pending', 'publishing'))`;
/** SQL: the platform has the reply of this row, or may receive it. */
const OCCUPIES = `(held_text is not null or in_doubt or ${IS_TO_PUBLISH})`;
/** SQL: the reply counts against a trial's quota, because the platform had it, or may get it. */
const USES_QUOTA = `(was_accepted or in_doubt or ${IS_TO_PUBLISH})`;

/** A reply of the account, and the reply that the last collection found on the review. */
export type CollectedRow = CollectedReply & Pick<ReplyTarget, 'reviewId' | 'objectId' | 'sourceId' | 'reviewKey'>;

/** SQL: selects the `CollectedRow`s of `replies`. Looks reviews up by id: a join would read all reviews of the objects. */
const collected = (replies: string): string => `
  select p.review_id as "reviewId", p.object_id as "objectId", p.source_id as "sourceId", p.review_key as "reviewKey", p.state, p.action, p.text,
    p.held_text as "publishedText", p.confirmed_at as "confirmedAt", p.in_doubt as "inDoubt",
    p.due_at is not null as "awaitsModeration", p.sent_texts as "sentTexts", p.repairs, r.reply_text as shown,
    exists (select from review_reply where review_key = p.review_key and account_id <> p.account_id and ${OCCUPIES}) as "isOwnedByOtherAccount"
  from ${replies} cross join lateral (${reviewOfId('p.account_id', 'p.review_id')}) r`;
/** SQL: the replies of the account $1 on the objects $2. Only the index of objects has this order. */
// The subquery hides the number of objects from the planner, which otherwise expects ten and plans each execution again (0.9 ms).
const REPLIES_OF_OBJECTS = `unnest((select $2::bigint[])) o (id) cross join lateral (
    select * from review_reply where account_id = $1 and object_id = o.id order by review_id offset 0
  ) p`;
/** SQL: the collected review may change the state of the reply. */
const MAY_CHANGE = `r.own_reply_at is null
  and ((p.state = 'published' and (p.confirmed_at is null or p.in_doubt or r.reply_text is distinct from p.held_text))
    or (p.state = 'failed' and p.action = 'publish' and r.reply_text is not null)
    or (p.state = 'deleted' and p.sent_texts <> '{}'))`;

/** Replies as clients see and change them. Writes run in the caller's transaction. */
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

  /** The reply with its author and its attempts. */
  async record(accountId: number, reviewId: number): Promise<ReplyRecord | null> {
    const [row] = await this.database.query<ReplyRecord>(
      `select ${REPLY_RECORD} from review_reply p where p.account_id = $1 and p.review_id = $2`,
      [accountId, reviewId],
    );
    return row ?? null;
  }

  /** Finds the reply and locks its row until the transaction ends. */
  async findLocked(accountId: number, reviewId: number): Promise<Reply | null> {
    const [row] = await this.database.query<Reply>(
      `select ${REPLY} from review_reply where account_id = $1 and review_id = $2 for update`,
      [accountId, reviewId],
    );
    return row ?? null;
  }

  /** Locks a review key until the transaction ends, so that requests of all accounts for this review of the platform run one after another. */
  async lockReviewKey(reviewKey: Buffer): Promise<void> {
    await this.database.holdLock(lockOf('reviewKey', reviewKey.toString('hex')));
  }

  /** Serializes requests of the account that use its quota on this source, until the transaction ends. */
  async lockQuota(accountId: number, sourceId: number): Promise<void> {
    await this.database.holdLock(lockOf('replyQuota', accountId, sourceId));
  }

  /** The number of replies to other reviews on the source that count against the quota. */
  async repliesInQuota({
    accountId,
    sourceId,
    reviewId,
  }: Pick<ReplyTarget, 'accountId' | 'sourceId' | 'reviewId'>): Promise<number> {
    const [row] = await this.database.query<{ n: number }>(
      `select count(*) as n from review_reply where account_id = $1 and source_id = $2 and review_id <> $3 and ${USES_QUOTA}`,
      [accountId, sourceId, reviewId],
    );
    return row?.n ?? 0;
  }

  /** Whether another account has a reply on this review of the platform. Reads rows of other accounts. */
  async isOwnedByOtherAccount(accountId: number, reviewKey: Buffer): Promise<boolean> {
    const [row] = await this.database.query<{ taken: boolean }>(
      `select exists (select from review_reply where review_key = $2 and account_id <> $1 and ${OCCUPIES}) as taken`,
      [accountId, reviewKey],
    );
    return row?.taken ?? false;
  }

  /**
   * Accepts a text of `author` (a person, or null) that a worker will publish. Returns false and changes nothing while a worker is
   * publishing.
   */
  async accept(target: ReplyTarget, text: string, author: number | null = null): Promise<boolean> {
    const accepted = await this.database.query(
      `insert into review_reply as p (account_id, review_id, object_id, link_id, source_id, review_key, state, action, text, accepted_by, due_at)
       values ($1, $2, $3, $4, $5, $6, 'pending', 'publish', $7, $8, clock_timestamp())
       on conflict (account_id, review_id) do update set state = 'pending', action = 'publish', text = excluded.text,
         review_key = excluded.review_key, accepted_by = excluded.accepted_by, ${RESTARTED}
       where p.state in ('pending', 'published', 'failed', 'deleted')
       returning p.review_id`,
      [
        target.accountId,
        target.reviewId,
        target.objectId,
        target.linkId,
        target.sourceId,
        target.reviewKey,
        text,
        author,
      ],
    );
    return accepted.length === 1;
  }

  /**
   * Accepts the text that the platform already has. The reply becomes `published` with its earlier times, without a request. During
   * moderation, the next read stays due. Returns false if the platform may have another text.
   */
  async acceptPublished(accountId: number, reviewId: number): Promise<boolean> {
    const accepted = await this.database.query(
      `update review_reply p set state = 'published', action = 'publish', text = held_text, error = null, error_detail = null,
         lease_token = null, is_repair = false, due_at = case when state = 'published' then due_at end
       where account_id = $1 and review_id = $2 and held_text is not null and not in_doubt
         and state in ('pending', 'published', 'failed')
       returning review_id`,
      [accountId, reviewId],
    );
    return accepted.length === 1;
  }

  /** Accepts a removal that a worker will carry out. Returns false and changes nothing while a worker is publishing. */
  async acceptRemoval(accountId: number, reviewId: number, author: number | null = null): Promise<boolean> {
    const accepted = await this.database.query(
      `update review_reply p set state = 'pending', action = 'remove', accepted_by = $3, ${RESTARTED}
       where account_id = $1 and review_id = $2 and state in ('pending', 'published', 'failed') returning review_id`,
      [accountId, reviewId, author],
    );
    return accepted.length === 1;
  }

  /** Deletes a reply that was never sent. Returns false and changes nothing if it was sent. */
  async drop(accountId: number, reviewId: number): Promise<boolean> {
    const dropped = await this.database.query(
      `update review_reply set state = 'deleted', action = 'remove', error = null, error_detail = null, due_at = null
       where account_id = $1 and review_id = $2 and state in ('pending', 'failed') and held_text is null and not in_doubt
       returning review_id`,
      [accountId, reviewId],
    );
    return dropped.length === 1;
  }

  /** Replies on these objects whose state a collection may change. Acquires no locks. */
  async toVerify(accountId: number, objectIds: readonly number[]): Promise<readonly CollectedRow[]> {
    return this.database.prepared<CollectedRow>({
      name: 'replies-to-verify',
      inIndexOrder: true,
      text: `${collected(REPLIES_OF_OBJECTS)} where ${MAY_CHANGE}`,
      values: [accountId, objectIds],
    });
  }

  /**
   * Locks these replies until the transaction ends, and returns those whose state a collection may still change. Locks in a separate
   * statement: a statement that waits for a lock reads the newest version of the locked row, but an old version of its review.
   */
  async lockCollected(accountId: number, reviewIds: readonly number[]): Promise<readonly CollectedRow[]> {
    await this.database.query(
      `select from review_reply where account_id = $1 and review_id = any($2::bigint[]) order by review_id for update`,
      [accountId, reviewIds],
    );
    return this.database.query(
      `${collected('review_reply p')} where p.account_id = $1 and p.review_id = any($2::bigint[]) and ${MAY_CHANGE}`,
      [accountId, reviewIds],
    );
  }

  /** Marks replies as published and confirmed, because a collection found their text. They were published or had failed. */
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

  /** Schedules repairs. A worker reads the platform first, and then decides. */
  async repair(accountId: number, reviewIds: readonly number[]): Promise<void> {
    await this.database.execute(
      `update review_reply set state = 'pending', is_repair = true, repairs = repairs + 1, attempts = 0, reads = 0,
         in_doubt = true, in_doubt_since = clock_timestamp(), lease_token = null, due_at = clock_timestamp()
       where account_id = $1 and review_id = any($2::bigint[]) and state in ('published', 'deleted')`,
      [accountId, reviewIds],
    );
  }

  /** Clears the texts that were sent for removed replies, so that collections no longer compare them. */
  async clearSentTexts(accountId: number, reviewIds: readonly number[]): Promise<void> {
    await this.database.execute(
      `update review_reply set sent_texts = '{}'
       where account_id = $1 and review_id = any($2::bigint[]) and state = 'deleted'`,
      [accountId, reviewIds],
    );
  }

  /** Marks published replies as in doubt, because a collection found another text or none. */
  async markInDoubt(accountId: number, reviewIds: readonly number[]): Promise<void> {
    await this.database.execute(
      `update review_reply set in_doubt = true, in_doubt_since = clock_timestamp()
       where account_id = $1 and review_id = any($2::bigint[]) and state = 'published' and not in_doubt`,
      [accountId, reviewIds],
    );
  }
}

/** SQL: the columns that a new PUT or DELETE sets. Counters restart, and the time in doubt counts from now. */
const RESTARTED = `is_repair = false, repairs = 0, error = null, error_detail = null, attempts = 0, reads = 0, due_at = clock_timestamp(), lease_token = null,
  accepted_at = clock_timestamp(), in_doubt_since = case when p.in_doubt then clock_timestamp() end`;
