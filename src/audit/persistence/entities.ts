import { column, NOW, table } from '@libs/database';

/** The tables of this context. */
export const AUDIT_ENTITIES = [
  /** One audited change. Rows are inserted, never updated, and deleted when they are old. */
  table('audit_entry', {
    columns: {
      id: column.identity(),
      at: column.timestamptz({ default: NOW }),
      accountId: column.bigint({ nullable: true }),
      actor: column.text(),
      actorAccountId: column.bigint({ nullable: true }),
      keyId: column.bigint({ nullable: true }),
      personId: column.bigint({ nullable: true }),
      address: column.text({ nullable: true }),
      action: column.text(),
      targetType: column.text(),
      targetId: column.bigint({ nullable: true }),
      before: column.jsonb({ nullable: true }),
      after: column.jsonb({ nullable: true }),
    },
    checks: {
      audit_entry_actor_check: "actor in ('key', 'person', 'cli', 'service')",
      audit_entry_address_check: 'length(address) <= 64',
      audit_entry_check: "(actor = 'key') = (key_id is not null)",
      audit_entry_check1: "(actor = 'person') = (person_id is not null)",
    },
    indexes: {
      audit_entry_at: { on: ['at', 'id'] },
      audit_entry_of_account: { on: ['accountId', 'at', 'id'] },
      audit_entry_of_account_action: { on: ['accountId', 'action', 'at', 'id'] },
      audit_entry_of_action: { on: ['action', 'at', 'id'] },
    },
  }),
];
