import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Counts how often the secrets of a connection changed: what was found out with older ones says nothing of those that are there. */
export class ConnectionsGeneration1795200000080 implements MigrationInterface {
  readonly name = 'ConnectionsGeneration1795200000080';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table platform_connection add column generation int not null default 1');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table platform_connection drop column generation');
  }
}
