import type { MigrationInterface, QueryRunner } from 'typeorm';
import { describeTable } from './describe-table';

/** Documents of platforms that could not be parsed, for the operator. */
export class SourceSamples1795200000520 implements MigrationInterface {
  readonly name = 'SourceSamples1795200000520';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLE);
    await runner.query(COMMENTS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table source_sample');
  }
}

const TABLE = `
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

const COMMENTS = describeTable(
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
);
