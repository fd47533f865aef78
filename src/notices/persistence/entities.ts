import { column, NOW, table } from '@libs/database';

/** Messages of the service to an account. */
export const NOTICE = table('notice', {
  columns: {
    id: column.identity(),
    accountId: column.bigint(),
    kind: column.text(),
    subject: column.text(),
    body: column.text(),
    createdAt: column.timestamptz({ default: NOW }),
    path: column.text({ nullable: true }),
    personId: column.bigint({ nullable: true }),
  },
  references: [
    { columns: ['accountId'], table: 'account' },
    { columns: ['personId'], table: 'person', onDelete: 'CASCADE' },
  ],
  otherIndexes: ['notice_account'],
});

/** The tables of this context. */
export const NOTICES_ENTITIES = [
  NOTICE,
  /** Mail to send through the SMTP server of the operator. */
  table('outgoing_mail', {
    columns: {
      id: column.identity(),
      accountId: column.bigint(),
      messageKey: column.uuid({ default: () => 'gen_random_uuid()' }),
      recipient: column.text(),
      replyTo: column.text({ nullable: true }),
      subject: column.text(),
      body: column.text(),
      status: column.text({ default: 'waiting' }),
      attempts: column.int({ default: 0 }),
      notBefore: column.timestamptz({ default: NOW }),
      leaseToken: column.uuid({ nullable: true }),
      lastError: column.text({ nullable: true }),
      createdAt: column.timestamptz({ default: NOW }),
      endedAt: column.timestamptz({ nullable: true }),
    },
    checks: {
      outgoing_mail_check: "(status = 'waiting') = (ended_at is null)",
      outgoing_mail_status_check: "status in ('waiting', 'sent', 'given_up')",
    },
    references: [{ columns: ['accountId'], table: 'account' }],
    indexes: {
      outgoing_mail_due: { on: ['notBefore', 'id'], where: "status = 'waiting'" },
      outgoing_mail_ended: { on: ['endedAt'], where: 'ended_at is not null' },
    },
  }),

  /** Which members have read which notices. */
  table('notice_read', {
    columns: {
      accountId: column.bigint({ primary: true }),
      personId: column.bigint({ primary: true }),
      noticeId: column.bigint({ primary: true }),
      readAt: column.timestamptz({ default: NOW }),
    },
    references: [
      { columns: ['noticeId'], table: 'notice', onDelete: 'CASCADE' },
      { columns: ['accountId', 'personId'], table: 'membership', to: ['accountId', 'personId'], onDelete: 'CASCADE' },
    ],
    indexes: {
      notice_read_of_notice: { on: ['noticeId'] },
    },
  }),

  /** Where a member sees notices of a kind, if it differs from the default. */
  table('notice_preference', {
    columns: {
      accountId: column.bigint({ primary: true }),
      personId: column.bigint({ primary: true }),
      kind: column.text({ primary: true }),
      inConsole: column.boolean(),
      byMail: column.boolean(),
    },
    references: [
      { columns: ['accountId', 'personId'], table: 'membership', to: ['accountId', 'personId'], onDelete: 'CASCADE' },
    ],
  }),
];
