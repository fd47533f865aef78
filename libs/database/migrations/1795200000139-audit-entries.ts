import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The audit trail: who changed what. Rows are only added, and taken away when they are too old. */
export class AuditEntries1795200000139 implements MigrationInterface {
  readonly name = 'AuditEntries1795200000139';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- No foreign keys: an entry outlives what it tells of.
      create table audit_entry (
        id bigint generated always as identity primary key,
        at timestamptz not null default clock_timestamp(),
        -- Whose thing it was done to.
        account_id bigint,
        actor text not null check (actor in ('key', 'person', 'cli', 'service')),
        -- Of a key: the account it belongs to, which need not be account_id.
        actor_account_id bigint,
        key_id bigint,
        person_id bigint,
        address text check (length(address) <= 64),
        action text not null,
        target_type text not null,
        target_id bigint,
        before jsonb,
        after jsonb,
        check ((actor = 'key') = (key_id is not null)),
        check ((actor = 'person') = (person_id is not null))
      );
      -- The order in which it is read and purged, whole and by each filter.
      create index audit_entry_at on audit_entry (at, id);
      create index audit_entry_of_account on audit_entry (account_id, at, id);
      create index audit_entry_of_action on audit_entry (action, at, id);
      create index audit_entry_of_account_action on audit_entry (account_id, action, at, id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table audit_entry');
  }
}
