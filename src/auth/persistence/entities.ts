import { column, NOW, table } from '@libs/database';

/** The tables of this context. */
export const AUTH_ENTITIES = [
  /** The tenant. Everything but sources belongs to exactly one account. */
  table('account', {
    columns: {
      id: column.identity(),
      name: column.text(),
      email: column.text({ nullable: true }),
      plan: column.text(),
      status: column.text({ default: 'active' }),
      suspendedReason: column.text({ nullable: true }),
      trialEndsAt: column.timestamptz({ nullable: true }),
      createdAt: column.timestamptz({ default: NOW }),
      closedAt: column.timestamptz({ nullable: true }),
      trialNoticed: column.timestamptz({ nullable: true }),
      kind: column.text({ default: 'customer' }),
    },
    checks: {
      account_status_check: "status in ('active', 'suspended')",
      account_kind_check: "kind in ('customer', 'operator', 'demo')",
    },
    indexes: {
      account_of_first_start: { on: ['kind'], unique: true, where: "kind <> 'customer'" },
      account_closed: { on: ['closedAt'], where: 'closed_at is not null' },
    },
  }),

  /** API keys. Only the digest of a key is stored. */
  table('api_key', {
    columns: {
      id: column.identity(),
      accountId: column.bigint(),
      digest: column.bytea(),
      keyScope: column.text(),
      displayPrefix: column.text(),
      name: column.text({ nullable: true }),
      createdAt: column.timestamptz({ default: NOW }),
      expiresAt: column.timestamptz({ nullable: true }),
      revokedAt: column.timestamptz({ nullable: true }),
      lastUsedAt: column.timestamptz({ nullable: true }),
      lastUsedIp: column.text({ nullable: true }),
      createdBy: column.bigint({ nullable: true }),
    },
    checks: {
      api_key_digest_check: 'length(digest) = 32',
      api_key_key_scope_check: "key_scope in ('read_only', 'propose', 'full', 'master')",
    },
    references: [{ columns: ['accountId'], table: 'account' }],
    unique: [['digest']],
    indexes: {
      api_key_account: { on: ['accountId', 'id'] },
    },
  }),

  /** Admitted requests of each key and day (UTC), for about a week. */
  table('api_key_use', {
    columns: {
      keyId: column.bigint({ primary: true }),
      day: column.date({ primary: true }),
      accountId: column.bigint(),
      requests: column.bigint(),
    },
    references: [{ columns: ['keyId'], table: 'api_key', onDelete: 'CASCADE' }],
  }),

  /** Number of requests of each key in the last minute. Unlogged: a crash of the server loses one minute of counts. */
  table('request_window', {
    columns: {
      keyId: column.bigint({ primary: true }),
      newestQuarter: column.bigint(),
      counts: column.int({ array: true }),
    },
  }),
];
