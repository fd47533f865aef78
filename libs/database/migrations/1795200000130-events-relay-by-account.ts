import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Events are relayed by account: a worker takes the lease of an account and passes its events on in their order. Processes of
 * the version before relay beside it during an upgrade; they find what waits by the same index.
 */
export class EventsRelayByAccount1795200000130 implements MigrationInterface {
  readonly name = 'EventsRelayByAccount1795200000130';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- From account to account and from event to event in a few steps, however much waits of each.
      create index outbox_waiting_of_account on outbox (account_id, event, not_before, id) where relayed_at is null;
      drop index outbox_waiting;

      -- Of no use after a crash, which ends every session that held one: it needs no log.
      create unlogged table outbox_lease (
        account_id bigint primary key,
        -- The fencing token: events are marked as relayed only under it.
        token uuid,
        lease_until timestamptz,
        check ((token is null) = (lease_until is null))
      ) with (fillfactor = 50);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table outbox_lease;
      create index outbox_waiting on outbox (id) where relayed_at is null;
      drop index outbox_waiting_of_account;
    `);
  }
}
