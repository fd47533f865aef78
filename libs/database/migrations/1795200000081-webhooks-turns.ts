import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A worker takes a webhook, not each of its deliveries: the lease stands on the webhook's turn, so a delivery is written once
 * an attempt instead of twice, and one process alone says how many attempts of a webhook are under way.
 */
export class WebhooksTurns1795200000081 implements MigrationInterface {
  readonly name = 'WebhooksTurns1795200000081';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table webhook_dispatch
        -- The fencing token of the process that serves the webhook: a result that comes under another one is void.
        add column lease_token uuid,
        add column lease_until timestamptz,
        -- How many attempts may be under way at the same time in this turn.
        add column places int not null default 0,
        add constraint webhook_dispatch_leased check ((lease_token is null) = (lease_until is null)),
        add constraint webhook_dispatch_places check (places >= 0 and (lease_token is not null or places = 0));
      create index webhook_dispatch_held on webhook_dispatch (account_id) where lease_token is not null;
      -- Whatever was under way when the processes changed is looked at again.
      update webhook_dispatch set next_due_at = clock_timestamp() where exists (
        select from webhook_delivery d where d.webhook_id = webhook_dispatch.webhook_id and d.lease_token is not null);

      -- The time of the next attempt says all; with the columns go their indexes and checks.
      alter table webhook_delivery drop column due_at, drop column lease_token;
      alter table webhook_delivery
        add constraint webhook_delivery_waits check ((state = 'pending') = (next_attempt_at is not null));
      create index webhook_delivery_due on webhook_delivery (webhook_id, next_attempt_at, id) where state = 'pending';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table webhook_delivery drop constraint webhook_delivery_waits,
        add column due_at timestamptz, add column lease_token uuid;
      drop index webhook_delivery_due;
      update webhook_delivery set due_at = next_attempt_at;
      alter table webhook_delivery
        add check ((state = 'pending') = (due_at is not null)), add check (lease_token is null or state = 'pending');
      create index webhook_delivery_due on webhook_delivery (webhook_id, due_at, id) where state = 'pending';
      create index webhook_delivery_leased on webhook_delivery (account_id, webhook_id, due_at) where lease_token is not null;
      drop index webhook_dispatch_held;
      alter table webhook_dispatch drop column lease_token, drop column lease_until, drop column places;
    `);
  }
}
