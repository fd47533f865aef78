import type { MigrationInterface, QueryRunner } from 'typeorm';
import { describeTable } from './describe-table';

/** The roads of links: which way their reviews are read, which road has read each review, and which links share a page. */
export class Roads1795200000510 implements MigrationInterface {
  readonly name = 'Roads1795200000510';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(COLUMNS);
    await runner.query(EARLIER_ROADS);
    await runner.query(TABLE);
    await runner.query(SHARED_VISITS);
    await runner.query(COMMENTS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table review_road;
      drop index link_of_page;
      alter table run_link drop column visit_of;
      alter table link_collection drop column road, drop column read_by, drop column keeps_roads;
    `);
  }
}

const COLUMNS = `
  alter table link_collection
    add column road text,
    add column read_by text check (read_by in ('public', 'owner', 'both')),
    add column keeps_roads boolean not null default false
`;

/** Until this version, every source had one road; the only one that needed a connection was Google's. */
const EARLIER_ROADS = `
  update link_collection c set
    road = case when s.slug = 'google' then 'business-profile' else 'public' end,
    read_by = case when s.slug = 'google' then 'owner' else 'public' end
  from source s where s.id = c.source_id and exists (
    select from link_total t where t.account_id = c.account_id and t.object_id = c.object_id and t.link_id = c.link_id)
`;

const TABLE = `
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

const SHARED_VISITS = `
  alter table run_link add column visit_of bigint;
  create index run_link_companions on run_link (visit_of) where visit_of is not null and state = 'running';
  create index link_of_page on link (source_id, url) where is_active and deleted_at is null;
`;

const COMMENTS = [
  describeTable(
    'review_road',
    'Which roads have read a review, and under which id. Only links with keeps_roads have rows. A pass deletes only reviews that its road has read.',
    {
      external_id: 'The id of the review on this road.',
      review_external_id: 'external_id of the review in the table review.',
    },
  ),
  `comment on column run_link.visit_of is 'The run link whose visit this one takes part in: both links show the same page. Null if it has a visit of its own.'`,
  `comment on column link_collection.road is 'Road of the last collection that began to read; null before the first.'`,
  `comment on column link_collection.read_by is 'How that road reads: the public pages, the connection of the object, or both.'`,
  `comment on column link_collection.keeps_roads is 'More than one road has read the link, so review_road has rows for all its reviews.'`,
].join(';\n');
