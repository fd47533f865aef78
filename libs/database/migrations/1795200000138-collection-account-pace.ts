import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What of a source's day each account has had, and who was asked for patience. Constant defaults: no row is rewritten. */
export class CollectionAccountPace1795200000138 implements MigrationInterface {
  readonly name = 'CollectionAccountPace1795200000138';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table account_pace (
        account_id bigint not null references account (id) on delete cascade,
        source_id int not null,
        used_on date not null default '-infinity',
        requests_used int not null default 0,
        -- The platform asked a visit of the account for patience until then.
        held_until timestamptz not null default '-infinity',
        primary key (account_id, source_id)
      ) with (fillfactor = 50);
      alter table source_pace
        -- The accounts whose visits were asked for patience since the source last answered; two at most.
        add patient_accounts bigint[] not null default '{}',
        -- When a page of one account last held up all.
        add held_for_one_at timestamptz not null default '-infinity';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table source_pace drop patient_accounts, drop held_for_one_at;
      drop table account_pace;
    `);
  }
}
