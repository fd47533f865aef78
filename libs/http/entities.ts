import { column, NOW, table } from '@libs/database';

/** The tables of this context. */
export const HTTP_ENTITIES = [
  /** Responses that a repeated Idempotency-Key returns. Kept for 24 hours. */
  table('idempotent_response', {
    columns: {
      accountId: column.bigint({ primary: true }),
      key: column.text({ primary: true }),
      fingerprint: column.bytea(),
      status: column.smallint(),
      body: column.bytea(),
      createdAt: column.timestamptz({ default: NOW }),
    },
    references: [{ columns: ['accountId'], table: 'account' }],
    indexes: {
      idempotent_response_age: { on: ['createdAt'] },
    },
  }),
];
