import { column, EMPTY_ARRAY, NOW, table } from '@libs/database';

/** The tables of this context. */
export const REPLIES_ENTITIES = [
  /** Replies of clients, one per review, and their known state on the platform. */
  table('review_reply', {
    columns: {
      accountId: column.bigint({ primary: true }),
      reviewId: column.bigint({ primary: true }),
      objectId: column.bigint(),
      linkId: column.bigint(),
      sourceId: column.int(),
      reviewKey: column.bytea(),
      state: column.text(),
      action: column.text(),
      text: column.text(),
      heldText: column.text({ nullable: true }),
      heldAt: column.timestamptz({ nullable: true }),
      confirmedAt: column.timestamptz({ nullable: true }),
      inDoubt: column.boolean({ default: false }),
      inDoubtSince: column.timestamptz({ nullable: true }),
      wasAccepted: column.boolean({ default: false }),
      attempts: column.smallint({ default: () => '0' }),
      reads: column.smallint({ default: () => '0' }),
      isRepair: column.boolean({ default: false }),
      repairs: column.smallint({ default: () => '0' }),
      dueAt: column.timestamptz({ nullable: true }),
      leaseToken: column.uuid({ nullable: true }),
      acceptedAt: column.timestamptz({ default: NOW }),
      acceptedBy: column.bigint({ nullable: true }),
      error: column.text({ nullable: true }),
      errorDetail: column.text({ nullable: true }),
      sentTexts: column.text({ array: true, default: EMPTY_ARRAY }),
    },
    checks: {
      review_reply_check: "(state = 'failed') = (error is not null)",
      review_reply_check1: '(held_text is null) = (held_at is null)',
      review_reply_check2: 'held_at is not null or confirmed_at is null',
      review_reply_check3: '(in_doubt_since is not null) = in_doubt',
      review_reply_check4: "state <> 'published' or held_text is not null",
      review_reply_error_check:
        "error in ('text_rejected', 'access_revoked', 'review_gone', 'platform_unavailable', 'platform_error')",
      review_reply_state_check: "state in ('pending', 'publishing', 'published', 'failed', 'deleted')",
      review_reply_action_check: "action in ('publish', 'remove')",
    },
    references: [{ columns: ['accountId', 'linkId'], table: 'link', to: ['accountId', 'id'], onDelete: 'CASCADE' }],
    indexes: {
      review_reply_due: { on: ['dueAt'], where: 'due_at is not null' },
      review_reply_failed: { on: ['accountId', 'objectId'], where: "state = 'failed'" },
      review_reply_held: { on: ['heldAt'], where: 'held_at is not null' },
      review_reply_of_link: { on: ['accountId', 'linkId'] },
      review_reply_of_state: { on: ['accountId', 'state', 'reviewId'] },
      review_reply_of_object: { on: ['accountId', 'objectId', 'reviewId'] },
      review_reply_of_source: { on: ['accountId', 'sourceId'] },
      review_reply_key: { on: ['reviewKey'] },
    },
  }),
];
