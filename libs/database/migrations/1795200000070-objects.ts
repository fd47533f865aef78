import type { MigrationInterface, QueryRunner } from 'typeorm';
import { describeTable } from './describe-table';

/** Tracked objects. */
export class Objects1795200000070 implements MigrationInterface {
  readonly name = 'Objects1795200000070';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLES);
    await runner.query(COMMENTS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table tracked_object');
  }
}

const TABLES = `
  create table tracked_object (
    id bigint generated always as identity primary key,
    account_id bigint not null references account (id),
    name text not null check (length(name) between 1 and 200),
    is_active boolean not null default true,
    created_at timestamptz not null default clock_timestamp(),
    deleted_at timestamptz,
    unique (account_id, id)
  );
  create index tracked_object_list on tracked_object (account_id, created_at desc, id desc) where deleted_at is null;
  create index tracked_object_created on tracked_object (account_id, created_at);
  create index tracked_object_deleted on tracked_object (deleted_at) where deleted_at is not null;
`;

const COMMENTS = describeTable(
  'tracked_object',
  'What a client tracks: a hotel, a branch, an app. "Object" in version 3 of the API, "group" in version 2.',
  { deleted_at: 'Deleted objects are hidden at once and purged after 30 days.' },
);
