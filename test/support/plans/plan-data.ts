import type { Database } from '@libs/database';
import { aLink, type LinkFixture } from '../store-fixture';

/** How long the external ids of reviews are. Long ids make their index deeper than the other indexes of a link. */
export type IdLength = 'short' | 'long';

/** The rows that the statements are about. Their ids are known before the large tables are filled. */
export interface PlanData {
  /** The link with `ROWS` reviews. Their ids are 1 to `ROWS`; the review with the id n has the change number n. */
  readonly link: LinkFixture;
  /** A link of another account, with a few reviews. */
  readonly small: LinkFixture;
  readonly folderId: number;
  readonly runId: number;
  readonly runLinkId: number;
  /** The token of the lease on the run link, and of the one on the webhook. */
  readonly token: string;
  /** The id of a review on the platform. */
  readonly externalId: (reviewId: number) => string;
}

/** Rows of each large table that belong to one link, or to one webhook. */
export const ROWS = 10_000;
/** Persons, each with a session and a membership, and keys. */
export const PERSONS = 2_000;
/** Accounts with links at each of `QUEUED_SOURCES` sources, whose queues wait at that of the link. */
const QUEUED_ACCOUNTS = 2_000;
const QUEUED_SOURCES = 5;
/** Other objects of the account, each with a link. */
const OBJECTS = 1_000;
const REVIEWS_OF_OTHER_LINKS = 2;
/** Events of the change stream have the change numbers after this one. */
export const FIRST_EVENT = 100_000;
export const WEBHOOK_ID = 1;
/** A webhook without a target, with as many deliveries. */
export const LISTENER_ID = 6;
/** Deliveries and events with an odd id wait. */
export const FIRST_WAITING_ID = 1;

/** The tables that the data make large: a scan of all their rows is never right. */
export const LARGE_TABLES: ReadonlySet<string> = new Set([
  ...[
    'tracked_object',
    'link',
    'link_collection',
    'link_total',
    'run',
    'run_link',
    'run_fact',
    'review',
    'review_raw',
    'review_road',
  ],
  ...['sync_scope_change', 'outbox', 'webhook_delivery', 'review_reply', 'api_key', 'session', 'person', 'membership'],
  ...['account_queue', 'account_pace', 'consent_flow'],
]);

const TOKEN = '00000000-0000-4000-8000-000000000001';
const REVIEW_DATE = `timestamp '2026-01-01' - n * interval '1 hour'`;
/** Hash values, because compressible ids would be short in the index. */
const LONG_ID = `'e' || n || (select string_agg(md5(n || '-' || k), '') from generate_series(1, 15) k)`;
const SHORT_ID = `'e' || n`;

/** Inserts what has few rows, and the links. Statistics are only made by the test. */
export async function smallData(database: Database, ids: IdLength): Promise<PlanData> {
  for (const table of LARGE_TABLES) await database.query(`alter table ${table} set (autovacuum_enabled = false)`);
  const link = await aLink(database);
  const small = await aLink(database);
  await database.query(
    `with objects as (
       insert into tracked_object (account_id, name) select $1, 'o' from generate_series(1, ${OBJECTS}) returning id, account_id
     ), links as (
       insert into link (account_id, object_id, source_id, url) select account_id, id, $2, 'u' || id from objects returning *
     )
     insert into link_collection (link_id, account_id, object_id, source_id, next_run_at)
     select id, account_id, object_id, source_id, now() + interval '1 hour' from links`,
    [link.accountId, link.sourceId],
  );
  const folderId = await insertedId(
    database,
    `insert into folder (account_id, name) values ($1, 'f') returning id`,
    link,
  );
  const runId = await insertedId(
    database,
    `insert into run (account_id, cause) values ($1, 'manual') returning id`,
    link,
  );
  await database.query('insert into folder_object (account_id, folder_id, object_id) values ($1, $2, $3)', [
    ...[link.accountId, folderId, link.objectId],
  ]);
  const [runLink] = await database.query<{ id: number }>(
    `insert into run_link (run_id, account_id, object_id, link_id, source_id, scheduled_at, wants_full, priority, state, lease_token, lease_until)
     values ($1, $2, $3, $4, $5, now(), false, 1, 'running', '${TOKEN}', now() + interval '1 hour') returning id`,
    [runId, link.accountId, link.objectId, link.linkId, link.sourceId],
  );
  const externalIds = await database.query<{ id: string }>(
    `select ${ids === 'long' ? LONG_ID : SHORT_ID} as id from generate_series(1, ${ROWS}) n order by n`,
  );
  return {
    ...{ link, small, folderId, runId, runLinkId: runLink?.id ?? 0, token: TOKEN },
    externalId: (reviewId) => externalIds[reviewId - 1]?.id ?? '',
  };
}

async function insertedId(database: Database, sql: string, { accountId }: LinkFixture): Promise<number> {
  const [row] = await database.query<{ id: number }>(sql, [accountId]);
  return row?.id ?? 0;
}

/** Fills the large tables; with long ids, those of reviews. */
export async function largeData(database: Database, data: PlanData, ids: IdLength): Promise<void> {
  const externalId = ids === 'long' ? LONG_ID : SHORT_ID;
  const statements = [...reviewsOf(data.link, externalId), ...(ids === 'short' ? workOf(data) : [])];
  for (const statement of statements) await database.query(statement);
}

function reviewsOf({ accountId, objectId, linkId, sourceId }: LinkFixture, externalId: string): readonly string[] {
  const columns = `(account_id, object_id, link_id, source_id, id, change_seq, review_date, reply_date, reply_text, rating, external_id,
      first_seen_at, updated_at, seen_at, date_precision, is_native, content_hash, language, detector) overriding system value`;
  const others = `now(), now() - n * interval '1 second', now(), 0, true, decode(md5(n::text), 'hex'),
      case when n % 3 = 0 then 'de' else 'en' end, 1`;
  const replied = (value: string): string => `case when n % 3 = 0 then ${value} end`;
  return [
    `insert into review ${columns}
     select ${accountId}, ${objectId}, ${linkId}, ${sourceId}, n, n, ${REVIEW_DATE}, ${replied(REVIEW_DATE)}, ${replied("'Thanks'")},
       100 * (1 + n % 5), ${externalId}, ${others}
     from generate_series(1, ${ROWS}) n`,
    `insert into review ${columns}
     select account_id, object_id, l.id, source_id, ${ROWS} + row_number() over (), ${ROWS} + row_number() over (), ${REVIEW_DATE}, null, null,
       400, ${externalId}, ${others}
     from link l, generate_series(1, ${REVIEWS_OF_OTHER_LINKS}) n where l.id <> ${linkId}`,
    `insert into review_raw (account_id, review_id, raw) select account_id, id, '{}' from review`,
    `insert into account_change (account_id, change_seq, changed_at) select account_id, max(change_seq), now() from review group by 1
     on conflict (account_id) do update set change_seq = excluded.change_seq`,
    `insert into review_road (account_id, link_id, road, external_id, review_external_id)
     select account_id, link_id, 'public', external_id, external_id from review`,
    `insert into sync_scope_change (account_id, change_seq, object_id, folder_ids, changed_at, has_lost_reviews)
     select ${accountId}, ${FIRST_EVENT} + n, ${objectId} + n % ${OBJECTS}, '{}', now(), false from generate_series(1, ${ROWS}) n`,
  ];
}

/** A `Retry-After` has delayed each account, a few of them until later. */
function queuesOf(sourceId: number): readonly string[] {
  const accounts = `(values (${sourceId})) at (first) cross join generate_series(0, ${QUEUED_SOURCES - 1}) n
    cross join (select id from account order by id desc limit ${QUEUED_ACCOUNTS}) account`;
  return [
    `insert into account (name, plan) select 'a', 'full' from generate_series(1, ${QUEUED_ACCOUNTS})`,
    `insert into account_queue (account_id, source_id, last_served_at, next_claim_at)
     select id, first + n, now() - id * interval '1 minute', case when n = 0 then '-infinity'::timestamptz end from ${accounts}`,
    `insert into account_pace (account_id, source_id, used_on, requests_used, held_until)
     select id, first + n, current_date, 5, now() + case when n = 0 and id % 500 = 0 then 1 else -id end * interval '1 minute' from ${accounts}`,
  ];
}

function workOf({ link: { accountId, objectId, linkId, sourceId }, runId }: PlanData): readonly string[] {
  const fact = (runs: string): string => `insert into run_fact (run_id, object_id, fact, review_ids)
    select id, ${objectId}, 'appeared', '{1}' from ${runs}`;
  return [
    `with runs as (
       insert into run (account_id, cause, finished_at) select ${accountId}, 'scheduled', now() from generate_series(1, ${ROWS}) returning id
     ), links as (
       insert into run_link (run_id, account_id, object_id, link_id, source_id, scheduled_at, wants_full, priority, state, outcome, ended_at)
       select id, ${accountId}, ${objectId}, ${linkId}, ${sourceId}, now() - id * interval '1 minute', false, 2, 'ended', 'success', now()
       from runs
     ) ${fact('runs')}`,
    fact(`(values (${runId})) run (id)`),
    ...queuesOf(sourceId),
    `insert into review_reply (account_id, object_id, link_id, source_id, review_id, review_key, state, action, text, held_text, held_at,
       confirmed_at)
     select ${accountId}, ${objectId}, ${linkId}, ${sourceId}, n, sha256(n::text::bytea), 'published', 'publish', 't', 't', now(), now()
     from generate_series(1, ${ROWS}) n`,
    `insert into consent_flow (account_id, source_id, person_id, session_id, state_digest, client_id, redirect_uri, state, grant_id, due_at)
     select ${accountId}, ${sourceId}, n, n, sha256(n::text::bytea), 'c', 'https://e.example', 'ready', 1,
       case when n % 2 = 1 then now() - n * interval '1 second' end from generate_series(1, ${ROWS}) n`,
    `insert into outbox (account_id, event, payload, relayed_at)
     select ${accountId}, 'A', '{}', case when n % 2 = 0 then now() end from generate_series(1, ${ROWS}) n`,
    `insert into webhook (account_id, schema_version, target, event_types, bucket_window, filters)
     select ${accountId}, 3, 'https://e.example/' || n, '{reviews.new}', 'immediate', '{}' from generate_series(1, 5) n`,
    `insert into webhook (account_id, schema_version, last_claim_at, event_types, bucket_window, filters)
     select ${accountId}, 3, now(), '{reviews.new}', 'immediate', '{}'`,
    `insert into webhook_delivery (account_id, id, webhook_id, event_id, next_attempt_at, settled_at, state, event_type, body)
     select ${accountId}, n, ${WEBHOOK_ID}, n, case when n % 2 = 1 then now() - n * interval '1 second' end,
       case when n % 2 = 0 then now() end, case when n % 2 = 1 then 'pending' else 'success' end, 'reviews.new', '{}'
     from generate_series(1, ${ROWS}) n`,
    `insert into webhook_delivery (account_id, id, webhook_id, event_id, next_attempt_at, settled_at, state, event_type, body)
     select account_id, id + ${ROWS}, ${LISTENER_ID}, event_id, next_attempt_at, settled_at, state, event_type, body from webhook_delivery`,
    `insert into webhook_dispatch (webhook_id, account_id, next_due_at, lease_token, lease_until, slots)
     select id, account_id, now(), case when id = ${WEBHOOK_ID} then '${TOKEN}'::uuid end,
       case when id = ${WEBHOOK_ID} then now() + interval '1 hour' end, (id = ${WEBHOOK_ID})::int from webhook`,
    `insert into api_key (account_id, digest, key_scope, display_prefix)
     select ${accountId}, sha256(n::text::bytea), 'full', 'x' from generate_series(1, ${PERSONS}) n`,
    `insert into person (name, email, password_hash) select 'p', 'p' || n, 'x' from generate_series(1, ${PERSONS}) n`,
    `insert into session (digest, person_id, device, address) select sha256(id::text::bytea), id, 'd', 'a' from person`,
    `insert into membership (account_id, person_id, role) select ${accountId}, id, 'member' from person`,
  ];
}
