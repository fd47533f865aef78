import { Injectable } from '@nestjs/common';
import { Database, type Statement } from '@libs/database';
import { reviewOfId, type ReviewFact } from '@src/reviews';
import { REVIEW_EVENT_TYPES, type EventType, type ReviewEventType, type Subscription } from '../../domain/subscription';
import {
  EXISTING_REVIEWS,
  SELECTABLE_REVIEW,
  sentFields,
  type SelectableReview,
} from '../../persistence/receivable-reviews.query';
import type { ReviewInEvent } from '../../payloads/review';

/** A webhook with the settings that decide what it receives. */
export type Receiver = Pick<
  Subscription,
  'id' | 'accountId' | 'schemaVersion' | 'format' | 'objectIds' | 'batchWindow' | 'filters'
>;

/** The reviews of an event: of these objects, those with a fact of a run, or a list of ids. */
export type ReviewSelection = { readonly objectIds: readonly number[] } & (
  | { readonly runId: number; readonly fact: ReviewFact }
  | { readonly runId: null; readonly reviewIds: readonly number[] }
);

/** What decides which webhooks are subscribed to an event. `at`: its time, ISO 8601. */
export interface Occasion {
  readonly eventType: EventType;
  readonly at: string;
}

export interface NewDelivery {
  readonly id: number;
  readonly accountId: number;
  readonly webhookId: number;
  readonly runId: number | null;
  readonly eventType: EventType;
  readonly eventId: number;
  readonly body: Buffer;
  /** The span that wrote the event; null without traces, and for daily batches. */
  readonly traceparent: string | null;
  /** After how many hours the body is removed, because of the terms of a platform; null: with the delivery. */
  readonly bodyHours: number | null;
  /** Null for `scrape.run.finished`. */
  readonly reviewCount: number | null;
  /** The first objects of the event, at most five; empty for `scrape.run.finished`. */
  readonly objectIds: readonly number[];
  /** The sources of the reviews; empty for `scrape.run.finished`. */
  readonly sourceIds: readonly number[];
  /** Whether it gets the next number of its webhook: deliveries of webhooks of v3. */
  readonly isNumbered: boolean;
}

/** A webhook whose dispatch row must be updated: it has a new delivery, or a new item in a daily batch. */
export interface DispatchUpdate {
  readonly id: number;
  readonly accountId: number;
  /** Whether it has a new delivery; an item in a daily batch is not due. */
  readonly isDue: boolean;
}

export interface ReviewToSend extends ReviewInEvent {
  readonly objectId: number;
  readonly objectName: string;
}

/** Reviews of an event that a webhook receives. */
export interface NewItems {
  readonly webhookId: number;
  readonly eventType: ReviewEventType;
  /** The daily batch; null if they are delivered at once. */
  readonly dailyBatchId: number | null;
  readonly reviewIds: readonly number[];
  /** As of `EventOfReviews` (`fan-out.subscriber.ts`): distinguishes repeated events of a review. */
  readonly occurrence: number;
}

/** The settings of webhook `w` as of the time `at`: the first past settings that were replaced after `at`, or the current ones. */
const settingsAt = (at: string): string => `
  cross join lateral (
    select * from (
      (select p.object_ids, p.event_types, p.bucket_window, p.filters, p.is_active, p.valid_until from webhook_past_settings p
       where p.webhook_id = w.id and p.account_id = w.account_id and p.valid_until > ${at} order by p.valid_until limit 1)
      union all
      select w.object_ids, w.event_types, w.bucket_window, w.filters, w.is_active, 'infinity'
    ) then_or_now order by then_or_now.valid_until limit 1
  ) s`;

/** The body of a stored delivery. */
export interface StoredBody {
  readonly id: number;
  readonly body: string;
}

/** A delivery is created this long after its items at most: a daily batch is sent within a day. */
const DELIVERED_WITHIN = `interval '2 days'`;

/** Selects webhooks for events, and stores deliveries and items. All in the caller's transaction. */
@Injectable()
export class FanOutStore {
  constructor(private readonly database: Database) {}

  /**
   * For each of these events of an account, the webhooks that were subscribed to its type at its time and still exist, by id, with their
   * settings at that time. `now` is the time of the database's clock. Locks the webhooks against deletion until the transaction ends.
   */
  async receivers(
    accountId: number,
    occasions: readonly Occasion[],
  ): Promise<{ readonly now: Date; readonly receivers: readonly (readonly Receiver[])[] }> {
    const rows = await this.database.prepared<Receiver & { readonly now: Date; readonly places: readonly number[] }>({
      name: 'webhooks-subscribed-to-events',
      // Rows with equal settings are merged: an account may have 50 webhooks and as many events as a batch has.
      text: `with subscribed as materialized (
           select w.id, w.account_id, w.schema_version, w.format, s.object_ids, s.bucket_window, s.filters, e.place
           from unnest($2::text[], $3::timestamptz[]) with ordinality e (type, at, place) cross join webhook w ${settingsAt('e.at')}
           where w.account_id = $1 and w.created_at <= e.at and s.is_active and e.type = any(s.event_types)
           order by w.id for key share of w
         )
         select id, account_id as "accountId", schema_version as "schemaVersion", format, object_ids as "objectIds",
           bucket_window as "batchWindow", filters, array_agg(place::int) as places, (select clock_timestamp()) as now
         from subscribed group by id, account_id, schema_version, format, object_ids, bucket_window, filters order by id`,
      values: [accountId, occasions.map(({ eventType }) => eventType), occasions.map(({ at }) => at)],
    });
    const receivers = occasions.map((): Receiver[] => []);
    for (const { now: _, places, ...row } of rows) {
      const receiver = { ...row, objectIds: row.objectIds?.map(Number) ?? null };
      for (const place of places) receivers[place - 1]?.push(receiver);
    }
    return { now: rows[0]?.now ?? new Date(0), receivers };
  }

  /** For each selection, its reviews that still exist, by object and id. `run_review`: the facts of runs that still apply to reviews. */
  async selectableReviews(
    accountId: number,
    selections: readonly ReviewSelection[],
  ): Promise<readonly (readonly SelectableReview[])[]> {
    const reviews = selections.map((): SelectableReview[] => []);
    if (selections.length === 0) return reviews;
    const rows = await this.database.queryInIndexOrder<SelectableReview & { readonly place: number }>(
      `select e.place, ${SELECTABLE_REVIEW}
       from unnest($2::bigint[], $3::text[], $4::text[], $5::text[]) with ordinality e (run_id, fact, review_ids, object_ids, place)
       cross join lateral (
         select review_id from run_review v where v.run_id = e.run_id and v.fact = e.fact
         union
         select unnest(e.review_ids::bigint[])
       ) f ${EXISTING_REVIEWS}
       where r.object_id = any(e.object_ids::bigint[])
       order by e.place, r.object_id, r.id`,
      [
        accountId,
        selections.map(({ runId }) => runId),
        selections.map((selection) => (selection.runId === null ? null : selection.fact)),
        selections.map((selection) => (selection.runId === null ? arrayText(selection.reviewIds) : null)),
        selections.map(({ objectIds }) => arrayText(objectIds)),
      ],
    );
    for (const { place, ...review } of rows) reviews[place - 1]?.push(review);
    return reviews;
  }

  /** Returns the ids of these objects without deleted objects. */
  async existingObjects(accountId: number, objectIds: readonly number[]): Promise<ReadonlySet<number>> {
    if (objectIds.length === 0) return new Set();
    const rows = await this.database.query<{ id: number }>(
      `select o.id from unnest($2::bigint[]) f (id)
       join lateral (select * from tracked_object_view where id = f.id offset 0) o
         on o.account_id = $1 and o.deleted_at is null`,
      [accountId, objectIds],
    );
    return new Set(rows.map((row) => row.id));
  }

  /** Reviews for deliveries, by object and id. `isLean`: without their texts. */
  async reviewsToSend(
    accountId: number,
    reviewIds: readonly number[],
    isLean: boolean,
  ): Promise<readonly ReviewToSend[]> {
    return this.database.queryInIndexOrder<ReviewToSend>(
      `select ${sentFields(isLean)}, r.object_id as "objectId", o.name as "objectName"
       from unnest($2::bigint[]) f (review_id) ${EXISTING_REVIEWS}
       order by r.object_id, r.id`,
      [accountId, reviewIds],
    );
  }

  /**
   * Records that webhooks of the account receive these reviews. Returns, for each entry, the ids of the reviews that the webhook has not
   * received before; a review of several entries belongs to the first.
   */
  async addItems(accountId: number, entries: readonly NewItems[]): Promise<readonly (readonly number[])[]> {
    if (entries.length === 0) return [];
    const rows = await this.database.query<{ readonly of: string; readonly ids: readonly number[] }>(
      `with added as (
         insert into webhook_item (webhook_id, review_id, occurrence, account_id, bucket_id, event_type)
         select x.webhook_id, r.id, x.occurrence, $1, x.bucket_id, x.event_type
         from unnest($2::bigint[], $3::text[], $4::bigint[], $5::bigint[], $6::text[]) with ordinality
             x (webhook_id, event_type, occurrence, bucket_id, review_ids, place)
           cross join lateral unnest(x.review_ids::bigint[]) r (id)
         order by x.place, r.id
         on conflict do nothing returning webhook_id, event_type, occurrence, review_id
       )
       select concat_ws(' ', webhook_id, event_type, occurrence) as of, json_agg(review_id) as ids
       from added group by webhook_id, event_type, occurrence`,
      [
        accountId,
        entries.map(({ webhookId }) => webhookId),
        entries.map(({ eventType }) => eventType),
        entries.map(({ occurrence }) => occurrence),
        entries.map(({ dailyBatchId }) => dailyBatchId),
        entries.map(({ reviewIds }) => arrayText(reviewIds)),
      ],
    );
    const unassigned = new Map(rows.map((row) => [row.of, new Set(row.ids)]));
    return entries.map(({ webhookId, eventType, occurrence, reviewIds }) => {
      const added = unassigned.get(`${webhookId} ${eventType} ${occurrence}`);
      return added === undefined ? [] : reviewIds.filter((id) => added.delete(id));
    });
  }

  async newDeliveryIds(count: number): Promise<readonly number[]> {
    if (count === 0) return [];
    const rows = await this.database.query<{ id: number }>(
      `select nextval('webhook_delivery_id') as id from generate_series(1, $1)`,
      [count],
    );
    return rows.map((row) => row.id);
  }

  /**
   * Stores deliveries; `updateDispatch` makes their webhooks due. A delivery of the same run is stored once. The deliveries of a webhook
   * are numbered in the order of their ids, without a gap: transactions that create deliveries of one webhook wait for each other here,
   * and what is stored already is read after the wait.
   */
  async insert(given: readonly NewDelivery[]): Promise<void> {
    if (given.length === 0) return;
    const deliveries = onceForEachRun(given);
    const numbered = new Map(deliveries.filter((one) => one.isNumbered).map((one) => [one.webhookId, one.accountId]));
    await this.database.together([...(numbered.size > 0 ? [lockNumbers(numbered)] : []), insertion(deliveries)]);
  }

  /** The authors of these reviews, by id. */
  async authors(accountId: number, reviewIds: readonly number[]): Promise<ReadonlyMap<number, string | null>> {
    const rows = await this.database.queryInIndexOrder<{ id: number; author: string | null }>(
      `select r.id, r.author from unnest($2::bigint[]) x (id) cross join lateral (${reviewOfId('$1::bigint', 'x.id')}) r`,
      [accountId, reviewIds],
    );
    return new Map(rows.map(({ id, author }) => [id, author]));
  }

  /** The ids of the stored deliveries that may contain one of these reviews. */
  async deliveriesWith(accountId: number, reviewIds: readonly number[]): Promise<readonly number[]> {
    const rows = await this.database.query<{ id: number }>(
      `select distinct d.id from webhook w
       cross join unnest($3::text[]) t (event_type) cross join unnest($2::bigint[]) x (review_id)
       join webhook_item i on i.webhook_id = w.id and i.event_type = t.event_type and i.review_id = x.review_id
       join webhook_delivery d on d.account_id = w.account_id and d.webhook_id = w.id and d.event_type = i.event_type
         and d.created_at between i.created_at and i.created_at + ${DELIVERED_WITHIN}
       where w.account_id = $1 order by d.id`,
      [accountId, reviewIds, REVIEW_EVENT_TYPES],
    );
    return rows.map(({ id }) => id);
  }

  /** The bodies of these deliveries that are still kept, by id. Only the relay changes them, one transaction of an account at a time. */
  async bodies(accountId: number, deliveryIds: readonly number[]): Promise<readonly StoredBody[]> {
    return this.database.query<StoredBody>(
      `select id, convert_from(body, 'UTF8') as body from webhook_delivery
       where account_id = $1 and id = any($2::bigint[]) and body is not null order by id`,
      [accountId, deliveryIds],
    );
  }

  /** Replaces bodies, and deletes the recorded responses to them, which may repeat them. */
  async replaceBodies(accountId: number, bodies: readonly StoredBody[]): Promise<void> {
    const ids = bodies.map(({ id }) => id);
    await this.database.query(
      `update webhook_delivery d set body = convert_to(x.body, 'UTF8')
       from unnest($2::bigint[], $3::text[]) x (id, body)
       where d.account_id = $1 and d.id = x.id and d.body is not null`,
      [accountId, ids, bodies.map(({ body }) => body)],
    );
    await this.database.query(
      'update webhook_exchange set response_body = null where account_id = $1 and delivery_id = any($2::bigint[])',
      [accountId, ids],
    );
  }

  /**
   * Makes webhooks with new deliveries due. Call it once, at the end of a transaction, for all webhooks: every transaction then locks
   * these rows in the order of their ids.
   */
  async updateDispatch(webhooks: readonly DispatchUpdate[]): Promise<void> {
    await this.database.execute(
      // A webhook that has never responded gets one slot, like one that timed out.
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

/** Locks the numbers of these webhooks, in the order of their ids, until the transaction ends. `accounts`: by webhook. */
function lockNumbers(accounts: ReadonlyMap<number, number>): Statement {
  return {
    // A row that exists is locked, and not written.
    text: `
      insert into webhook_sequence as s (webhook_id, account_id, last)
      select webhook_id, account_id, 0 from unnest($1::bigint[], $2::bigint[]) x (webhook_id, account_id) order by webhook_id
      on conflict (webhook_id) do update set last = s.last where false`,
    values: [[...accounts.keys()], [...accounts.values()]],
  };
}

function insertion(deliveries: readonly NewDelivery[]): Statement {
  return {
    text: INSERTION,
    values: [
      deliveries.map((delivery) => delivery.id),
      deliveries.map((delivery) => delivery.accountId),
      deliveries.map((delivery) => delivery.webhookId),
      deliveries.map((delivery) => delivery.runId),
      deliveries.map((delivery) => delivery.eventType),
      deliveries.map((delivery) => delivery.eventId),
      deliveries.map((delivery) => delivery.body.toString('utf8')),
      deliveries.map((delivery) => delivery.reviewCount),
      deliveries.map(({ objectIds }) => arrayText(objectIds)),
      deliveries.map(({ sourceIds }) => arrayText(sourceIds)),
      deliveries.map((delivery) => delivery.traceparent),
      deliveries.map(({ bodyHours }) => bodyHours),
      deliveries.map(({ isNumbered }) => isNumbered),
    ],
  };
}

/** Bodies are JSON in UTF-8. A text parameter needs half as many bytes as a bytea parameter. */
const INSERTION = `
  with kept as materialized (
    select d.id, d.webhook_id, d.is_numbered, row_number() over (partition by d.webhook_id order by d.id) as place
    from unnest($1::bigint[], $3::bigint[], $4::bigint[], $5::text[], $13::boolean[])
      d (id, webhook_id, run_id, event_type, is_numbered)
    where d.run_id is null or not exists (select from webhook_delivery x
      where x.webhook_id = d.webhook_id and x.event_type = d.event_type and x.run_id = d.run_id)
  ), numbers as (
    update webhook_sequence s set last = s.last + n.count
    from (select webhook_id, count(*) as count from kept where is_numbered group by webhook_id) n
    where s.webhook_id = n.webhook_id returning s.webhook_id, old.last
  )
  insert into webhook_delivery (id, account_id, webhook_id, run_id, event_type, event_id, body, next_attempt_at,
    review_count, object_ids, source_ids, traceparent, body_until, sequence)
  select d.id, d.account_id, d.webhook_id, d.run_id, d.event_type, d.event_id, convert_to(d.body, 'UTF8'),
    clock_timestamp(), d.review_count, d.object_ids::bigint[], d.source_ids::int[], d.traceparent,
    clock_timestamp() + make_interval(hours => d.body_hours), numbers.last + kept.place
  from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::text[], $6::bigint[], $7::text[],
      $8::int[], $9::text[], $10::text[], $11::text[], $12::int[])
    d (id, account_id, webhook_id, run_id, event_type, event_id, body, review_count, object_ids, source_ids, traceparent,
      body_hours)
    join kept on kept.id = d.id left join numbers on numbers.webhook_id = d.webhook_id
  order by d.id on conflict do nothing`;

/** The deliveries without those that repeat the webhook, the event type and the run of an earlier one. */
function onceForEachRun(deliveries: readonly NewDelivery[]): readonly NewDelivery[] {
  const seen = new Set<string>();
  return deliveries.filter(({ webhookId, eventType, runId }) => {
    const key = `${webhookId} ${eventType} ${runId}`;
    const isFirst = runId === null || !seen.has(key);
    seen.add(key);
    return isFirst;
  });
}

/** An array of ids as PostgreSQL writes it, null for an empty one: arrays of different lengths cannot be elements of one array. */
const arrayText = (ids: readonly number[]): string | null => (ids.length === 0 ? null : `{${ids.join(',')}}`);
