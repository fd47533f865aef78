import { column, NOW, table } from '@libs/database';

/** Messages of clients to the operator. */
export const SUPPORT_MESSAGE = table('support_message', {
  columns: {
    id: column.identity(),
    accountId: column.bigint(),
    keyId: column.bigint({ nullable: true }),
    personId: column.bigint({ nullable: true }),
    subject: column.text({ nullable: true }),
    message: column.text(),
    contact: column.text({ nullable: true }),
    createdAt: column.timestamptz({ default: NOW }),
    doneAt: column.timestamptz({ nullable: true }),
  },
  checks: {
    support_message_check: '(key_id is null) <> (person_id is null)',
  },
  references: [
    { columns: ['accountId'], table: 'account' },
    { columns: ['keyId'], table: 'api_key' },
  ],
  indexes: {
    support_message_account: { on: ['accountId', 'createdAt'] },
    support_message_open: { on: ['id'], where: 'done_at is null' },
  },
});

/** The tables of this context. */
export const SUPPORT_ENTITIES = [SUPPORT_MESSAGE];
