import { column, LONG_AGO, NOW, table } from '@libs/database';

/** The tables of this context. */
export const EVENTS_ENTITIES = [
  /** Events, written in the transaction of their cause. Relayed events are kept for 30 days. */
  table('outbox', {
    columns: {
      id: column.identity(),
      accountId: column.bigint(),
      event: column.text(),
      payload: column.jsonb(),
      createdAt: column.timestamptz({ default: NOW }),
      relayedAt: column.timestamptz({ nullable: true }),
      attempts: column.int({ default: 0 }),
      notBefore: column.timestamptz({ default: LONG_AGO }),
      traceparent: column.text({ nullable: true }),
    },
    references: [{ columns: ['accountId'], table: 'account' }],
    indexes: {
      outbox_relayed: { on: ['relayedAt'], where: 'relayed_at is not null' },
      outbox_waiting_of_account: { on: ['accountId', 'event', 'notBefore', 'id'], where: 'relayed_at is null' },
    },
  }),

  /** Which worker relays the events of an account. Unlogged: a crash of the server ends all sessions that held a lease. */
  table('outbox_lease', {
    columns: {
      accountId: column.bigint({ primary: true }),
      token: column.uuid({ nullable: true }),
      leaseUntil: column.timestamptz({ nullable: true }),
    },
    checks: {
      outbox_lease_check: '(token is null) = (lease_until is null)',
    },
  }),
];
