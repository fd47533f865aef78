import type { MigrationInterface, QueryRunner } from 'typeorm';
import { describeTable } from './describe-table';

/** The audit trail. */
export class Audit1795800000060 implements MigrationInterface {
  readonly name = 'Audit1795800000060';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLES);
    await runner.query(COMMENTS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table audit_entry');
  }
}

const TABLES = `
  -- No foreign keys: an entry outlives what it describes.
  create table audit_entry (
    id bigint generated always as identity primary key,
    at timestamptz not null default clock_timestamp(),
    account_id bigint,
    actor text not null check (actor in ('key', 'person', 'cli', 'service')),
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
  -- The order in which entries are read and purged: all of them, and by each filter.
  create index audit_entry_at on audit_entry (at, id);
  create index audit_entry_of_account on audit_entry (account_id, at, id);
  create index audit_entry_of_action on audit_entry (action, at, id);
  create index audit_entry_of_account_action on audit_entry (account_id, action, at, id);
`;

const COMMENTS = describeTable('audit_entry', 'Who changed what. Rows are inserted and, when they are old, deleted; never updated.', {
  account_id: 'The account whose data changed.',
  actor_account_id: 'The account of the key, which may differ from account_id.',
  address: 'IP address of the client.',
  before: 'The changed fields before the change; null for a creation.',
  after: 'The changed fields after the change; null for a deletion.',
});
