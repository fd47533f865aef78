import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Reviews are analysed after a fixed number of changes, and not after a tenth of the table: of an account that came since,
 * the planner takes every index that begins with the account for as good as the right one, and in a large installation a
 * new customer would be read that way for days.
 */
export class ReviewsStatistics1795200000091 implements MigrationInterface {
  readonly name = 'ReviewsStatistics1795200000091';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'alter table review set (autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 5000)',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table review reset (autovacuum_analyze_scale_factor, autovacuum_analyze_threshold)');
  }
}
