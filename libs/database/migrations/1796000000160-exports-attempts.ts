import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An export whose part fails again and again ends after some attempts. */
export class ExportsAttempts1796000000160 implements MigrationInterface {
  readonly name = 'ExportsAttempts1796000000160';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table review_export add attempts smallint not null default 0;
      comment on column review_export.attempts is 'How often a worker began the next part since the last one was stored.';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table review_export drop attempts');
  }
}
