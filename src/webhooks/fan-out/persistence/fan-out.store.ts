import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import { eventWaits } from '@libs/events';
import type { LocalDateTime } from '@libs/kernel';
import { idsInsideCut, REVIEW_FLAGS, reviewOfId, type ReviewFact } from '@src/reviews';
import type { EventType, ReviewEventType, Subscription } from '../../domain/subscription';
import type { EventReview } from '../../payloads/batch';

/** What decides whether a webhook is told of a review. */
export interface ReviewFacts {
  readonly id: number;
  readonly objectId: number;
  readonly rating: number | null;
  readonly sourceSlug: string;
  readonly hasText: boolean;
  readonly hasImages: boolean;
}

/** A webhook with those of its settings that decide what it is told. */
export type Subscriber = Pick<
  Subscription,
  'id' | 'accountId' | 'schemaVersion' | 'objectIds' | 'bucketWindow' | 'filters'
>;

/** The reviews that an event speaks of. */
export type SpokenOf =
  | { readonly runId: number; readonly fact: ReviewFact }
  | { readonly runId: null; readonly reviewIds: readonly number[] };

export interface NewDelivery {
  readonly id: number;
  readonly accountId: number;
  readonly webhookId: number;
  readonly runId: number | null;
  readonly eventType: EventType;
  readonly eventId: number;
  readonly body: Buffer;
}

/** A webhook that a delivery was made for, or a place in a batch of a day, which is not due. */
export interface OwedWebhook {
  readonly id: number;
  readonly accountId: number;
  readonly isDue: boolean;
}

export interface ReviewToSend extends EventReview {
  readonly objectId: number;
  readonly objectName: string;
}

/** Which day's batch, and what in it. */
export interface Gathered {
  readonly bucketId: number;
  readonly reviewIds: readonly number[];
  readonly occurrence: number;
}

/** A batch of a day whose hour has come. */
export interface DueBucket {
  readonly id: number;
  readonly accountId: number;
  readonly webhookId: number;
  readonly schemaVersion: 2 | 3;
  readonly eventType: EventType;
  readonly finishedAt: Date | null;
  readonly now: Date;
}

/**
 * Reviews `r` of the ids `f`, without those whose link or object was deleted since. Whether the object was on is the event's to
 * say: switching it off afterwards changes nothing (contract §6.1). Each is looked up by its id, and its link and object by
 * theirs: of joins the planner makes a walk over all that the account has, where it takes that for little.
 */
const STILL_THERE = `
  cross join lateral (${reviewOfId('$1::bigint', 'f.review_id')}) r
  join lateral (select * from link where id = r.link_id offset 0) l
    on l.account_id = r.account_id and l.deleted_at is null
  join lateral (select * from tracked_object where id = r.object_id offset 0) o
    on o.account_id = r.account_id and o.deleted_at is null
  join source s on s.id = r.source_id`;

/** The settings of webhook `w` as they were at `at`: those that were replaced first after it, or its own. */
const settingsAt = (at: string): string => `
  cross join lateral (
    select * from (
      (select p.object_ids, p.event_types, p.bucket_window, p.filters, p.is_active, p.valid_until from webhook_past p
       where p.webhook_id = w.id and p.account_id = w.account_id and p.valid_until > ${at} order by p.valid_until limit 1)
      union all
      select w.object_ids, w.event_types, w.bucket_window, w.filters, w.is_active, 'infinity'
    ) held order by held.valid_until limit 1
  ) s`;

/** A batch that has left stays for a while with this in place of its hour, so that none leaves twice in a day. */
const HAS_LEFT = `'infinity'::timestamptz`;
/** What happened before the hour and still waits to be passed on belongs into the batch, which waits for it no longer. */
const WAITS_FOR_EVENTS = `interval '1 minute'`;

const FACTS = `r.id, r.object_id as "objectId", r.rating / 100::float8 as rating, s.slug as "sourceSlug",
  r.flags & ${REVIEW_FLAGS.text} <> 0 as "hasText", r.flags & ${REVIEW_FLAGS.images} <> 0 as "hasImages"`;

/** Who is told of what, and what was told already. All in the caller's transaction. */
@Injectable()
export class FanOutStore {
  constructor(private readonly database: Database) {}

  /**
   * The webhooks that wanted this event type at that time (ISO 8601) and have not been deleted since, by id, with the
   * settings that they had then; none of them is deleted before the transaction ends.
   */
  async subscribers(
    accountId: number,
    eventType: EventType,
    at: string,
  ): Promise<{ readonly now: Date; readonly webhooks: readonly Subscriber[] }> {
    const rows = await this.database.query<Subscriber & { readonly now: Date }>(
      `select w.id, w.account_id as "accountId", w.schema_version as "schemaVersion", s.object_ids as "objectIds",
         s.bucket_window as "bucketWindow", s.filters, clock_timestamp() as now
       from webhook w ${settingsAt('$3::timestamptz')}
       where w.account_id = $1 and w.created_at <= $3::timestamptz and s.is_active and $2 = any(s.event_types)
       order by w.id for key share of w`,
      [accountId, eventType, at],
    );
    const webhooks = rows.map((row) => ({ ...row, objectIds: row.objectIds?.map(Number) ?? null }));
    return { now: rows[0]?.now ?? new Date(0), webhooks };
  }

  /** Those of the event's reviews that belong to one of these objects and are still there, by object and id. */
  async reviewFacts(accountId: number, of: SpokenOf, objectIds: readonly number[]): Promise<readonly ReviewFacts[]> {
    const [spokenOf, values] =
      of.runId === null
        ? ['unnest($3::bigint[]) f (review_id)', [of.reviewIds]]
        : ['(select distinct review_id from run_review where run_id = $3 and fact = $4) f', [of.runId, of.fact]];
    return this.database.query<ReviewFacts>(
      `select ${FACTS} from ${spokenOf} ${STILL_THERE}
       where r.object_id = any($2::bigint[])
       order by r.object_id, r.id`,
      [accountId, objectIds, ...values],
    );
  }

  /** Those of the objects that have not been deleted. */
  async objectsThatAre(accountId: number, objectIds: readonly number[]): Promise<readonly number[]> {
    const rows = await this.database.query<{ id: number }>(
      `select o.id from unnest($2::bigint[]) f (id)
       join lateral (select * from tracked_object where id = f.id offset 0) o
         on o.account_id = $1 and o.deleted_at is null`,
      [accountId, objectIds],
    );
    return rows.map((row) => row.id);
  }

  /** Those of the reviews that a trial sees, to which the latest `perLink` of each link are visible (contract §6.1). */
  async insideCut(accountId: number, reviewIds: readonly number[], perLink: number): Promise<ReadonlySet<number>> {
    const rows = await this.database.query<{ id: number }>(idsInsideCut('$1::bigint', '$2::bigint[]', '$3::bigint'), [
      accountId,
      reviewIds,
      perLink,
    ]);
    return new Set(rows.map((row) => row.id));
  }

  /** Reviews as deliveries carry them, by object and id; without texts where `isLean`. */
  async told(accountId: number, reviewIds: readonly number[], isLean: boolean): Promise<readonly ReviewToSend[]> {
    const wide = (column: string): string => (isLean ? 'null::text' : column);
    return this.database.query<ReviewToSend & { readonly reviewDate: LocalDateTime | null }>(
      `select ${FACTS}, o.name as "objectName", r.external_id as "externalReviewId", r.source_id as "sourceId",
         ${wide('r.text')} as text, r.author, r.review_date as "reviewDate", l.url, r.review_url as "reviewUrl",
         ${wide('r.reply_text')} as "replyText", r.reply_date as "replyDate"
       from unnest($2::bigint[]) f (review_id) ${STILL_THERE}
       order by r.object_id, r.id`,
      [accountId, reviewIds],
    );
  }

  /** Notes that the webhook is told of these; gives those that it was not told of before. */
  async addItems(
    webhook: Pick<Subscription, 'id' | 'accountId'>,
    eventType: ReviewEventType,
    { bucketId, reviewIds, occurrence }: Omit<Gathered, 'bucketId'> & { readonly bucketId: number | null },
  ): Promise<readonly number[]> {
    const rows = await this.database.query<{ id: number }>(
      `insert into webhook_item (webhook_id, review_id, occurrence, account_id, bucket_id, event_type)
       select $1, x.id, $4, $2, $5, $3 from unnest($6::bigint[]) x (id) order by x.id
       on conflict do nothing returning review_id as id`,
      [webhook.id, webhook.accountId, eventType, occurrence, bucketId, reviewIds],
    );
    return rows.map((row) => row.id);
  }

  /** The batch of the webhook that leaves at `flushAt`, made where there is none; null where it has left already. */
  async bucket(
    webhook: Pick<Subscription, 'id' | 'accountId'>,
    eventType: EventType,
    flushAt: Date,
    finishedAt: Date | null,
  ): Promise<number | null> {
    const [row] = await this.database.query<{ id: number }>(
      `insert into webhook_bucket as b (account_id, webhook_id, event_type, flush_at, not_before, finished_at)
       values ($1, $2, $3, $4, $4, $5)
       on conflict (webhook_id, event_type, flush_at)
         do update set finished_at = greatest(b.finished_at, excluded.finished_at) where b.not_before < ${HAS_LEFT}
       returning id`,
      [webhook.accountId, webhook.id, eventType, flushAt, finishedAt],
    );
    return row?.id ?? null;
  }

  async newDeliveryIds(count: number): Promise<readonly number[]> {
    const rows = await this.database.query<{ id: number }>(
      `select nextval('webhook_delivery_id') as id from generate_series(1, $1)`,
      [count],
    );
    return rows.map((row) => row.id);
  }

  /** Stores deliveries, to be told by `owe`. One that the run made already is not made again. */
  async insert(deliveries: readonly NewDelivery[]): Promise<void> {
    if (deliveries.length === 0) return;
    // Bodies are JSON, which is UTF-8, and as text half as long on their way as bytes are.
    await this.database.query(
      `insert into webhook_delivery (id, account_id, webhook_id, run_id, event_type, event_id, body, next_attempt_at)
       select d.id, d.account_id, d.webhook_id, d.run_id, d.event_type, d.event_id, convert_to(d.body, 'UTF8'),
         clock_timestamp()
       from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::text[], $6::bigint[], $7::text[])
         d (id, account_id, webhook_id, run_id, event_type, event_id, body)
       order by d.id on conflict do nothing`,
      [
        deliveries.map((delivery) => delivery.id),
        deliveries.map((delivery) => delivery.accountId),
        deliveries.map((delivery) => delivery.webhookId),
        deliveries.map((delivery) => delivery.runId),
        deliveries.map((delivery) => delivery.eventType),
        deliveries.map((delivery) => delivery.eventId),
        deliveries.map((delivery) => delivery.body.toString('utf8')),
      ],
    );
  }

  /**
   * The batch of a day that waits longest, of an active webhook, locked; null where no hour has come. While an event of
   * `eventNames` that happened before its hour waits to be passed on, a batch waits too, for a minute at most.
   */
  async dueBucket(eventNames: readonly string[]): Promise<DueBucket | null> {
    const [bucket] = await this.database.query<DueBucket>(
      `select b.id, b.account_id as "accountId", b.webhook_id as "webhookId", w.schema_version as "schemaVersion",
         b.event_type as "eventType", b.finished_at as "finishedAt", clock_timestamp() as now
       from webhook_bucket b join webhook w on w.account_id = b.account_id and w.id = b.webhook_id and w.is_active
       where b.not_before <= statement_timestamp()
         and (b.flush_at < statement_timestamp() - ${WAITS_FOR_EVENTS}
           or not ${eventWaits('b.account_id', '$1::text[]', 'b.flush_at')})
       order by b.not_before, b.id limit 1
       for update of b skip locked for key share of w`,
      [eventNames],
    );
    return bucket ?? null;
  }

  async reviewsOfBucket(bucket: DueBucket): Promise<readonly number[]> {
    const rows = await this.database.query<{ id: number }>(
      'select distinct review_id as id from webhook_item where account_id = $1 and bucket_id = $2 order by 1',
      [bucket.accountId, bucket.id],
    );
    return rows.map((row) => row.id);
  }

  /** The batch has left; no other of the same hour will. */
  async closeBucket(bucket: DueBucket): Promise<void> {
    await this.database.execute(
      `update webhook_bucket set not_before = ${HAS_LEFT} where account_id = $1 and id = $2`,
      [bucket.accountId, bucket.id],
    );
  }

  /** A batch that could not be flushed waits a few minutes and holds up no other. */
  async postponeBucket(bucket: DueBucket): Promise<void> {
    await this.database.execute(
      `update webhook_bucket set not_before = clock_timestamp() + interval '5 minutes' where account_id = $1 and id = $2`,
      [bucket.accountId, bucket.id],
    );
  }

  /**
   * Says of webhooks that something was made for them. The last of a transaction, and all together: whoever locks these rows
   * does so in the order of their ids.
   */
  async owe(webhooks: readonly OwedWebhook[]): Promise<void> {
    await this.database.execute(
      // A webhook that never answered gets one place, like one that timed out: a new one that is dead takes no four.
      `insert into webhook_dispatch as d (account_id, webhook_id, timed_out, next_due_at)
       select x.account_id, x.webhook_id, true, case when bool_or(x.is_due) then clock_timestamp() end
       from unnest($1::bigint[], $2::bigint[], $3::boolean[]) x (account_id, webhook_id, is_due)
       group by x.account_id, x.webhook_id order by x.webhook_id
       on conflict (webhook_id) do update set next_due_at = least(d.next_due_at, excluded.next_due_at)`,
      [
        webhooks.map((webhook) => webhook.accountId),
        webhooks.map((webhook) => webhook.id),
        webhooks.map((webhook) => webhook.isDue),
      ],
    );
  }
}
