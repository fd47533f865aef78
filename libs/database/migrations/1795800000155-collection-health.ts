import type { MigrationInterface, QueryRunner } from 'typeorm';
import { describeTable } from './describe-table';

/** How well each source can be read: outcomes, filled and unread fields per hour, events, and documents that could not be parsed. */
export class CollectionHealth1795800000155 implements MigrationInterface {
  readonly name = 'CollectionHealth1795800000155';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLES);
    await runner.query(COMMENTS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table source_sample, source_event, unread_hour, field_hour, source_hour');
  }
}

const TABLES = `
  create table source_hour (
    source_id int not null references source (id),
    hour timestamptz not null,
    outcome text not null,
    visits int not null,
    on_time int not null,
    new_reviews int not null,
    last_at timestamptz not null,
    primary key (source_id, hour, outcome)
  ) with (fillfactor = 50);
  create index source_hour_old on source_hour (hour);

  create table field_hour (
    source_id int not null references source (id),
    hour timestamptz not null,
    field text not null,
    reviews int not null,
    filled int not null,
    links int not null,
    primary key (source_id, hour, field)
  ) with (fillfactor = 50);
  create index field_hour_old on field_hour (hour);

  create table unread_hour (
    source_id int not null references source (id),
    hour timestamptz not null,
    part text not null,
    unread int not null,
    links int not null,
    primary key (source_id, hour, part)
  ) with (fillfactor = 50);
  create index unread_hour_old on unread_hour (hour);

  create table source_event (
    id bigint generated always as identity primary key,
    source_id int not null references source (id),
    at timestamptz not null default clock_timestamp(),
    kind text not null check (kind in ('paused', 'resumed', 'tried', 'rests', 'drift', 'drift_over', 'road_ends', 'notifications')),
    facts jsonb not null
  );
  create index source_event_of_source on source_event (source_id, id desc);
  create index source_event_old on source_event (at);

  create table source_sample (
    id bigint generated always as identity primary key,
    source_id int not null references source (id),
    taken_at timestamptz not null default clock_timestamp(),
    road text not null,
    address text,
    parser text not null,
    message text not null,
    status int,
    document text not null,
    bytes int not null
  );
  create index source_sample_of_parser on source_sample (source_id, parser, taken_at);
`;

const COMMENTS = [
  describeTable('source_hour', 'Outcomes of the visits of each source and hour (UTC), for 30 days.', {
    outcome: 'success, or the code of the failure; resting: not visited, because the source rests after refusals.',
    on_time: 'Visits that ended soon after the link was due.',
    last_at: 'Time of the last visit with this outcome.',
  }),
  describeTable(
    'field_hour',
    'How many reviews that were read in an hour (UTC) had each field, for 30 days. A pass counts as at most 100 reviews, so that a large object does not outweigh the others.',
    { links: 'Number of passes; one link may have several.' },
  ),
  describeTable('unread_hour', 'What pages of each source show and could not be read in an hour (UTC), for 30 days.', {
    part: 'A part of a review or of the object (libs/sources/unread.ts).',
    unread: 'How often the part was not read.',
    links: 'Number of passes; one link may have several.',
  }),
  describeTable(
    'source_event',
    'What happened to a source: pauses, rests, alarms about missing fields, roads that end, and notifications that cannot be pulled. For 90 days.',
  ),
  describeTable(
    'source_sample',
    'Documents of platforms that could not be parsed: at most one per parser and hour, and the latest five of each parser, for 90 days. No row belongs to an account.',
    {
      road: 'Road of the visit.',
      address: 'Address of the document without query values; null if it is unknown.',
      parser: 'Name of the parser that refused the document.',
      message: 'What the parser found.',
      status: 'HTTP status of the document; null if it is unknown.',
      document: 'The beginning of the document with all texts masked, at most 64 KB.',
      bytes: 'Size of the whole document before it was masked.',
    },
  ),
].join(';\n');
