import { column, NOW, table } from '@libs/database';

/** The tables of this context. */
export const CONNECTIONS_ENTITIES = [
  /** Encrypted credentials for the card of an object on a platform. */
  table('platform_connection', {
    columns: {
      id: column.identity(),
      accountId: column.bigint(),
      objectId: column.bigint(),
      sourceId: column.int(),
      sealed: column.bytea(),
      keyId: column.text(),
      card: column.text(),
      cardName: column.text({ nullable: true }),
      status: column.text({ default: 'active' }),
      generation: column.int({ default: 1 }),
      checkedAt: column.timestamptz({ default: NOW }),
      grantId: column.bigint({ nullable: true }),
      revokedAt: column.timestamptz({ nullable: true }),
      error: column.text({ nullable: true }),
      createdAt: column.timestamptz({ default: NOW }),
    },
    checks: {
      platform_connection_status_check: "status in ('active', 'revoked')",
    },
    references: [
      { columns: ['accountId', 'objectId'], table: 'tracked_object', to: ['accountId', 'id'], onDelete: 'CASCADE' },
      { columns: ['accountId', 'grantId'], table: 'platform_grant', to: ['accountId', 'id'] },
      { columns: ['sourceId'], table: 'source' },
    ],
    unique: [['accountId', 'objectId', 'sourceId']],
    indexes: {
      platform_connection_grant: { on: ['accountId', 'grantId'], where: 'grant_id is not null' },
    },
  }),

  /** Objects that the operator has confirmed to belong to their accounts. */
  table('object_confirmation', {
    columns: {
      accountId: column.bigint({ primary: true }),
      objectId: column.bigint({ primary: true }),
      confirmedAt: column.timestamptz({ default: NOW }),
    },
    references: [
      { columns: ['accountId', 'objectId'], table: 'tracked_object', to: ['accountId', 'id'], onDelete: 'CASCADE' },
    ],
  }),

  /** The consent of a person at a platform. */
  table('platform_grant', {
    columns: {
      id: column.identity(),
      accountId: column.bigint(),
      sourceId: column.int(),
      clientId: column.text(),
      sealed: column.bytea(),
      keyId: column.text(),
      generation: column.int({ default: 1 }),
      revokedAt: column.timestamptz({ nullable: true }),
      error: column.text({ nullable: true }),
      createdAt: column.timestamptz({ default: NOW }),
    },
    references: [
      { columns: ['accountId'], table: 'account' },
      { columns: ['sourceId'], table: 'source' },
    ],
    unique: [['accountId', 'id']],
  }),

  /** An attempt to connect a platform by its sign-in. */
  table('consent_flow', {
    columns: {
      id: column.identity(),
      accountId: column.bigint(),
      sourceId: column.int(),
      personId: column.bigint(),
      sessionId: column.bigint(),
      address: column.text({ nullable: true }),
      stateDigest: column.bytea(),
      clientId: column.text(),
      redirectUri: column.text(),
      sealed: column.bytea({ nullable: true }),
      keyId: column.text({ nullable: true }),
      state: column.text({ default: 'waiting' }),
      reason: column.text({ nullable: true }),
      detail: column.text({ nullable: true }),
      grantId: column.bigint({ nullable: true }),
      readCards: column.int({ default: 0 }),
      isComplete: column.boolean({ default: false }),
      healed: column.int({ default: 0 }),
      dueAt: column.timestamptz({ nullable: true }),
      leaseToken: column.uuid({ nullable: true }),
      attempts: column.int({ default: 0 }),
      createdAt: column.timestamptz({ default: NOW }),
      expiresAt: column.timestamptz({ default: () => "(clock_timestamp() + '00:10:00'::interval)" }),
    },
    checks: {
      consent_flow_state_check: "state in ('waiting', 'refused', 'failed', 'reading', 'ready')",
    },
    references: [
      { columns: ['accountId'], table: 'account' },
      { columns: ['sourceId'], table: 'source' },
    ],
    unique: [['accountId', 'id'], ['stateDigest']],
    indexes: {
      consent_flow_due: { on: ['dueAt'], where: 'due_at is not null' },
      consent_flow_created: { on: ['createdAt'] },
    },
  }),

  /** A card that a consent gives access to, with the object that it belongs to. */
  table('consent_card', {
    columns: {
      accountId: column.bigint({ primary: true }),
      flowId: column.bigint({ primary: true }),
      position: column.int({ primary: true }),
      card: column.text(),
      name: column.text(),
      address: column.text({ nullable: true }),
      pageUrl: column.text({ nullable: true }),
      objectId: column.bigint({ nullable: true }),
      certain: column.boolean({ default: false }),
      chosenObjectId: column.bigint({ nullable: true }),
      outcome: column.text({ nullable: true }),
      detail: column.text({ nullable: true }),
      connectionId: column.bigint({ nullable: true }),
    },
    checks: {
      consent_card_outcome_check: "outcome in ('waiting', 'connected', 'refused')",
    },
    references: [
      { columns: ['accountId', 'flowId'], table: 'consent_flow', to: ['accountId', 'id'], onDelete: 'CASCADE' },
    ],
    unique: [['accountId', 'flowId', 'card']],
    indexes: {
      consent_card_waiting: { on: ['accountId', 'flowId', 'position'], where: "outcome = 'waiting'" },
    },
  }),
];
