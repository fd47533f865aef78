import type { MigrationInterface, QueryRunner } from 'typeorm';
import { describeTable } from './describe-table';

/** What the console stores: saved views, templates of replies, who is writing, and the request log; and the changes that it shows live. */
export class Console1795800000190 implements MigrationInterface {
  readonly name = 'Console1795800000190';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(INBOX_TABLES);
    await runner.query(LOG_TABLES);
    await runner.query(WATCH_TABLE);
    await runner.query(FUNCTIONS);
    await runner.query(TRIGGERS);
    await runner.query(COMMENTS);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [name, table] of NAMES) await runner.query(`drop trigger ${name} on ${table}`);
    await runner.query(`
      drop function console_tell_reviews, console_tell_run_link, console_tell_run, console_tell_link, console_tell_collection,
        console_tell_reply, console_tell_deliveries, console_tell_notice;
      drop function console_tell;
      drop table console_watch, request_log_left_out, request_log, reply_writing, reply_template, console_view;
    `);
  }
}

const INBOX_TABLES = `
  create table console_view (
    id bigint generated always as identity primary key,
    account_id bigint not null references account (id) on delete cascade,
    person_id bigint not null references person (id) on delete cascade,
    name text not null,
    path text not null,
    query text not null,
    shared boolean not null default false,
    position int not null default 0
  );
  create index console_view_of_account on console_view (account_id, person_id);
  create index console_view_person on console_view (person_id);

  create table reply_template (
    id bigint generated always as identity primary key,
    account_id bigint not null references account (id) on delete cascade,
    name text not null,
    text text not null,
    source_ids int[] not null default '{}'
  );
  create index reply_template_of_account on reply_template (account_id, id);

  create table reply_writing (
    account_id bigint not null references account (id) on delete cascade,
    review_id bigint not null,
    person_id bigint not null references person (id) on delete cascade,
    until timestamptz not null,
    primary key (account_id, review_id, person_id)
  );
  create index reply_writing_person on reply_writing (person_id);
`;

const LOG_TABLES = `
  create table request_log (
    id bigint generated always as identity primary key,
    account_id bigint not null,
    at timestamptz not null,
    request_id text not null,
    key_id bigint not null,
    method text not null,
    route text not null,
    path text not null,
    query text,
    status smallint not null,
    code text,
    detail text,
    ms real not null,
    body text,
    is_body_cut boolean not null
  );
  create index request_log_newest on request_log (account_id, at desc, id desc);
  create index request_log_refused on request_log (account_id, at desc, id desc) where status >= 400;
  create index request_log_code on request_log (account_id, code, at desc, id desc) where code is not null;
  create index request_log_route on request_log (account_id, route, method, at desc, id desc);
  create index request_log_key on request_log (account_id, key_id, at desc, id desc);
  create index request_log_request_id on request_log (account_id, request_id);

  create table request_log_left_out (
    account_id bigint not null,
    hour timestamptz not null,
    first_at timestamptz not null,
    last_at timestamptz not null,
    one_in int not null,
    successes bigint not null,
    refusals bigint not null,
    primary key (account_id, hour)
  );
`;

const WATCH_TABLE = `
  create table console_watch (
    account_id bigint primary key references account (id) on delete cascade,
    until timestamptz not null
  );
`;

/**
 * Notifications for the live screens of the console. Triggers on the tables of the contexts below tell the channel `hrev_changes`
 * what changed, so that these contexts know nothing of the console. They tell it only for accounts that a console watches at the
 * moment, because every notification takes a lock of the whole database at the commit; otherwise a trigger costs one look-up in a
 * table that is almost empty.
 *
 * A payload is the account, the kind, and ids with commas; for `reviews.changed` the change numbers before and after, for more than
 * 100 ids nothing.
 */
const FUNCTIONS = `
  -- Tells the ids of an account if somebody watches it.
  create function console_tell(account bigint, kind text, ids text) returns void language plpgsql as $$
  begin
    if exists (select from console_watch where account_id = account and until > clock_timestamp()) then
      perform pg_notify('hrev_changes', account || ' ' || kind || ' ' || ids);
    end if;
  end $$;

  create function console_tell_reviews() returns trigger language plpgsql as $$
  begin
    if tg_op = 'INSERT' then
      perform console_tell(new.account_id, 'reviews.changed', '0-' || new.change_seq);
    else
      perform console_tell(new.account_id, 'reviews.changed', old.change_seq || '-' || new.change_seq);
    end if;
    return null;
  end $$;

  create function console_tell_run_link() returns trigger language plpgsql as $$
  begin
    perform console_tell(new.account_id, case when old.state = new.state then 'run.progress' else 'link.changed' end, new.link_id::text);
    return null;
  end $$;

  create function console_tell_run() returns trigger language plpgsql as $$
  begin
    perform console_tell(new.account_id, 'run.ended', new.id::text);
    return null;
  end $$;

  create function console_tell_link() returns trigger language plpgsql as $$
  begin
    perform console_tell(new.account_id, 'link.changed', new.id::text);
    return null;
  end $$;

  create function console_tell_collection() returns trigger language plpgsql as $$
  begin
    perform console_tell(new.account_id, 'link.changed', new.link_id::text);
    return null;
  end $$;

  create function console_tell_reply() returns trigger language plpgsql as $$
  begin
    perform console_tell(new.account_id, 'reply.changed', new.review_id::text);
    return null;
  end $$;

  -- Deliveries are written by the hundred, so one look-up serves a statement.
  create function console_tell_deliveries() returns trigger language plpgsql as $$
  declare
    watched record;
  begin
    for watched in
      select c.account_id, (array_agg(c.id order by c.id))[1:101] as ids
      from console_watch w join changed c on c.account_id = w.account_id
      where w.until > clock_timestamp() group by c.account_id
    loop
      perform console_tell(watched.account_id, 'delivery.changed',
        case when cardinality(watched.ids) > 100 then '' else array_to_string(watched.ids, ',') end);
    end loop;
    return null;
  end $$;

  create function console_tell_notice() returns trigger language plpgsql as $$
  begin
    perform console_tell(new.account_id, 'notice.new', new.id::text);
    return null;
  end $$;
`;

const TRIGGERS = `
  create trigger console_tell_reviews_first after insert on account_change
    for each row when (new.change_seq > 0) execute function console_tell_reviews();
  create trigger console_tell_reviews after update on account_change
    for each row when (new.change_seq > old.change_seq) execute function console_tell_reviews();
  create trigger console_tell_run_link after update on run_link for each row
    when (new.state <> old.state or new.reviews_read <> old.reviews_read) execute function console_tell_run_link();
  create trigger console_tell_run after update on run for each row
    when (old.finished_at is null and new.finished_at is not null) execute function console_tell_run();
  create trigger console_tell_link_new after insert on link for each row execute function console_tell_link();
  create trigger console_tell_link after update on link for each row
    when (old.is_active <> new.is_active or old.deleted_at is distinct from new.deleted_at) execute function console_tell_link();
  create trigger console_tell_collection after update on link_collection for each row
    when (old.frozen_at is distinct from new.frozen_at) execute function console_tell_collection();
  create trigger console_tell_reply_new after insert on review_reply for each row execute function console_tell_reply();
  create trigger console_tell_reply after update on review_reply for each row
    when ((old.state, old.attempts, old.held_at, old.confirmed_at, old.accepted_at) is distinct from
      (new.state, new.attempts, new.held_at, new.confirmed_at, new.accepted_at)) execute function console_tell_reply();
  create trigger console_tell_deliveries_new after insert on webhook_delivery referencing new table as changed
    for each statement execute function console_tell_deliveries();
  create trigger console_tell_deliveries after update on webhook_delivery referencing new table as changed
    for each statement execute function console_tell_deliveries();
  create trigger console_tell_notice after insert on notice for each row execute function console_tell_notice();
`;

/** The triggers and their tables. */
const NAMES = [
  ['console_tell_reviews_first', 'account_change'],
  ['console_tell_reviews', 'account_change'],
  ['console_tell_run_link', 'run_link'],
  ['console_tell_run', 'run'],
  ['console_tell_link_new', 'link'],
  ['console_tell_link', 'link'],
  ['console_tell_collection', 'link_collection'],
  ['console_tell_reply_new', 'review_reply'],
  ['console_tell_reply', 'review_reply'],
  ['console_tell_deliveries_new', 'webhook_delivery'],
  ['console_tell_deliveries', 'webhook_delivery'],
  ['console_tell_notice', 'notice'],
] as const;

const COMMENTS = [
  describeTable('console_view', 'Saved views of screens of the console.', {
    person_id: 'The person who saved the view. A view that is not shared is theirs alone.',
    query: 'The parameters of the address.',
  }),
  describeTable('reply_template', 'Texts that persons of an account insert into replies.', {
    source_ids: 'The platforms for which the text is offered; empty: all.',
  }),
  describeTable('reply_writing', 'Persons who are writing a reply. A row holds no text and counts for a minute.'),
  describeTable(
    'request_log',
    'Requests of keys in the last seven days, without secrets. Written after the response, in batches; without foreign keys, so that a removed account or key stops no batch.',
    {
      at: 'When the request arrived.',
      request_id: 'The value of X-Request-Id, which a client may repeat.',
      route: 'The pattern of the route.',
      path: 'The path as it was sent.',
      code: 'Error code of a refusal.',
      detail: 'Text of a refusal.',
      ms: 'Milliseconds from the arrival of the request to the end of the response.',
      body: 'The first 8 KB of the body.',
    },
  ),
  describeTable('request_log_left_out', 'Requests of each account and hour that are not in the request log.', {
    first_at: 'When the first of them was left out.',
    last_at: 'When the last of them was left out.',
    one_in: 'At worst one in this many successes was kept.',
  }),
  describeTable(
    'console_watch',
    'Accounts whose changes the console shows live. Triggers tell changes of these accounts only.',
    { until: 'When the watch ends unless an API process renews it.' },
  ),
].join(';\n');
