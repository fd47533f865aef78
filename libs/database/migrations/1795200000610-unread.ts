import type { MigrationInterface, QueryRunner } from 'typeorm';
import { describeTable } from './describe-table';

/** What pages show and could not be read: of each link, and of each source and hour. */
export class Unread1795200000610 implements MigrationInterface {
  readonly name = 'Unread1795200000610';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table link_collection add column unread jsonb;
      create table unread_hour (
        source_id int not null references source (id),
        hour timestamptz not null,
        part text not null,
        unread int not null,
        links int not null,
        primary key (source_id, hour, part)
      ) with (fillfactor = 50);
      create index unread_hour_old on unread_hour (hour);
    `);
    await runner.query(COMMENTS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table unread_hour;
      alter table link_collection drop column unread;
    `);
  }
}

const COMMENTS = [
  `comment on column link_collection.unread is
    'What the pages of the link show and could not be read: counts by part, such as {"date": 2}. Null if everything was read. Passes that do not read the whole list only add to it.'`,
  describeTable('unread_hour', 'What pages of each source show and could not be read in an hour (UTC), for 30 days.', {
    part: 'A part of a review or of the object (libs/sources/unread.ts).',
    unread: 'How often the part was not read.',
    links: 'Number of passes.',
  }),
].join(';\n');
