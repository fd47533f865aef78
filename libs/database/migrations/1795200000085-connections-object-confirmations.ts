import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The operator's word that an object is its account's own. */
export class ConnectionsObjectConfirmations1795200000085 implements MigrationInterface {
  readonly name = 'ConnectionsObjectConfirmations1795200000085';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table object_confirmation (
        account_id bigint not null,
        object_id bigint not null,
        confirmed_at timestamptz not null default clock_timestamp(),
        primary key (account_id, object_id),
        foreign key (account_id, object_id) references tracked_object (account_id, id) on delete cascade
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table object_confirmation');
  }
}
