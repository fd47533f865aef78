import type { MigrationInterface, QueryRunner } from 'typeorm';
import { describeTable } from './describe-table';

/**
 * Notifications for the live screens of the console. Triggers on the tables of the contexts below tell the channel `hrev_changes`
 * what changed, so that these contexts know nothing of the console. They tell it only for accounts that a console watches at the
 * moment, because every notification takes a lock of the whole database at the commit; otherwise a trigger costs one look-up in a
 * table that is almost empty.
 *
 * A payload is `{account} {kind} {what}`. `what` is the ids with commas, or nothing if there are more than 100. For `reviews.changed` it
 * is the change numbers before and after, such as `7-9`.
 */
export class ConsoleChanges1795800000195 implements MigrationInterface {
  readonly name = 'ConsoleChanges1795800000195';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(WATCH_TABLE);
    await runner.query(FUNCTIONS);
    await runner.query(TRIGGERS);
    await runner.query(COMMENT);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [name, table] of NAMES) await runner.query(`drop trigger ${name} on ${table}`);
    await runner.query(`
      drop function console_tell_reviews, console_tell_run_link, console_tell_run, console_tell_link, console_tell_collection,
        console_tell_reply, console_tell_deliveries, console_tell_notice;
      drop function console_tell;
      drop table console_watch;
    `);
  }
}

const WATCH_TABLE = `
  create table console_watch (
    account_id bigint primary key references account (id) on delete cascade,
    until timestamptz not null
  );
`;

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

const COMMENT = describeTable(
  'console_watch',
  'Accounts whose changes the console shows live. Triggers tell changes of these accounts only.',
  { until: 'When the watch ends unless an API process renews it.' },
);
