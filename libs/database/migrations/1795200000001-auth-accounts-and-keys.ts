import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Accounts, their API keys (hashes only), and the request window of each key. */
export class AuthAccountsAndKeys1795200000001 implements MigrationInterface {
  readonly name = 'AuthAccountsAndKeys1795200000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table account (
        id bigint generated always as identity primary key,
        name text not null,
        plan text not null,
        status text not null default 'active' check (status in ('active', 'suspended')),
        suspended_reason text,
        trial_ends_at timestamptz,
        created_at timestamptz not null default clock_timestamp()
      );

      create table api_key (
        id bigint generated always as identity primary key,
        account_id bigint not null references account (id),
        digest bytea not null unique check (length(digest) = 32),
        key_scope text not null check (key_scope in ('read_only', 'full', 'master')),
        display_prefix text not null,
        created_at timestamptz not null default clock_timestamp(),
        revoked_at timestamptz,
        last_used_at timestamptz
      );
      create index api_key_account on api_key (account_id, id);

      -- Requests per second of the last minute, one row a key. Unlogged: a crash may forget a minute's count, nothing else.
      create unlogged table request_window (
        key_id bigint primary key,
        newest_second bigint not null,
        counts int[] not null
      ) with (fillfactor = 50);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table request_window, api_key, account');
  }
}
