import { column, NOW, table } from '@libs/database';

/** The tables of this context. */
export const EXPORTS_ENTITIES = [
  /** Files of reviews that clients requested. */
  table('review_export', {
    columns: {
      accountId: column.bigint({ primary: true }),
      id: column.identity(),
      createdAt: column.timestamptz({ default: NOW }),
      expiresAt: column.timestamptz({ default: () => "clock_timestamp() + interval '24 hours'" }),
      endedAt: column.timestamptz({ nullable: true }),
      dueAt: column.timestamptz({ nullable: true, default: NOW }),
      total: column.bigint({ nullable: true }),
      lastId: column.bigint({ nullable: true }),
      afterId: column.bigint({ default: () => '0' }),
      rowCount: column.bigint({ default: () => '0' }),
      byteCount: column.bigint({ default: () => '0' }),
      attempts: column.smallint({ default: () => '0' }),
      leaseToken: column.uuid({ nullable: true }),
      format: column.text(),
      state: column.text({ default: 'queued' }),
      error: column.text({ nullable: true }),
      request: column.jsonb(),
    },
    checks: {
      review_export_format_check: "format in ('csv', 'jsonl')",
      review_export_state_check: "state in ('queued', 'running', 'finished', 'failed', 'deleted')",
      review_export_due: "(due_at is null) = (state in ('finished', 'failed', 'deleted'))",
      review_export_error: "(error is null) = (state <> 'failed') or state = 'deleted'",
      review_export_bounds: '(total is null) = (last_id is null)',
    },
    references: [{ columns: ['accountId'], table: 'account' }],
    indexes: {
      review_export_due_at: { on: ['dueAt'], where: 'due_at is not null' },
      review_export_expiry: { on: ['expiresAt'] },
    },
  }),
  /** The bytes of files of reviews. */
  table('review_export_chunk', {
    columns: {
      accountId: column.bigint({ primary: true }),
      exportId: column.bigint({ primary: true }),
      startsAt: column.bigint({ primary: true }),
      content: column.bytea(),
    },
    references: [{ columns: ['accountId', 'exportId'], table: 'review_export', to: ['accountId', 'id'] }],
  }),
];
