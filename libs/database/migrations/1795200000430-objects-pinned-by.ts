import type { MigrationInterface, QueryRunner } from 'typeorm';
import { describeTable } from './describe-table';

/** Who last changed the pinned reviews of an object: a conflicting change is refused with the name. */
export class ObjectsPinnedBy1795200000430 implements MigrationInterface {
  readonly name = 'ObjectsPinnedBy1795200000430';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table tracked_object add column pinned_by bigint');
    await runner.query(COMMENT);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table tracked_object drop column pinned_by');
  }
}

const COMMENT = describeTable(
  'tracked_object',
  'What a client tracks: a hotel, a branch, an app. "Object" in version 3 of the API, "group" in version 2.',
  { pinned_by: 'Person who last changed the order of the pinned reviews; null: a client with a key, or no one.' },
);
