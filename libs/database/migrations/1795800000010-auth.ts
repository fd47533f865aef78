import type { MigrationInterface, QueryRunner } from 'typeorm';
import { describeTable } from './describe-table';

/** Accounts, their API keys and the request rate of each key. */
export class Auth1795800000010 implements MigrationInterface {
  readonly name = 'Auth1795800000010';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLES);
    await runner.query(TAKE_REQUESTS);
    await runner.query(STATISTICS);
    await runner.query(COMMENTS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop view account_statistics');
    await runner.query('drop function take_requests(bigint, int, int, int)');
    await runner.query('drop table request_window, api_key_use, api_key, account');
  }
}

const TABLES = `
  create table account (
    id bigint generated always as identity primary key,
    name text not null,
    email text,
    plan text not null,
    status text not null default 'active' check (status in ('active', 'suspended')),
    suspended_reason text,
    trial_ends_at timestamptz,
    created_at timestamptz not null default clock_timestamp(),
    closed_at timestamptz,
    trial_noticed timestamptz,
    kind text not null default 'customer' check (kind in ('customer', 'operator', 'demo'))
  );
  create index account_closed on account (closed_at) where closed_at is not null;
  create unique index account_of_first_start on account (kind) where kind <> 'customer';

  create table api_key (
    id bigint generated always as identity primary key,
    account_id bigint not null references account (id),
    digest bytea not null unique check (length(digest) = 32),
    key_scope text not null check (key_scope in ('read_only', 'full', 'master')),
    display_prefix text not null,
    name text,
    created_at timestamptz not null default clock_timestamp(),
    expires_at timestamptz,
    revoked_at timestamptz,
    last_used_at timestamptz,
    last_used_ip text,
    created_by bigint
  );
  create index api_key_account on api_key (account_id, id);

  create table api_key_use (
    key_id bigint not null references api_key (id) on delete cascade,
    day date not null,
    account_id bigint not null,
    requests bigint not null,
    primary key (key_id, day)
  ) with (fillfactor = 80);

  create unlogged table request_window (
    key_id bigint primary key,
    newest_quarter bigint not null,
    counts int[] not null
  ) with (fillfactor = 50);
`;

/**
 * The sliding window in quarters of a second. It has 241 quarters: 60 seconds and the current quarter. A request is dropped 60 to
 * 60.25 seconds after it was counted, so no period of 60 seconds contains more requests than the limit.
 */
const TAKE_REQUESTS = `
  create function take_requests(key bigint, spent int, asked int, ceiling int)
  returns table (granted int, used int, frees_in_ms int) language plpgsql as $$
  declare
    width constant int := 241;
    now_quarters numeric := extract(epoch from clock_timestamp()) * 4;
    this_quarter bigint := floor(now_quarters);
    row_quarter bigint;
    row_counts int[];
    passed int;
    kept int[];
    oldest int;
  begin
    insert into request_window values (key, this_quarter, array_fill(0, array[width])) on conflict do nothing;
    select newest_quarter, counts into row_quarter, row_counts from request_window where key_id = key for update;
    -- While the clock is behind the newest quarter, requests count into that quarter, so that none is forgotten early.
    passed := least(width, greatest(0, this_quarter - row_quarter));
    kept := array_fill(0, array[passed]) || row_counts[1 : width - passed];
    select coalesce(sum(n), 0) into used from unnest(kept) n;
    granted := least(asked, greatest(0, ceiling - used - spent));
    used := used + spent + granted;
    kept[1] := kept[1] + spent + granted;
    update request_window set newest_quarter = greatest(row_quarter, this_quarter), counts = kept where key_id = key;
    select max(i) into oldest from unnest(kept) with ordinality u (n, i) where n > 0;
    frees_in_ms := case when oldest is null then 0
      else ceil((width + 1 - oldest - (now_quarters - this_quarter)) * 250) end;
    return next;
  end $$;
`;

/** For the statistics of the operator (contract §4.16). */
const STATISTICS = `
  create view account_statistics as
  select count(*) filter (where not suspended) as accounts_active, count(*) filter (where suspended) as accounts_suspended
  from (select status = 'suspended' or coalesce(trial_ends_at <= clock_timestamp(), false) as suspended from account) a;
`;

const COMMENTS = [
  describeTable('account', 'The tenant. Every row except sources belongs to exactly one account.', {
    plan: 'Name of the plan; its limits are in src/auth/domain.',
    closed_at: 'When an owner closed the account. 30 days later its data is erased, unless the operator resumes it.',
    trial_noticed: 'The end of the trial that the account was notified of.',
    kind: 'operator, demo: made by the first start; the first person becomes owner of the one and viewer of the other. customer: every other account.',
  }),
  describeTable('api_key', 'API keys. Only the digest of a key is stored.', {
    digest: 'SHA-256 of the key.',
    display_prefix: 'The first characters of the key, so that a user can identify it.',
    last_used_ip: 'Client address of a request in the minute of last_used_at.',
    created_by: 'Id of the person who created the key; null: the command line, administration or a first start.',
  }),
  describeTable('api_key_use', 'Admitted requests of each key and day (UTC), for about a week.'),
  describeTable(
    'request_window',
    'Requests of each key in the last minute. Unlogged: a crash of the server loses one minute of counts.',
    {
      newest_quarter: 'Number of the newest quarter of a second, counted from the epoch.',
      counts: 'Requests per quarter of a second, newest first.',
    },
  ),
].join(';\n');
