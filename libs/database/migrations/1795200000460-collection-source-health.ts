import type { MigrationInterface, QueryRunner } from 'typeorm';
import { describeTable } from './describe-table';

/** How well each source can be read: outcomes and filled fields per hour, pauses by the operator, and events. */
export class CollectionSourceHealth1795200000460 implements MigrationInterface {
  readonly name = 'CollectionSourceHealth1795200000460';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLES);
    await runner.query(COMMENTS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop index link_collection_frozen, run_link_ended_at;
      drop table source_event, field_hour, source_hour;
      alter table source_pace drop column paused_at, drop column pause_reason, drop column trial_run_id;
      alter table run_link drop column field_counts;
    `);
  }
}

const TABLES = `
  alter table run_link add column field_counts int[];
  create index run_link_ended_at on run_link (ended_at) where ended_at is not null;
  create index link_collection_frozen on link_collection (source_id) where frozen_at is not null;

  alter table source_pace add column paused_at timestamptz, add column pause_reason text, add column trial_run_id bigint;

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

  create table source_event (
    id bigint generated always as identity primary key,
    source_id int not null references source (id),
    at timestamptz not null default clock_timestamp(),
    kind text not null check (kind in ('paused', 'resumed', 'tried', 'rests', 'drift', 'drift_over')),
    facts jsonb not null
  );
  create index source_event_of_source on source_event (source_id, id desc);
  create index source_event_old on source_event (at);
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
    { links: 'Number of passes.' },
  ),
  describeTable('source_event', 'What happened to a source: pauses, rests, and alarms about missing fields. For 90 days.'),
  `comment on column run_link.field_counts is 'How many reviews of the pass had each field; the order is in src/collection/domain/field-counts.ts.'`,
  `comment on column source_pace.paused_at is 'The operator paused the source: its links are not claimed.'`,
  `comment on column source_pace.trial_run_id is 'The run in which the operator tries one link, even while the source is paused or rests.'`,
].join(';\n');
