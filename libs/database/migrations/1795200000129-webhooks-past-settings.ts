import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Settings that a webhook had before. An event is told to those webhooks that wanted it when it happened, however late it is
 * passed on. A trigger writes them, so that a process of an earlier version keeps them too during an upgrade.
 */
export class WebhooksPastSettings1795200000129 implements MigrationInterface {
  readonly name = 'WebhooksPastSettings1795200000129';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table webhook_past (
        webhook_id bigint not null,
        -- The settings held until then; those of a later row, or of the webhook itself, have held since.
        valid_until timestamptz not null,
        account_id bigint not null,
        object_ids bigint[],
        event_types text[] not null,
        bucket_window text not null,
        filters jsonb not null,
        is_active boolean not null,
        primary key (webhook_id, valid_until)
      );
      create index webhook_past_old on webhook_past (valid_until);

      create function webhook_keep_past() returns trigger language plpgsql as $$
      begin
        insert into webhook_past
          (webhook_id, valid_until, account_id, object_ids, event_types, bucket_window, filters, is_active)
        values
          (old.id, clock_timestamp(), old.account_id, old.object_ids, old.event_types, old.bucket_window, old.filters,
           old.is_active)
        on conflict do nothing;
        return null;
      end $$;
      -- Counting failures, which is frequent, sets none of these columns and does not come here.
      create trigger webhook_past after update of object_ids, event_types, bucket_window, filters, is_active on webhook
        for each row when (
          (old.object_ids, old.event_types, old.bucket_window, old.filters, old.is_active)
          is distinct from (new.object_ids, new.event_types, new.bucket_window, new.filters, new.is_active))
        execute function webhook_keep_past();
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop trigger webhook_past on webhook;
      drop function webhook_keep_past();
      drop table webhook_past;
    `);
  }
}
