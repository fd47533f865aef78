import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Folders and what lies in them. */
export class FoldersTree1795200000030 implements MigrationInterface {
  readonly name = 'FoldersTree1795200000030';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- A third level is impossible here, also by a bug: a parent must be a root, which the two generated columns let the
      -- foreign key say. It also refuses to delete a folder that has subfolders, or to nest one.
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

      -- Both keys carry the account: a folder cannot hold a foreign object.
      create table folder_object (
        account_id bigint not null,
        folder_id bigint not null,
        object_id bigint not null,
        primary key (account_id, folder_id, object_id),
        foreign key (account_id, folder_id) references folder (account_id, id) on delete cascade,
        foreign key (account_id, object_id) references tracked_object (account_id, id) on delete cascade
      );
      create index folder_object_of_object on folder_object (account_id, object_id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table folder_object, folder');
  }
}
