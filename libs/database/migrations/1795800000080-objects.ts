import type { MigrationInterface, QueryRunner } from 'typeorm';
import { describeTable } from './describe-table';

/** Tracked objects. */
export class Objects1795800000080 implements MigrationInterface {
  readonly name = 'Objects1795800000080';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLES);
    await runner.query(STATISTICS);
    await runner.query(COMMENTS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop view object_statistics');
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
    pinned_by bigint,
    unique (account_id, id)
  );
  create index tracked_object_list on tracked_object (account_id, created_at desc, id desc) where deleted_at is null;
  create index tracked_object_created on tracked_object (account_id, created_at);
  create index tracked_object_deleted on tracked_object (deleted_at) where deleted_at is not null;
`;

/** For the statistics of the operator (contract §4.16). */
const STATISTICS = `
  create view object_statistics as
  select count(*) filter (where is_active) as objects_active, count(*) filter (where not is_active) as objects_inactive
  from tracked_object where deleted_at is null;
`;

const COMMENTS = describeTable(
  'tracked_object',
  'What a client tracks: a hotel, a branch, an app. "Object" in version 3 of the API, "group" in version 2.',
  {
    deleted_at: 'Deleted objects are hidden at once and purged after 30 days.',
    pinned_by: 'Person who last changed the order of the pinned reviews; null: a client with a key, or no one.',
  },
);
