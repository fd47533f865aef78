import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What opens an object's card on a platform: secrets, sealed, and the card they were proved to open. */
export class ConnectionsPlatformConnections1795200000072 implements MigrationInterface {
  readonly name = 'ConnectionsPlatformConnections1795200000072';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table platform_connection (
        id bigint generated always as identity primary key,
        account_id bigint not null,
        object_id bigint not null,
        source_id int not null references source (id),
        -- AES-256-GCM over the credentials as JSON, bound to account, object and source; which key it was, not the key.
        sealed bytea not null,
        key_id text not null,
        card text not null,
        card_name text,
        status text not null default 'active' check (status in ('active', 'revoked')),
        -- When the platform last opened the card, or refused to.
        checked_at timestamptz not null default clock_timestamp(),
        created_at timestamptz not null default clock_timestamp(),
        unique (account_id, object_id, source_id),
        foreign key (account_id, object_id) references tracked_object (account_id, id) on delete cascade
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table platform_connection');
  }
}
