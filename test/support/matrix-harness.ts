/**
 * Accounts of the matrix tests and their resources. Each set of resources has one resource of each kind that
 * has ids, so that every route can be called. Every text of the set contains the account's mark.
 */
import { AccountsService, KeysService } from '@src/auth';
import { DEFAULT_OPTIONS } from '@src/embeds/domain/embed';
import { makeToken } from '@src/embeds/domain/token';
import { reviewVersionOf } from '@src/reviews';
import { SigningSecretService } from '@src/webhooks';
import type { Database } from '@libs/database';
import { insertReview } from './review-factory';
import type { TestAccount, TestApp } from './test-app';

/** The kinds of resources whose ids occur in a path, a query or a body. */
export type IdKind =
  | 'object'
  | 'link'
  | 'review'
  | 'run'
  | 'folder'
  | 'webhook'
  | 'listener'
  | 'delivery'
  | 'key'
  | 'connection'
  | 'account'
  | 'accountKey'
  | 'message'
  | 'recovery'
  | 'export'
  | 'embed'
  | 'unanswered'
  | 'proposal'
  | 'import';

/** An id of each kind. */
export type Ids = Readonly<Record<IdKind, number>>;

/** Kinds without a row, because no key can create one. Their ids are unknown. */
export const KINDS_WITHOUT_ROW: ReadonlySet<IdKind> = new Set<IdKind>(['connection']);

/** An id that no row has. */
export const UNKNOWN_ID = 9_007_199_254_740_990;
export const UNKNOWN_IDS: Ids = {
  object: UNKNOWN_ID,
  link: UNKNOWN_ID,
  review: UNKNOWN_ID,
  run: UNKNOWN_ID,
  folder: UNKNOWN_ID,
  webhook: UNKNOWN_ID,
  listener: UNKNOWN_ID,
  delivery: UNKNOWN_ID,
  key: UNKNOWN_ID,
  connection: UNKNOWN_ID,
  account: UNKNOWN_ID,
  accountKey: UNKNOWN_ID,
  message: UNKNOWN_ID,
  recovery: UNKNOWN_ID,
  export: UNKNOWN_ID,
  embed: UNKNOWN_ID,
  unanswered: UNKNOWN_ID,
  proposal: UNKNOWN_ID,
  import: UNKNOWN_ID,
};

export interface MatrixAccount extends TestAccount {
  readonly mark: string;
}

export async function anAccountNamed(app: TestApp, mark: string): Promise<MatrixAccount> {
  const account = await app.anAccount({ name: `${mark} account` });
  // The signing secret is created at its first use. It is created here, so that a later read writes nothing.
  await app.app.get(SigningSecretService).current(account.accountId);
  return { ...account, mark };
}

/** Inserts the rows of a set of resources without calling the services, so that thousands of sets are cheap. */
export async function createResources(app: TestApp, account: MatrixAccount): Promise<Ids> {
  const { database } = app;
  const { accountId, mark } = account;
  const object = await idOf(database, 'insert into tracked_object (account_id, name) values ($1, $2) returning id', [
    accountId,
    `${mark} object`,
  ]);
  const [google] = await database.query<{ id: number }>(`select id from source where slug = 'google'`);
  if (!google) throw new Error('the catalogue has no source google');
  const link = await idOf(
    database,
    `insert into link (account_id, object_id, source_id, url, link_name, scraped_object_name)
     values ($1, $2, $3, 'https://www.google.com/maps/place/' || $2::bigint || '?' || $4, $4, $4) returning id`,
    [accountId, object, google.id, mark],
  );
  await database.query(
    `insert into link_collection (link_id, account_id, object_id, source_id, next_run_at, scrape_status, scrape_error)
     values ($1, $2, $3, $4, now() + interval '1 hour', 'failed', $5)`,
    [link, accountId, object, google.id, `parse_error: ${mark}`],
  );
  const review = await aReviewMarked(
    database,
    { accountId, objectId: object, linkId: link, sourceId: google.id },
    mark,
  );
  await aReplyOf(database, { accountId, objectId: object, linkId: link, sourceId: google.id }, review, mark);
  const folder = await idOf(database, 'insert into folder (account_id, name) values ($1, $2) returning id', [
    accountId,
    `${mark} folder`,
  ]);
  await database.query('insert into folder_object (account_id, folder_id, object_id) values ($1, $2, $3)', [
    accountId,
    folder,
    object,
  ]);
  const unanswered = await insertReview(database, {
    ...{ accountId, objectId: object, linkId: link, sourceId: google.id, isNative: true },
    ...{ externalId: `${mark}-unanswered-${link}`, author: mark, text: `${mark} unanswered`, rating: 5 },
  });
  const webhook = await aWebhookOf(database, account);
  const client = await aClientOf(database, mark);
  return {
    ...UNKNOWN_IDS,
    object,
    link,
    review,
    run: await aRunOf(database, { accountId, objectId: object, linkId: link, sourceId: google.id }, mark),
    folder,
    webhook,
    listener: await aListenerOf(database, account),
    delivery: await aDeliveryOf(database, account, webhook),
    recovery: await idOf(
      database,
      `insert into webhook_recovery (account_id, webhook_id, since, until, statuses, matched, state, ended_at)
       values ($1, $2, now() - interval '1 day', now(), '{failed}', 0, 'finished', now()) returning id`,
      [accountId, webhook],
    ),
    export: await anExportOf(database, account),
    embed: await anEmbedOf(database, account, object),
    unanswered,
    proposal: await aProposalOf(database, account, unanswered),
    import: await idOf(database, 'insert into review_import (account_id) values ($1) returning id', [accountId]),
    key: account.fullKeyId,
    account: client,
    accountKey: await aKeyOf(database, client),
    message: await idOf(
      database,
      // An old message, because an account may send 20 in an hour.
      `insert into support_message (account_id, key_id, subject, message, created_at)
       values ($1, $2, $3, $3, now() - interval '2 hours') returning id`,
      [accountId, account.fullKeyId, mark],
    ),
  };
}

/**
 * Deletes older webhooks first, because an account has at most fifty. No server listens at the target, so a test event fails at
 * once.
 */
async function aWebhookOf(database: Database, { accountId, mark }: MatrixAccount): Promise<number> {
  return idOf(
    database,
    `with old as (delete from webhook where account_id = $1
       and id not in (select id from webhook where account_id = $1 order by id desc limit 20))
     insert into webhook (account_id, schema_version, target, event_types, bucket_window, filters)
     values ($1, 3, 'http://127.0.0.1:1/' || $2, '{reviews.new}', 'immediate', '{}') returning id`,
    [accountId, mark],
  );
}

/** A webhook without a target, with the mark in its filters. Deletes older ones, as `aWebhookOf`. */
async function aListenerOf(database: Database, { accountId, mark }: MatrixAccount): Promise<number> {
  return idOf(
    database,
    `with old as (delete from webhook where account_id = $1 and target is null
       and id not in (select id from webhook where account_id = $1 and target is null order by id desc limit 5))
     insert into webhook (account_id, schema_version, last_claim_at, event_types, bucket_window, filters)
     values ($1, 3, now(), '{reviews.new}', 'immediate', jsonb_build_object('allowed_sources', array[$2::text])) returning id`,
    [accountId, mark],
  );
}

/** A settled delivery with one attempt. */
async function aDeliveryOf(database: Database, { accountId, mark }: MatrixAccount, webhookId: number): Promise<number> {
  return idOf(
    database,
    `insert into webhook_delivery (id, account_id, webhook_id, event_type, event_id, state, settled_at, attempts,
       last_attempt_at, last_duration_ms, last_status_code, body)
     values (nextval('webhook_delivery_id'), $1, $2, 'reviews.new', 1, 'success', now(), 1, now(), 5, 200, $3) returning id`,
    [accountId, webhookId, Buffer.from(JSON.stringify({ mark }))],
  );
}

/** A finished export with a file. Older ones are deleted first, because an account keeps twenty, and those that no worker writes. */
/** At most ten of an account, so that another one can be created. */
async function anEmbedOf(database: Database, { accountId, mark }: MatrixAccount, object: number): Promise<number> {
  await database.query(
    `delete from review_embed where account_id = $1 and id not in
       (select id from review_embed where account_id = $1 order by id desc limit 10)`,
    [accountId],
  );
  return idOf(
    database,
    'insert into review_embed (account_id, object_id, token, options) values ($1, $2, $3, $4) returning id',
    [accountId, object, makeToken(), JSON.stringify({ ...DEFAULT_OPTIONS, title: mark })],
  );
}

async function anExportOf(database: Database, { accountId, mark }: MatrixAccount): Promise<number> {
  await database.query(
    `update review_export set state = 'deleted', due_at = null, expires_at = now()
     where account_id = $1 and (due_at is not null or id not in
       (select id from review_export where account_id = $1 and state = 'finished' order by id desc limit 10))`,
    [accountId],
  );
  const content = Buffer.from(`${JSON.stringify({ mark })}\n`);
  const id = await idOf(
    database,
    `insert into review_export (account_id, format, state, due_at, ended_at, total, last_id, row_count, byte_count, request)
     values ($1, 'jsonl', 'finished', null, now(), 1, 1, 1, $2, '{}') returning id`,
    [accountId, content.length],
  );
  await database.query(
    'insert into review_export_chunk (account_id, export_id, starts_at, content) values ($1, $2, 0, $3)',
    [accountId, id, content],
  );
  return id;
}

/** An open proposal of a person. Older ones are closed first, because an account has at most a thousand. */
async function aProposalOf(database: Database, { accountId, mark }: MatrixAccount, reviewId: number): Promise<number> {
  await database.query(
    `update reply_proposal set state = 'dismissed', closed_at = now() where account_id = $1 and state = 'open'`,
    [accountId],
  );
  return idOf(
    database,
    `insert into reply_proposal (account_id, review_id, object_id, link_id, source_id, proposed_by_person, text, note, review_version)
     select r.account_id, r.id, r.object_id, r.link_id, r.source_id, 1, $3, $3, v.version
     from review r, lateral (${reviewVersionOf('r.account_id', 'r.id')}) v where r.account_id = $1 and r.id = $2 returning id`,
    [accountId, reviewId, `${mark} proposal`],
  );
}

/** An account that operators may administer, one per mark. Changes to it affect no key of the tests. */
async function aClientOf(database: Database, mark: string): Promise<number> {
  const name = `${mark} client`;
  const [known] = await database.query<{ id: number }>('select id from account where name = $1', [name]);
  return known?.id ?? idOf(database, `insert into account (name, plan) values ($1, 'full') returning id`, [name]);
}

/** A valid key of an account. Deletes older keys first, because an account has at most fifty. */
async function aKeyOf(database: Database, accountId: number): Promise<number> {
  return idOf(
    database,
    `with old as (delete from api_key where account_id = $1
       and id not in (select id from api_key where account_id = $1 order by id desc limit 20))
     insert into api_key (account_id, digest, key_scope, display_prefix)
     values ($1, sha256(gen_random_uuid()::text::bytea), 'full', 'hrev_000000') returning id`,
    [accountId],
  );
}

/** The account with a key of scope master in place of its full key; such a key may call every route. */
export async function withMasterKey(app: TestApp, account: MatrixAccount): Promise<MatrixAccount> {
  const { key, keyId } = await app.app.get(KeysService).issue(account.accountId, 'master');
  return { ...account, full: key, fullKeyId: keyId };
}

interface Place {
  readonly accountId: number;
  readonly objectId: number;
  readonly linkId: number;
  readonly sourceId: number;
}

async function aReviewMarked(database: Database, place: Place, mark: string): Promise<number> {
  const picture = { template_url: `https://i.example/${mark}/{size}`, preview: null, image: null };
  const review = await insertReview(database, {
    ...place,
    author: mark,
    text: `${mark} text`,
    positive: `${mark} plus`,
    negative: `${mark} minus`,
    externalId: `${mark}-${place.linkId}`,
    reviewDate: '2026-11-10T09:30:15',
    rating: 4,
    ratingOriginal: `${mark} stars`,
    reviewUrl: `https://r.example/${mark}`,
    replyText: `${mark} reply`,
    replyDate: '2026-11-11T09:30:15',
    images: [picture],
  });
  await database.query('insert into review_raw (account_id, review_id, raw) values ($1, $2, $3)', [
    place.accountId,
    review,
    JSON.stringify({ mark }),
  ]);
  return review;
}

/** A finished run with one run link. */
async function aRunOf(database: Database, place: Place, mark: string): Promise<number> {
  return idOf(
    database,
    `with made as (insert into run (account_id, cause, finished_at) values ($1, 'manual', now()) returning id)
     insert into run_link (run_id, account_id, object_id, link_id, source_id, scheduled_at, wants_full, priority, state, outcome,
       scrape_error, stop_reason, attempts, started_at, ended_at)
     select id, $1, $2, $3, $4, now(), false, 0, 'ended', 'failed', 'parse_error: ' || $5, 'parse_error', 1, now(), now()
     from made returning run_id as id`,
    [place.accountId, place.objectId, place.linkId, place.sourceId, mark],
  );
}

/** A connection, and a reply that waits for a worker. */
async function aReplyOf(database: Database, place: Place, review: number, mark: string): Promise<void> {
  const { accountId, objectId, linkId, sourceId } = place;
  await database.query(
    `insert into platform_connection (account_id, object_id, source_id, sealed, key_id, card, card_name)
     values ($1, $2, $3, '\\x00', '', $4, $4)`,
    [accountId, objectId, sourceId, mark],
  );
  await database.query(
    `insert into review_reply (account_id, review_id, object_id, link_id, source_id, review_key, state, action, text, due_at)
     values ($1, $2, $3, $4, $5, decode(md5($6), 'hex'), 'pending', 'publish', $6, now())`,
    [accountId, review, objectId, linkId, sourceId, `${mark} own reply ${review}`],
  );
}

async function idOf(database: Database, sql: string, parameters: readonly unknown[]): Promise<number> {
  const [row] = await database.query<{ id: number }>(sql, parameters);
  if (!row) throw new Error('nothing was inserted');
  return row.id;
}

/** A caller: its key, and the access that the key gives. */
export interface Actor {
  readonly name: string;
  readonly key: string | null;
  readonly account: MatrixAccount;
  readonly access: 'none' | 'suspended' | 'read_only' | 'propose' | 'full' | 'master';
}

/** The ten actors. `a` and `b` are active accounts. */
export async function tenActors(app: TestApp, a: MatrixAccount, b: MatrixAccount): Promise<readonly Actor[]> {
  const keys = app.app.get(KeysService);
  const revoked = await keys.issue(a.accountId, 'full');
  await keys.revoke(revoked.keyId);
  const master = await keys.issue(a.accountId, 'master');
  const propose = await keys.issue(a.accountId, 'propose');
  const suspended = await anAccountNamed(app, 'SUSPENDED');
  await app.app.get(AccountsService).suspend(suspended.accountId);
  return [
    { name: 'no key', key: null, account: a, access: 'none' },
    { name: 'malformed key', key: `${a.full.slice(0, -1)}-`, account: a, access: 'none' },
    { name: 'revoked key', key: revoked.key, account: a, access: 'none' },
    { name: 'read_only of A', key: a.readOnly, account: a, access: 'read_only' },
    { name: 'propose of A', key: propose.key, account: a, access: 'propose' },
    { name: 'full of A', key: a.full, account: a, access: 'full' },
    { name: 'read_only of B', key: b.readOnly, account: b, access: 'read_only' },
    { name: 'full of B', key: b.full, account: b, access: 'full' },
    { name: 'full of a suspended account', key: suspended.full, account: suspended, access: 'suspended' },
    { name: 'master of A', key: master.key, account: a, access: 'master' },
  ];
}
