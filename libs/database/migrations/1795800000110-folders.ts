import type { MigrationInterface, QueryRunner } from 'typeorm';
import { describeTable } from './describe-table';

/** Folders and the objects in them. */
export class Folders1795800000110 implements MigrationInterface {
  readonly name = 'Folders1795800000110';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLES);
    await runner.query(COMMENTS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table folder_object, folder');
  }
}

const TABLES = `
  -- The two generated columns let the foreign key require that a parent is a root, so there are two levels at most. The key also
  -- refuses to delete a folder that has subfolders, and to move one below another.
  create table folder (
    id bigint generated always as identity primary key,
    account_id bigint not null references account (id),
    parent_folder_id bigint,
    name text not null check (length(name) between 1 and 200),
    created_at timestamptz not null default clock_timestamp(),
    is_root boolean not null generated always as (parent_folder_id is null) stored,
    parent_is_root boolean generated always as (case when parent_folder_id is not null then true end) stored,
    unique (account_id, id),
    unique (account_id, id, is_root),
    foreign key (account_id, parent_folder_id, parent_is_root) references folder (account_id, id, is_root)
  );
  create index folder_children on folder (account_id, parent_folder_id);

  create table folder_object (
    account_id bigint not null,
    folder_id bigint not null,
    object_id bigint not null,
    primary key (account_id, folder_id, object_id),
    foreign key (account_id, folder_id) references folder (account_id, id) on delete cascade,
    foreign key (account_id, object_id) references tracked_object (account_id, id) on delete cascade
  );
  create index folder_object_of_object on folder_object (account_id, object_id);
`;

const COMMENTS = [
  describeTable('folder', 'Folders of an account, at most two levels deep.', {
    parent_folder_id: 'Null for a folder of the first level.',
  }),
  describeTable('folder_object', 'The objects in each folder. An object may be in several folders.'),
].join(';\n');
