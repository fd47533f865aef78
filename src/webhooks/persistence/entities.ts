import { column, LONG_AGO, NOW, table } from '@libs/database';

/** The tables of this context. */
export const WEBHOOKS_ENTITIES = [
  /** Webhooks of an account. */
  table('webhook', {
    columns: {
      id: column.identity(),
      accountId: column.bigint(),
      schemaVersion: column.smallint(),
      target: column.text({ nullable: true }),
      objectIds: column.bigint({ array: true, nullable: true }),
      eventTypes: column.text({ array: true }),
      bucketWindow: column.text(),
      filters: column.jsonb(),
      isActive: column.boolean({ default: true }),
      failureCount: column.int({ default: 0 }),
      lastFailureAt: column.timestamptz({ nullable: true }),
      createdAt: column.timestamptz({ default: NOW }),
      updatedAt: column.timestamptz({ default: NOW }),
      failingSince: column.timestamptz({ nullable: true }),
      format: column.text({ default: 'hrev' }),
      lastClaimAt: column.timestamptz({ nullable: true }),
    },
    checks: {
      webhook_listener: '(target is null) = (last_claim_at is not null)',
      webhook_event_types_check: 'cardinality(event_types) > 0',
      webhook_format_check: "format in ('hrev', 'slack', 'teams', 'discord')",
      webhook_format_version: "format = 'hrev' or schema_version = 3",
      webhook_object_ids_check: 'cardinality(object_ids) > 0',
      webhook_schema_version_check: 'schema_version in (2, 3)',
      webhook_target_check: 'length(target) <= 2048',
    },
    references: [{ columns: ['accountId'], table: 'account' }],
    unique: [['accountId', 'id']],
    indexes: {
      webhook_idle: { on: ['lastClaimAt'], where: 'last_claim_at is not null' },
    },
  }),

  /** Earlier settings of webhooks, written by a trigger. The settings at the time of an event decide its delivery. */
  table('webhook_past_settings', {
    columns: {
      webhookId: column.bigint({ primary: true }),
      validUntil: column.timestamptz({ primary: true }),
      accountId: column.bigint(),
      objectIds: column.bigint({ array: true, nullable: true }),
      eventTypes: column.text({ array: true }),
      bucketWindow: column.text(),
      filters: column.jsonb(),
      isActive: column.boolean(),
    },
    indexes: {
      webhook_past_settings_old: { on: ['validUntil'] },
    },
  }),

  /** Headers that the owner of a webhook adds to its deliveries. */
  table('webhook_header', {
    columns: {
      webhookId: column.bigint({ primary: true }),
      accountId: column.bigint(),
      names: column.text({ array: true }),
      sealed: column.bytea(),
      keyId: column.text(),
    },
    checks: { webhook_header_names_check: 'cardinality(names) > 0' },
    references: [{ columns: ['webhookId'], table: 'webhook', onDelete: 'CASCADE' }],
  }),

  /** The number of the last delivery of each webhook of v3. */
  table('webhook_sequence', {
    columns: {
      webhookId: column.bigint({ primary: true }),
      accountId: column.bigint(),
      last: column.bigint(),
    },
    references: [{ columns: ['webhookId'], table: 'webhook', onDelete: 'CASCADE' }],
  }),

  /** Secrets that sign the deliveries of an account. One is current. */
  table('signing_secret', {
    columns: {
      id: column.identity(),
      accountId: column.bigint(),
      sealed: column.bytea(),
      keyId: column.text(),
      madeByRotation: column.boolean(),
      createdAt: column.timestamptz({ default: NOW }),
      validUntil: column.timestamptz({ nullable: true }),
    },
    references: [{ columns: ['accountId'], table: 'account' }],
    indexes: {
      signing_secret_current: { on: ['accountId'], unique: true, where: 'valid_until is null' },
    },
    otherIndexes: ['signing_secret_of_account'],
  }),

  /** Deliveries to webhooks, with their last attempt. */
  table('webhook_delivery', {
    columns: {
      id: column.bigint({ primary: true }),
      accountId: column.bigint(),
      webhookId: column.bigint(),
      runId: column.bigint({ nullable: true }),
      eventId: column.bigint(),
      nextAttemptAt: column.timestamptz({ nullable: true }),
      createdAt: column.timestamptz({ default: NOW }),
      settledAt: column.timestamptz({ nullable: true }),
      lastAttemptAt: column.timestamptz({ nullable: true }),
      attempts: column.int({ default: 0 }),
      tries: column.int({ default: 0 }),
      lastStatusCode: column.int({ nullable: true }),
      lastDurationMs: column.int({ nullable: true }),
      state: column.text({ default: 'pending' }),
      eventType: column.text(),
      lastError: column.text({ nullable: true }),
      body: column.bytea({ nullable: true }),
      bodyUntil: column.timestamptz({ nullable: true, default: () => "'infinity'" }),
      reviewCount: column.int({ nullable: true }),
      objectIds: column.bigint({ array: true, nullable: true }),
      sourceIds: column.int({ array: true, nullable: true }),
      traceparent: column.text({ nullable: true }),
      sequence: column.bigint({ nullable: true }),
      lastRetryAfter: column.int({ nullable: true }),
    },
    checks: {
      webhook_delivery_body_check: "body is not null or (body_until is null and state <> 'pending')",
      webhook_delivery_check: "(state = 'pending') = (next_attempt_at is not null)",
      webhook_delivery_check1: "(state = 'pending') = (settled_at is null)",
      webhook_delivery_state_check: "state in ('pending', 'success', 'failed', 'dead_letter')",
    },
    indexes: {
      webhook_delivery_due: { on: ['accountId', 'webhookId', 'nextAttemptAt', 'id'], where: "state = 'pending'" },
      webhook_delivery_limited: { on: ['bodyUntil'], where: 'body_until is not null' },
      webhook_delivery_once: { on: ['webhookId', 'eventType', 'runId'], unique: true, where: 'run_id is not null' },
      webhook_delivery_settled: { on: ['settledAt'], where: 'settled_at is not null' },
    },
    otherIndexes: ['webhook_delivery_list'],
  }),

  /** Attempts of deliveries before the last attempt, which is in `webhook_delivery`. */
  table('webhook_past_attempt', {
    columns: {
      deliveryId: column.bigint({ primary: true }),
      number: column.int({ primary: true }),
      accountId: column.bigint(),
      startedAt: column.timestamptz(),
      durationMs: column.int(),
      statusCode: column.int({ nullable: true }),
      error: column.text({ nullable: true }),
      retryAfter: column.int({ nullable: true }),
    },
    references: [{ columns: ['deliveryId'], table: 'webhook_delivery', onDelete: 'CASCADE' }],
  }),

  /** Headers and answers of attempts, kept for 7 days. Not every success has a row. */
  table('webhook_exchange', {
    columns: {
      deliveryId: column.bigint({ primary: true }),
      number: column.int({ primary: true }),
      accountId: column.bigint(),
      startedAt: column.timestamptz(),
      requestHeaders: column.json(),
      responseHeaders: column.json({ nullable: true }),
      responseBody: column.text({ nullable: true }),
    },
    indexes: {
      webhook_exchange_old: { on: ['startedAt'] },
    },
  }),

  /** Which reviews a webhook has received, so that it receives each once. */
  table('webhook_item', {
    columns: {
      webhookId: column.bigint({ primary: true }),
      eventType: column.text({ primary: true }),
      reviewId: column.bigint({ primary: true }),
      occurrence: column.bigint({ primary: true }),
      accountId: column.bigint(),
      bucketId: column.bigint({ nullable: true }),
      createdAt: column.timestamptz({ default: () => 'statement_timestamp()' }),
    },
    indexes: {
      webhook_item_of_bucket: { on: ['bucketId', 'reviewId'], where: 'bucket_id is not null' },
      webhook_item_passing: { on: ['createdAt'], where: 'occurrence <> 0' },
    },
  }),

  /** Batches of webhooks that are delivered once a day. */
  table('webhook_bucket', {
    columns: {
      id: column.identity(),
      accountId: column.bigint(),
      webhookId: column.bigint(),
      eventType: column.text(),
      flushAt: column.timestamptz(),
      notBefore: column.timestamptz(),
      finishedAt: column.timestamptz({ nullable: true }),
    },
    unique: [['webhookId', 'eventType', 'flushAt']],
    indexes: {
      webhook_bucket_due: { on: ['notBefore', 'id'] },
    },
  }),

  /** Delivery state of each webhook that has had a delivery, and the lease on it. */
  table('webhook_dispatch', {
    columns: {
      webhookId: column.bigint({ primary: true }),
      accountId: column.bigint(),
      nextDueAt: column.timestamptz({ nullable: true }),
      lastServedAt: column.timestamptz({ default: LONG_AGO }),
      timedOut: column.boolean({ default: false }),
      leaseToken: column.uuid({ nullable: true }),
      leaseUntil: column.timestamptz({ nullable: true }),
      slots: column.int({ default: 0 }),
    },
    checks: {
      webhook_dispatch_leased: '(lease_token is null) = (lease_until is null)',
      webhook_dispatch_slots: 'slots >= 0 and (lease_token is not null or slots = 0)',
    },
    indexes: {
      webhook_dispatch_due: { on: ['nextDueAt'], where: 'next_due_at is not null' },
      webhook_dispatch_held: { on: ['accountId'], where: 'lease_token is not null' },
    },
  }),

  /** Deliveries of listeners that a client has claimed, and its lease on each. */
  table('webhook_claim', {
    columns: {
      deliveryId: column.bigint({ primary: true }),
      accountId: column.bigint(),
      webhookId: column.bigint(),
      token: column.uuid(),
      leaseUntil: column.timestamptz(),
      tries: column.int(),
      attempts: column.int(),
      requestHeaders: column.json({ nullable: true }),
    },
    references: [{ columns: ['deliveryId'], table: 'webhook_delivery', onDelete: 'CASCADE' }],
  }),

  /** Requests to send the failed deliveries of a period again. */
  table('webhook_recovery', {
    columns: {
      id: column.identity(),
      accountId: column.bigint(),
      webhookId: column.bigint(),
      since: column.timestamptz(),
      until: column.timestamptz(),
      statuses: column.text({ array: true }),
      matched: column.int(),
      done: column.int({ default: 0 }),
      state: column.text({ default: 'running' }),
      afterAt: column.timestamptz({ default: LONG_AGO }),
      afterId: column.bigint({ default: () => '0' }),
      nextAt: column.timestamptz({ default: NOW }),
      createdAt: column.timestamptz({ default: NOW }),
      endedAt: column.timestamptz({ nullable: true }),
    },
    checks: {
      webhook_recovery_state_check: "state in ('running', 'finished', 'stopped')",
      webhook_recovery_ended: "(state = 'running') = (ended_at is null)",
    },
    indexes: {
      webhook_recovery_running: { on: ['accountId', 'webhookId'], unique: true, where: "state = 'running'" },
      webhook_recovery_due: { on: ['nextAt'], where: "state = 'running'" },
      webhook_recovery_list: { on: ['accountId', 'webhookId', 'id'] },
      webhook_recovery_ended_at: { on: ['endedAt'], where: 'ended_at is not null' },
    },
  }),

  /** Free slots of each process that delivers. Unlogged: its content is not needed after a crash of the server. */
  table('webhook_worker', {
    columns: {
      id: column.uuid({ primary: true }),
      free: column.int(),
      seenAt: column.timestamptz(),
    },
  }),
];
