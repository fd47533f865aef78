import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Webhooks, and the secrets that sign what is sent to them. */
export class WebhooksSubscriptions1795200000070 implements MigrationInterface {
  readonly name = 'WebhooksSubscriptions1795200000070';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table webhook (
        id bigint generated always as identity primary key,
        account_id bigint not null references account (id),
        -- The version of the interface it was created through, for ever: its receiver was written for that body.
        schema_version smallint not null check (schema_version in (2, 3)),
        target text not null check (length(target) <= 2048),
        -- Null: all objects of the account, future ones too. Ids of objects deleted since stay and match nothing.
        object_ids bigint[] check (cardinality(object_ids) > 0),
        event_types text[] not null check (cardinality(event_types) > 0),
        bucket_window text not null,
        filters jsonb not null,
        is_active boolean not null default true,
        failure_count int not null default 0,
        last_failure_at timestamptz,
        created_at timestamptz not null default clock_timestamp(),
        updated_at timestamptz not null default clock_timestamp(),
        unique (account_id, id)
      ) with (fillfactor = 80);

      -- Ids of deliveries, those of test events among them, which are kept nowhere: receivers tell deliveries apart by them.
      create sequence webhook_delivery_id as bigint;

      -- One is current; those it replaced sign along until valid_until. Sealed by the installation's key, of which key_id
      -- is a fingerprint.
      create table signing_secret (
        id bigint generated always as identity primary key,
        account_id bigint not null references account (id),
        sealed bytea not null,
        key_id text not null,
        made_by_rotation boolean not null,
        created_at timestamptz not null default clock_timestamp(),
        valid_until timestamptz
      );
      create unique index signing_secret_current on signing_secret (account_id) where valid_until is null;
      create index signing_secret_of_account on signing_secret (account_id, id desc);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table signing_secret, webhook; drop sequence webhook_delivery_id');
  }
}
