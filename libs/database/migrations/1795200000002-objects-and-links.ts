import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Sources, objects, links, and what collecting has learnt of each link. */
export class ObjectsAndLinks1795200000002 implements MigrationInterface {
  readonly name = 'ObjectsAndLinks1795200000002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Ids are fixed for ever: the product's own sources bring theirs, declared ones get theirs here from 1000 up.
      create table source (
        id int primary key,
        slug text not null unique,
        created_at timestamptz not null default clock_timestamp()
      );

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

      -- The composite key makes it impossible, also by a bug, that a link hangs on another account's object.
      create table link (
        id bigint generated always as identity primary key,
        account_id bigint not null,
        object_id bigint not null,
        source_id int not null references source (id),
        url text not null check (length(url) <= 2048),
        link_name text check (length(link_name) between 1 and 200),
        scraped_object_name text,
        is_active boolean not null default true,
        is_public boolean not null default true,
        created_at timestamptz not null default clock_timestamp(),
        deleted_at timestamptz,
        unique (account_id, id),
        foreign key (account_id, object_id) references tracked_object (account_id, id)
      );
      create unique index link_one_per_source on link (object_id, source_id) where deleted_at is null;
      create index link_of_object on link (account_id, object_id, id);

      create table link_collection (
        link_id bigint primary key,
        account_id bigint not null,
        object_id bigint not null,
        source_id int not null,
        -- When the next scheduled collection is due; null while the link, its object or its account rests.
        next_run_at timestamptz,
        scrape_status text not null default 'pending' check (scrape_status in ('pending', 'in_progress', 'success', 'failed')),
        scrape_error text,
        warning text,
        last_scraped_at timestamptz,
        last_scraped_review_date timestamp(0),
        frozen_at timestamptz,
        lasting_failures int not null default 0,
        -- Begin of the newest pass that read the whole list, and the newest review date it saw.
        full_pass_at timestamptz,
        full_pass_newest timestamp(0),
        stop_reason text,
        platform_review_count int,
        platform_rating smallint,
        platform_rating_original text,
        platform_as_of timestamptz,
        -- A staircase: every review dated at or after seen_floors[i] was seen at seen_ats[i] or later. Both ascend. It stands
        -- for last_seen_at of all reviews that a pass found unchanged, so that seeing them again writes no row of theirs.
        seen_floors timestamp[] not null default '{}',
        seen_ats timestamptz[] not null default '{}',
        foreign key (account_id, link_id) references link (account_id, id) on delete cascade
      ) with (fillfactor = 70);
      create index link_collection_due on link_collection (next_run_at, link_id) where next_run_at is not null;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table link_collection, link, tracked_object, source');
  }
}
