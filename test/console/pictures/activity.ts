import { NoticesService } from '@src/notices';
import type { JourneyHost } from '../support/harbor';
import type { Town } from './town';

/** Ids in the addresses of the pictures. */
export interface Activity {
  readonly webhookId: number;
  readonly deliveryId: number;
  readonly runId: number;
  readonly requestId: string;
  /** A review whose reply was refused, one whose reply is published, and one without a reply. */
  readonly reviews: { readonly refused: number; readonly published: number; readonly open: number };
}

const DELIVERIES = 60;
const WAITING = 5;
const EVENTS = ['reviews.new', 'reviews.new', 'replies.new', 'reviews.updated'];

/** What persons, programs and platforms did in an account: replies, runs, webhooks, keys, requests, notices, members, connections. */
export async function anActivity(host: JourneyHost, town: Town): Promise<Activity> {
  const reviews = await repliesOf(host, town);
  const runId = await runsOf(host, town);
  const { webhookId, deliveryId } = await webhooksOf(host, town);
  await pinsOf(host, town);
  const requestId = await requestsOf(host);
  await noticesOf(host, town, webhookId);
  await peopleOf(host);
  await connectionsOf(host, town);
  return { webhookId, deliveryId, runId, requestId, reviews };
}

type Row = { readonly id: number };

async function oneOf({ app }: JourneyHost, sql: string, parameters: readonly unknown[]): Promise<number> {
  const [row] = await app.database.query<Row>(sql, [...parameters]);
  if (row === undefined) throw new Error(`no row: ${sql}`);
  return row.id;
}

const REFUSED_TEXT = `Dear Miguel, thank you for telling us so plainly. A pipe in the street broke on Sunday at six, and we were too slow to say so; that is on us. Every guest of that night has been offered a stay, and rooms 301 to 318 get new showers in January. Write to us at +351 22 555 01 40.`;

async function repliesOf(host: JourneyHost, town: Town): Promise<Activity['reviews']> {
  const { accountId } = host.account;
  const [first] = town.objects;
  const newest = (slug: string, place: number, rating: string): Promise<number> =>
    oneOf(
      host,
      `select id from review where account_id = $1 and object_id = $2 and source_id = $3 and rating ${rating} and author is not null
         and coalesce(text, negative) is not null and reply_text is null order by review_date desc offset $4 limit 1`,
      [accountId, first?.id, town.sources.get(slug), place],
    );
  const refused = await newest('booking', 0, '<= 200');
  await host.app.database.query(
    `update review set author = 'Miguel', rating = 200, rating_original = '4', review_date = now() - interval '14 hours',
       positive = 'Location is still the best in the city. The view of the river from the breakfast room makes up for a lot.',
       negative = 'Everything behind the door is tired: the shower, the mattress, the noise of the minibar. No water for the whole of Sunday evening, and no word from the hotel until we asked.'
     where account_id = $1 and id = $2`,
    [accountId, refused],
  );
  await host.app.database.query(
    `update review set text = positive || e'\n\n' || negative where account_id = $1 and id = $2`,
    [accountId, refused],
  );
  const published = await newest('google', 0, '>= 400');
  const open = await newest('google', 0, '<= 200');
  const pending = await newest('google', 1, '<= 200');
  const reply = (id: number, columns: string, values: string, text: string): Promise<unknown> =>
    host.app.database.query(
      `insert into review_reply (account_id, review_id, object_id, link_id, source_id, review_key, action, text, ${columns})
       select account_id, id, object_id, link_id, source_id, sha256(id::text::bytea), 'publish', $3, ${values}
       from review where account_id = $1 and id = $2`,
      [accountId, id, text],
    );
  await reply(
    refused,
    'state, error, error_detail, attempts, accepted_at',
    `'failed', 'text_rejected', 'Contains a phone number', 1, now() - interval '12 hours'`,
    REFUSED_TEXT,
  );
  await reply(
    published,
    'state, held_text, held_at, confirmed_at, was_accepted, attempts, accepted_at',
    `'published', $3, now() - interval '3 hours', now() - interval '2 hours', true, 1, now() - interval '3 hours'`,
    'Thank you. The bread is baked in the house, and the team was glad to read this.',
  );
  await reply(pending, 'state, due_at', `'pending', now()`, 'We are sorry. The night manager will call you today.');
  await host.app.database.query(
    `update review set deleted_at = now() - interval '2 days' where id in (
       select id from review where account_id = $1 and rating <= 200 order by id desc limit 2)`,
    [accountId],
  );
  await host.app.database.query(
    `insert into reply_template (account_id, name, text) values
       ($1, 'Thanks', 'Thank you, {author}. We are glad that you liked {object}.'),
       ($1, 'Apology, water', 'Dear {author}, a pipe in the street broke, and we were too slow to say so. Your next night at {object} is on us.')`,
    [accountId],
  );
  return { refused, published, open };
}

/** A run every six hours for a week; Trustpilot refuses the last three, and one pass is running. */
async function runsOf(host: JourneyHost, town: Town): Promise<number> {
  const { accountId } = host.account;
  const ids = town.objects.slice(0, 6).map(({ id }) => id);
  const query = (sql: string, values: readonly unknown[]): Promise<readonly Row[]> =>
    host.app.database.query<Row>(sql, [...values]);
  let runId = 0;
  for (let age = 27; age >= 1; age -= 1) {
    const at = `now() - interval '${age * 6} hours'`;
    runId = await oneOf(
      host,
      `insert into run (account_id, cause, created_at, finished_at) values ($1, 'scheduled', ${at}, ${at} + interval '90 seconds') returning id`,
      [accountId],
    );
    await query(
      `insert into run_link (run_id, account_id, object_id, link_id, source_id, scheduled_at, wants_full, priority, state, outcome,
         stop_reason, scrape_error, pages, reviews_read, reviews_new, reviews_changed, attempts, started_at, ended_at)
       select $1, l.account_id, l.object_id, l.id, l.source_id, ${at}, (l.id + $4::int) % 13 = 0, 1, 'ended',
         case when x.refused then 'failed' else 'success' end,
         case when x.refused then 'blocked' when x.part then 'count_mismatch' when (l.id + $4::int) % 13 = 0 then 'complete' else 'known_reached' end,
         case when x.refused then 'blocked: a bot check instead of the page' end,
         2, 40, case when x.refused then 0 else (l.id + $4::int) % 4 end, (l.id + $4::int) % 2, case when x.refused then 3 else 1 end,
         ${at}, ${at} + interval '80 seconds'
       from link l join source s on s.id = l.source_id,
         lateral (select s.slug = 'trustpilot' and $4::int <= 3 as refused, s.slug = 'booking' and $4::int = 9 as part) x
       where l.account_id = $2 and l.object_id = any ($3::bigint[])`,
      [runId, accountId, ids, age],
    );
  }
  const running = await oneOf(
    host,
    `insert into run (account_id, cause, created_at) values ($1, 'manual', now() - interval '2 minutes') returning id`,
    [accountId],
  );
  await query(
    `with claimed as (
       insert into run_link (run_id, account_id, object_id, link_id, source_id, scheduled_at, wants_full, priority, state, attempts,
         pages, reviews_read, started_at, lease_token, lease_until)
       select $1, l.account_id, l.object_id, l.id, l.source_id, now() - interval '2 minutes', n.place = 1, 1,
         case when n.place < 3 then 'running' else 'queued' end, 1, 3, n.read,
         case when n.place < 3 then now() - interval '100 seconds' end,
         case when n.place < 3 then gen_random_uuid() end, case when n.place < 3 then now() + interval '1 hour' end
       from (values (1, $3::bigint, 40), (2, $4::bigint, 21), (3, $5::bigint, 0)) n (place, link, read) join link l on l.id = n.link
       returning link_id, state, id)
     update link_collection c set scrape_status = case when claimed.state = 'running' then 'in_progress' else 'pending' end
     from claimed where c.link_id = claimed.link_id and c.account_id = $2`,
    [
      running,
      accountId,
      town.objects[0]?.links.get('booking'),
      town.objects[1]?.links.get('google'),
      town.objects[2]?.links.get('google'),
    ],
  );
  return runId;
}

async function webhooksOf(host: JourneyHost, town: Town): Promise<{ webhookId: number; deliveryId: number }> {
  const { app, account } = host;
  const { accountId } = account;
  const add = async (body: object): Promise<number> => {
    const created = await app.agent.post('/v3/webhooks').set('X-API-Key', account.full).send(body);
    if (created.status !== 201) throw new Error(`no webhook: ${created.text}`);
    return (created.body as Row).id;
  };
  const webhookId = await add({
    target: 'https://ops.harbor-hotels.example/hooks/reviews',
    event_types: ['reviews.new', 'replies.new'],
    filters: { allowed_ratings: [1, 2] },
  });
  const quiet = await add({
    target: 'https://hooks.dashboard.example/v1/hrev',
    event_types: ['reviews.new', 'reviews.updated', 'reviews.deleted'],
  });
  await add({
    target: 'https://chat.harbor-hotels.example/in/8f3c',
    event_types: ['reviews.new'],
    bucket_window: 'daily_9',
  });
  const [first] = town.objects;
  const body = JSON.stringify({
    schema_version: '3',
    event: 'reviews.new',
    objects: [
      {
        object_id: first?.id,
        name: first?.name,
        reviews: [{ author: 'Katharina B.', rating: 1, text: 'No water from six in the evening until noon.' }],
      },
    ],
  });
  for (const [webhook, isFailing] of [
    [webhookId, true],
    [quiet, false],
  ] as const)
    for (let age = DELIVERIES; age >= 1; age -= 1) {
      const isWaiting = isFailing && age <= WAITING;
      const isRefused = isFailing && age === 12;
      await app.database.query(
        `insert into webhook_delivery (id, account_id, webhook_id, event_type, event_id, body, state, settled_at, next_attempt_at,
           attempts, tries, created_at, last_attempt_at, last_status_code, last_duration_ms, review_count, object_ids)
         values (nextval('webhook_delivery_id'), $1, $2, $3, 7, $4, $5, ${isWaiting ? 'null' : `now() - interval '${age * 24} minutes'`},
           ${isWaiting ? `now() + interval '${age * 3} minutes'` : 'null'}, $6, $6, now() - interval '${age * 24 + 1} minutes',
           now() - interval '${isWaiting ? age * 3 : age * 24} minutes', $7, $8, $9, $10::bigint[])`,
        [
          accountId,
          webhook,
          EVENTS[age % EVENTS.length],
          Buffer.from(body),
          isWaiting ? 'pending' : isRefused ? 'failed' : 'success',
          isWaiting ? 4 + age : 1,
          isWaiting ? 503 : isRefused ? 413 : 204,
          isWaiting ? 41 + age : 140 + ((age * 37) % 90),
          isRefused ? 400 : 1 + (age % 4),
          [town.objects[age % 5]?.id],
        ],
      );
    }
  await app.database.query(
    `update webhook set failure_count = 38, failing_since = now() - interval '150 minutes', last_failure_at = now() - interval '3 minutes' where id = $1`,
    [webhookId],
  );
  const deliveryId = await oneOf(
    host,
    `select id from webhook_delivery where account_id = $1 and webhook_id = $2 and state = 'pending' order by created_at limit 1`,
    [accountId, webhookId],
  );
  await app.database.query(
    `insert into webhook_exchange (delivery_id, number, account_id, started_at, request_headers, response_headers, response_body)
     select id, attempts, account_id, last_attempt_at, '{"content-type": "application/json", "x-hrev-signature": "t=1795…, v1=3f0c…"}',
       '{"content-type": "application/json"}', '{"error": "upstream connect error: no healthy host"}'
     from webhook_delivery where id = $1`,
    [deliveryId],
  );
  await app.database.query(
    `insert into webhook_past_attempt (delivery_id, number, account_id, started_at, duration_ms, status_code, error)
     select id, n, account_id, created_at + n * (last_attempt_at - created_at) / attempts, 39 + n, case when n = 3 then null else 503 end, case when n = 3 then 'timeout' end
     from webhook_delivery, generate_series(1, attempts - 1) n where id = $1`,
    [deliveryId],
  );
  return { webhookId, deliveryId };
}

async function pinsOf({ app, account }: JourneyHost, { objects }: Town): Promise<void> {
  const objectId = objects[0]?.id ?? 0;
  const ids = async (where: string, most: number): Promise<readonly number[]> =>
    (
      await app.database.query<Row>(
        `select id from review where account_id = $1 and object_id = $2 and deleted_at is null and ${where} order by review_date desc limit ${most}`,
        [account.accountId, objectId],
      )
    ).map(({ id }) => id);
  await app.agent
    .put(`/v3/objects/${objectId}/pinned-reviews`)
    .set('X-API-Key', account.full)
    .send({ ordered_review_ids: await ids('rating >= 400 and text is not null', 7) });
  await app.agent
    .post(`/v3/objects/${objectId}/hidden-reviews`)
    .set('X-API-Key', account.full)
    .send({ review_ids: await ids('rating <= 100', 3) });
}

const ROUTES = [
  ['GET', '/v3/reviews', '/v3/reviews', 'limit=100&sort_by=review_date', 200, null],
  ['GET', '/v3/reviews/sync', '/v3/reviews/sync', null, 200, null],
  ['GET', '/v3/objects', '/v3/objects', null, 200, null],
  ['GET', '/v3/reviews', '/v3/reviews', 'limit=5000', 422, 'validation_error'],
  ['POST', '/v3/objects', '/v3/objects', null, 201, null],
  ['GET', '/v3/objects/:object_id', '/v3/objects/999', null, 404, 'not_found'],
  ['PUT', '/v3/reviews/:review_id/reply', '/v3/reviews/184220/reply', null, 202, null],
  ['POST', '/v3/objects', '/v3/objects', null, 409, 'object_limit_reached'],
] as const;

async function requestsOf({ app, account }: JourneyHost): Promise<string> {
  const { accountId, fullKeyId, readOnlyKeyId } = account;
  for (let age = 1; age <= 80; age += 1) {
    const [method, route, path, query, status, code] = ROUTES[(age * 5) % ROUTES.length] ?? ROUTES[0];
    await app.database.query(
      `insert into request_log (account_id, at, request_id, key_id, method, route, path, query, status, code, detail, ms, body, is_body_cut)
       values ($1, now() - $2::int * interval '97 seconds', $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, false)`,
      [
        accountId,
        age,
        `req-${20_000 - age}`,
        age % 3 === 0 ? readOnlyKeyId : fullKeyId,
        method,
        route,
        path,
        query,
        status,
        code,
        code === 'validation_error' ? 'limit: must be from 1 to 1000' : code,
        2 + ((age * 7) % 19),
        method === 'POST' ? '{"name": "Harbor Hotel Vigo", "links": []}' : null,
      ],
    );
  }
  await app.database.query(
    `update api_key set name = case when key_scope = 'full' then 'dashboard' else 'website widget' end, last_used_at = now() - interval '4 minutes',
       last_used_ip = '203.0.113.7' where account_id = $1`,
    [accountId],
  );
  await app.database.query(
    `insert into api_key_use (key_id, account_id, day, requests)
     select k.id, k.account_id, (now() at time zone 'UTC')::date - n, 116 + n * 7 from api_key k, generate_series(0, 6) n where k.account_id = $1
     on conflict do nothing`,
    [accountId],
  );
  const [refusal] = await app.database.query<{ request_id: string }>(
    `select request_id from request_log where account_id = $1 and status = 422 order by at desc limit 1`,
    [accountId],
  );
  return refusal?.request_id ?? '';
}

async function noticesOf({ app, account }: JourneyHost, { objects }: Town, webhookId: number): Promise<void> {
  const notices = app.app.get(NoticesService, { strict: false });
  const { accountId } = account;
  const notify = (kind: string, subject: string, body: string, path: string): Promise<void> =>
    notices.notify({ accountId, kind, subject, body, path });
  await notify(
    'trial_ending',
    'The trial ends in 3 days',
    'After that, new reviews wait until a plan is chosen.',
    'settings/usage',
  );
  await notify(
    'link_frozen',
    'A link of Harbor Hotel Riga is tried once a week',
    'The page does not exist since 8 days.',
    `objects/${objects[0]?.id}/links`,
  );
  await notify(
    'access_revoked',
    'Google took back access to Harbor Spa Cascais',
    'Its reviews and replies wait until you connect again.',
    'connections/google',
  );
  await notify(
    'reply_failed',
    'A reply was not published on Booking.com',
    'The platform rejected the text. Change it and publish again.',
    'reviews?reply_status=failed',
  );
  await notify(
    'webhook_failing',
    'ops.harbor-hotels.example answers 503',
    '38 attempts failed in a row. 5 deliveries wait.',
    `webhooks/${webhookId}/deliveries`,
  );
  await app.database.query(
    `update notice n set created_at = now() - (select count(*) from notice m where m.account_id = n.account_id and m.id >= n.id) * interval '7 hours' where account_id = $1`,
    [accountId],
  );
}

async function peopleOf({ app, account }: JourneyHost): Promise<void> {
  await app.database.query(
    `with added as (
       insert into person (name, email, password_hash, last_seen_at) values
         ('Rui Tavares', 'rui@harbor-hotels.example', 'x', now() - interval '26 minutes'),
         ('نور الهدى', 'nour@harbor-hotels.example', 'x', now() - interval '3 days'),
         ('Svenja Quast', 'svenja@harbor-hotels.example', 'x', null)
       on conflict (lower(email)) do update set name = excluded.name returning id, name)
     insert into membership (account_id, person_id, role)
     select $1, id, case name when 'Rui Tavares' then 'member' when 'Svenja Quast' then 'viewer' else 'owner' end from added`,
    [account.accountId],
  );
}

async function connectionsOf({ app, account }: JourneyHost, { objects, sources }: Town): Promise<void> {
  const { accountId } = account;
  for (const [index, object] of objects.slice(0, 14).entries())
    for (const slug of ['google', ...(index < 4 ? ['booking'] : [])]) {
      if (!object.links.has(slug)) continue;
      const isRevoked = slug === 'google' && index === 2;
      await app.database.query(
        `insert into platform_connection (account_id, object_id, source_id, sealed, key_id, card, card_name, status, checked_at, revoked_at, error)
         values ($1, $2, $3, '\\x00', '', $4, $5, $6, now() - interval '31 minutes', $7, $8)`,
        [
          accountId,
          object.id,
          sources.get(slug),
          `locations/${7_405_212_000 + index}`,
          object.name,
          isRevoked ? 'revoked' : 'active',
          isRevoked ? new Date(Date.now() - 5 * 86_400_000).toISOString() : null,
          isRevoked ? 'invalid_grant: the access was taken back' : null,
        ],
      );
    }
}
