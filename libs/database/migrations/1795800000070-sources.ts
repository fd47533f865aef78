import type { MigrationInterface, QueryRunner } from 'typeorm';
import { describeTable } from './describe-table';

/** Sources known to this installation. */
export class Sources1795800000070 implements MigrationInterface {
  readonly name = 'Sources1795800000070';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLES);
    await runner.query(COMMENTS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table source');
  }
}

const TABLES = `
  create table source (
    id int primary key,
    slug text not null unique,
    created_at timestamptz not null default clock_timestamp()
  );
`;

const COMMENTS = describeTable('source', 'The platforms whose reviews are collected.', {
  id: 'Never reused. Sources of the product have fixed ids; declared sources get ids from 1000 up.',
});
