import type { MigrationInterface, QueryRunner } from 'typeorm';
import { describeTable } from './describe-table';

/** The outbox of events, and the leases under which the events of an account are relayed. */
export class Events1795800000050 implements MigrationInterface {
  readonly name = 'Events1795800000050';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLES);
    await runner.query(STATISTICS);
    await runner.query(COMMENTS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop view outbox_statistics');
    await runner.query('drop table outbox_lease, outbox');
  }
}

const TABLES = `
  create table outbox (
    id bigint generated always as identity primary key,
    account_id bigint not null references account (id),
    event text not null,
    payload jsonb not null,
    created_at timestamptz not null default clock_timestamp(),
    relayed_at timestamptz,
    attempts int not null default 0,
    not_before timestamptz not null default '-infinity'
  );
  -- The relay skips from account to account and from event to event in this index, however many events wait.
  create index outbox_waiting_of_account on outbox (account_id, event, not_before, id) where relayed_at is null;
  create index outbox_relayed on outbox (relayed_at) where relayed_at is not null;

  create unlogged table outbox_lease (
    account_id bigint primary key,
    token uuid,
    lease_until timestamptz,
    check ((token is null) = (lease_until is null))
  ) with (fillfactor = 50);
`;

/** For the statistics of the operator (contract §4.16). */
const STATISTICS = `
  create view outbox_statistics as
  select count(*) as events_waiting from outbox where relayed_at is null;
`;

const COMMENTS = [
  describeTable('outbox', 'Events, written in the transaction of their cause. Relayed events are kept for 30 days.', {
    attempts: 'Number of failed attempts to relay the event.',
    not_before: 'The time of the next attempt.',
  }),
  describeTable(
    'outbox_lease',
    'Which worker relays the events of an account. Unlogged: a crash of the server ends all sessions that held a lease.',
    { token: 'Fencing token: events are marked as relayed only under it.' },
  ),
].join(';\n');
