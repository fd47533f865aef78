import type { MigrationInterface, QueryRunner } from 'typeorm';
import { describeTable } from './describe-table';

/** Whether the notifications of a platform can be pulled is an event of its source. */
export class NotificationEvents1795200000580 implements MigrationInterface {
  readonly name = 'NotificationEvents1795200000580';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(kinds(['paused', 'resumed', 'tried', 'rests', 'drift', 'drift_over', 'road_ends', 'notifications']));
    await runner.query(
      describeTable(
        'source_event',
        'What happened to a source: pauses, rests, alarms about missing fields, roads that end, and notifications that cannot be pulled. For 90 days.',
      ),
    );
  }

  /** Deletes the events that the earlier version does not know. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`delete from source_event where kind = 'notifications'`);
    await runner.query(kinds(['paused', 'resumed', 'tried', 'rests', 'drift', 'drift_over', 'road_ends']));
  }
}

const kinds = (names: readonly string[]): string => `
  alter table source_event
    drop constraint source_event_kind_check,
    add constraint source_event_kind_check check (kind in (${names.map((name) => `'${name}'`).join(', ')}))`;
