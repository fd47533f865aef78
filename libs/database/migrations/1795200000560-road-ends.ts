import type { MigrationInterface, QueryRunner } from 'typeorm';
import { describeTable } from './describe-table';

/** The announced end of a road is an event of its source. */
export class RoadEnds1795200000560 implements MigrationInterface {
  readonly name = 'RoadEnds1795200000560';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(kinds(['paused', 'resumed', 'tried', 'rests', 'drift', 'drift_over', 'road_ends']));
    await runner.query(
      describeTable(
        'source_event',
        'What happened to a source: pauses, rests, alarms about missing fields, and roads that end. For 90 days.',
      ),
    );
  }

  /** Deletes the events that the earlier version does not know. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`delete from source_event where kind = 'road_ends'`);
    await runner.query(kinds(['paused', 'resumed', 'tried', 'rests', 'drift', 'drift_over']));
  }
}

const kinds = (names: readonly string[]): string => `
  alter table source_event
    drop constraint source_event_kind_check,
    add constraint source_event_kind_check check (kind in (${names.map((name) => `'${name}'`).join(', ')}))`;
