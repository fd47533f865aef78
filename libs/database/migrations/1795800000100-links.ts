import type { MigrationInterface, QueryRunner } from 'typeorm';
import { describeTable } from './describe-table';

/** Links, the state of their collection, and which road has read each review of a link with several roads. */
export class Links1795800000100 implements MigrationInterface {
  readonly name = 'Links1795800000100';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLES);
    await runner.query(STATISTICS);
    await runner.query(COMMENTS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop view link_statistics');
    await runner.query('drop table review_road, link_collection, link');
  }
}

const TABLES = `
  -- The composite foreign key ties a link to an object of the same account, independently of the code.
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
  create index link_of_source on link (source_id, account_id) where is_active and deleted_at is null;
  create index link_of_page on link (source_id, url) where is_active and deleted_at is null;
  create index link_deleted on link (deleted_at) where deleted_at is not null;

  create table link_collection (
    link_id bigint primary key,
    account_id bigint not null,
    object_id bigint not null,
    source_id int not null,
    next_run_at timestamptz,
    scrape_status text not null default 'pending'
      check (scrape_status in ('pending', 'in_progress', 'success', 'failed')),
    scrape_error text,
    warning text,
    last_scraped_at timestamptz,
    last_scraped_review_date timestamp(0),
    frozen_at timestamptz,
    lasting_failures int not null default 0,
    full_pass_at timestamptz,
    full_pass_newest timestamp(0),
    full_due_at timestamptz,
    known_change bigint,
    count_disputes int not null default 0,
    disputed_newest timestamp(0),
    shows_window boolean not null default false,
    stop_reason text,
    platform_review_count int,
    platform_rating smallint,
    platform_rating_original text,
    platform_as_of timestamptz,
    seen_floors timestamp[] not null default '{}',
    seen_ats timestamptz[] not null default '{}',
    never_scraped boolean not null generated always as (last_scraped_at is null) stored,
    failures int not null default 0,
    failing_since timestamptz,
    road text,
    read_by text check (read_by in ('public', 'owner', 'both')),
    keeps_roads boolean not null default false,
    first_road text,
    first_road_until bigint,
    read_at timestamptz,
    unread jsonb,
    constraint link_collection_first_road_check check ((first_road is null) = (first_road_until is null)),
    foreign key (account_id, link_id) references link (account_id, id) on delete cascade
  ) with (fillfactor = 70);
  create index link_collection_due on link_collection (next_run_at, link_id) where next_run_at is not null;
  create index link_collection_due_of_account on link_collection (account_id, next_run_at, link_id)
    where next_run_at is not null;
  create index link_collection_due_at_source on link_collection (source_id, next_run_at, link_id)
    where next_run_at is not null;
  -- never_scraped is a column, because every pass changes last_scraped_at: in the predicate of an index that column would make each
  -- update of the row write an entry into every index of the table.
  create index link_collection_first_of_account on link_collection (account_id, next_run_at, link_id)
    where next_run_at is not null and never_scraped;
  create index link_collection_frozen on link_collection (source_id) where frozen_at is not null;

  create table review_road (
    account_id bigint not null,
    link_id bigint not null,
    road text not null,
    external_id text not null,
    review_external_id text not null,
    primary key (account_id, link_id, road, external_id),
    foreign key (account_id, link_id) references link (account_id, id) on delete cascade
  );
  create index review_road_of_review on review_road (account_id, link_id, review_external_id, road);
`;

/** For the statistics of the operator (contract §4.16). */
const STATISTICS = `
  create view link_statistics as
  select count(*) filter (where is_on and scrape_status = 'pending') as links_pending,
    count(*) filter (where is_on and scrape_status = 'in_progress') as links_in_progress,
    count(*) filter (where is_on and scrape_status = 'success') as links_success,
    count(*) filter (where is_on and scrape_status = 'failed') as links_failed,
    count(*) filter (where is_on and frozen_at is not null) as links_frozen,
    count(*) filter (where not is_on) as links_inactive
  from (
    select l.is_active and o.is_active as is_on, c.scrape_status, c.frozen_at
    from link l join tracked_object o on o.account_id = l.account_id and o.id = l.object_id
    join link_collection c on c.link_id = l.id
    where l.deleted_at is null and o.deleted_at is null
  ) live;
`;

const COMMENTS = [
  describeTable('link', 'The page of an object on one platform.', {
    url: 'The canonical address of the page.',
    link_name: 'Name that the client gave the link.',
    scraped_object_name: 'Name of the object on the platform, as last collected.',
    is_public: 'Whether the link appears in public widgets.',
    deleted_at: 'Deleted links are hidden at once and purged after 30 days.',
  }),
  describeTable('link_collection', 'Schedule and state of the collection of a link; one row per link.', {
    next_run_at: 'When the next scheduled collection is due; null while the link or its object is inactive.',
    frozen_at: 'Time since which the link is tried only once a week (contract §10).',
    lasting_failures: 'Number of consecutive failures that last: page not found, blocked, or no access. A visit with another outcome sets it to 0.',
    full_pass_at: 'Start of the newest pass whose list was proven to be whole.',
    full_pass_newest: 'Newest review date of that pass.',
    full_due_at: 'When a full pass is due for a reason other than the age of the last one.',
    known_change: 'Change number of the account when the last pass ended. Reviews with a higher number may come from a pass that did not end.',
    count_disputes: 'Number of consecutive passes that read the whole list and found it disputed: its count differs from the platform’s, its end is unproven, or reviews were unread.',
    disputed_newest: 'Newest review date of the last such pass; null after a proven one.',
    shows_window: 'Whether the platform may show only a part of its reviews, according to the last pass that read all that it shows.',
    platform_rating: 'Average rating that the platform states, in hundredths of a star.',
    seen_floors: 'Review dates, paired with seen_ats: every review dated seen_floors[i] or later was seen at seen_ats[i] or later.',
    seen_ats: 'Ascending, like seen_floors. They determine last_seen_at of reviews that passes found unchanged.',
    failures: 'Number of consecutive failed collections.',
    failing_since: 'Time of the first of them; null if the last collection succeeded.',
    road: 'Road of the last collection that began to read; null before the first.',
    read_by: 'How that road reads: the public pages, the connection of the object, or both.',
    keeps_roads:
      'More than one road has read the link, so review_road has rows for its reviews, except for those that first_road alone has read.',
    first_road:
      'The only road that read the link before another one began; null if no road did, and for links whose first reviews have rows in review_road.',
    first_road_until:
      'first_road has read all reviews of the link up to this review.id, under their external_id, without rows in review_road.',
    read_at: 'Time when its last successful collection ended; null if none succeeded yet.',
    unread:
      'What the pages of the link show and could not be read: counts by part, such as {"date": 2}. Null if everything was read. Passes that do not read the whole list only add to it.',
  }),
  describeTable(
    'review_road',
    'Which roads have read a review, and under which id. Only links with keeps_roads have rows, and the reviews up to first_road_until have none for first_road. A pass deletes only reviews that its road has read.',
    {
      external_id: 'The id of the review on this road.',
      review_external_id: 'external_id of the review in the table review.',
    },
  ),
].join(';\n');
