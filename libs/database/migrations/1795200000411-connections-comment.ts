import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A clearer description of a column. */
export class ConnectionsComment1795200000411 implements MigrationInterface {
  readonly name = 'ConnectionsComment1795200000411';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`comment on column consent_flow.is_complete is 'Whether all cards of the list were read.'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `comment on column consent_flow.is_complete is 'Whether the list of cards was read to its end.'`,
    );
  }
}
