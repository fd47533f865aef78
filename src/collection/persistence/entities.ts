import { column, EMPTY_ARRAY, LONG_AGO, NOW, table } from '@libs/database';

/** The tables of this context. */
export const COLLECTION_ENTITIES = [
  /** One collection of some links of one account. Ended runs are kept for 90 days. */
  table('run', {
    columns: {
      id: column.identity(),
      accountId: column.bigint(),
      cause: column.text(),
      createdAt: column.timestamptz({ default: NOW }),
      finishedAt: column.timestamptz({ nullable: true }),
    },
    checks: {
      run_cause_check: "cause in ('first', 'scheduled', 'manual')",
    },
    references: [{ columns: ['accountId'], table: 'account' }],
    indexes: {
      run_finished: { on: ['finishedAt'], where: 'finished_at is not null' },
    },
    otherIndexes: ['run_by_time', 'run_open'],
  }),

  /** The part of one link in a run. */
  table('run_link', {
    columns: {
      id: column.identity(),
      runId: column.bigint(),
      accountId: column.bigint(),
      objectId: column.bigint(),
      linkId: column.bigint(),
      sourceId: column.int(),
      scheduledAt: column.timestamptz(),
      wantsFull: column.boolean(),
      priority: column.smallint(),
      movesUpAt: column.timestamptz({ nullable: true, default: () => "(clock_timestamp() + '00:36:00')" }),
      state: column.text({ default: 'queued' }),
      notBefore: column.timestamptz({ default: NOW }),
      attempts: column.int({ default: 0 }),
      leaseToken: column.uuid({ nullable: true }),
      leaseUntil: column.timestamptz({ nullable: true }),
      startedAt: column.timestamptz({ nullable: true }),
      endedAt: column.timestamptz({ nullable: true }),
      outcome: column.text({ nullable: true }),
      scrapeError: column.text({ nullable: true }),
      stopReason: column.text({ nullable: true }),
      pages: column.int({ default: 0 }),
      reviewsRead: column.int({ default: 0 }),
      reviewsNew: column.int({ default: 0 }),
      reviewsChanged: column.int({ default: 0 }),
      reviewsDeleted: column.int({ default: 0 }),
      visitOf: column.bigint({ nullable: true }),
      fieldCounts: column.int({ array: true, nullable: true }),
      traceparent: column.text({ nullable: true }),
    },
    checks: {
      run_link_check: "(state = 'ended') = (outcome is not null)",
      run_link_outcome_check: "outcome in ('success', 'failed', 'dropped')",
      run_link_state_check: "state in ('queued', 'running', 'ended')",
    },
    references: [{ columns: ['runId'], table: 'run', onDelete: 'CASCADE' }],
    unique: [['linkId', 'scheduledAt']],
    indexes: {
      run_link_companions: { on: ['visitOf'], where: "visit_of is not null and (state = 'running')" },
      run_link_ended_at: { on: ['endedAt'], where: 'ended_at is not null' },
      run_link_leased: { on: ['leaseUntil'], where: "state = 'running'" },
      run_link_of_run: { on: ['runId'] },
      run_link_one_open: { on: ['linkId'], unique: true, where: 'outcome is null' },
      run_link_tried: {
        on: ['sourceId', 'accountId', 'priority', 'notBefore', 'id'],
        where: "state = 'queued' and (attempts > 0)",
      },
      run_link_waiting: {
        on: ['sourceId', 'accountId', 'priority', 'movesUpAt', 'id'],
        where: "state = 'queued' and attempts = 0",
      },
    },
    otherIndexes: ['run_link_ended', 'run_link_of_object'],
  }),

  /** The order in which accounts are served at each source. */
  table('account_queue', {
    columns: {
      accountId: column.bigint({ primary: true }),
      sourceId: column.int({ primary: true }),
      lastServedAt: column.timestamptz({ default: LONG_AGO }),
      nextClaimAt: column.timestamptz({ nullable: true }),
    },
    references: [{ columns: ['accountId'], table: 'account', onDelete: 'CASCADE' }],
    indexes: {
      account_queue_turn: { on: ['accountId', 'lastServedAt'] },
      account_queue_next: { on: ['sourceId', 'lastServedAt', 'accountId'], where: 'next_claim_at is not null' },
    },
  }),

  /** The load on each source by all processes together. */
  table('source_pace', {
    columns: {
      sourceId: column.int({ primary: true }),
      nextRequestAt: column.timestamptz({ default: LONG_AGO }),
      usedOn: column.date({ default: LONG_AGO }),
      requestsUsed: column.int({ default: 0 }),
      closedUntil: column.timestamptz({ default: LONG_AGO }),
      closuresInARow: column.int({ default: 0 }),
      blocksInARow: column.int({ default: 0 }),
      refusedPages: column.text({ array: true, default: EMPTY_ARRAY }),
      refusedAccounts: column.bigint({ array: true, default: EMPTY_ARRAY }),
      probedAt: column.timestamptz({ default: LONG_AGO }),
      throttledAccounts: column.bigint({ array: true, default: EMPTY_ARRAY }),
      delayedForOneAt: column.timestamptz({ default: LONG_AGO }),
      pausedAt: column.timestamptz({ nullable: true }),
      pauseReason: column.text({ nullable: true }),
      trialRunId: column.bigint({ nullable: true }),
    },
    references: [{ columns: ['sourceId'], table: 'source' }],
  }),

  /** The requests of each account to each source on a day, and the time until which a `Retry-After` delays the account. */
  table('account_pace', {
    columns: {
      accountId: column.bigint({ primary: true }),
      sourceId: column.int({ primary: true }),
      usedOn: column.date({ default: LONG_AGO }),
      requestsUsed: column.int({ default: 0 }),
      heldUntil: column.timestamptz({ default: LONG_AGO }),
    },
    references: [{ columns: ['accountId'], table: 'account', onDelete: 'CASCADE' }],
    indexes: {
      account_pace_held: { on: ['heldUntil', 'sourceId', 'accountId'], where: `held_until > '-infinity'` },
    },
  }),

  /** Outcomes of the visits of a source in one hour. */
  table('source_hour', {
    columns: {
      sourceId: column.int({ primary: true }),
      hour: column.timestamptz({ primary: true }),
      outcome: column.text({ primary: true }),
      visits: column.int(),
      onTime: column.int(),
      newReviews: column.int(),
      lastAt: column.timestamptz(),
    },
    references: [{ columns: ['sourceId'], table: 'source' }],
    indexes: {
      source_hour_old: { on: ['hour'] },
    },
  }),

  /** How many of the reviews that were read from a source in one hour had a field. */
  table('field_hour', {
    columns: {
      sourceId: column.int({ primary: true }),
      hour: column.timestamptz({ primary: true }),
      field: column.text({ primary: true }),
      reviews: column.int(),
      filled: column.int(),
      links: column.int(),
    },
    references: [{ columns: ['sourceId'], table: 'source' }],
    indexes: {
      field_hour_old: { on: ['hour'] },
    },
  }),

  /** What happened to a source. */
  table('source_event', {
    columns: {
      id: column.identity(),
      sourceId: column.int(),
      at: column.timestamptz({ default: NOW }),
      kind: column.text(),
      facts: column.jsonb(),
    },
    checks: {
      source_event_kind_check:
        "kind in ('paused', 'resumed', 'tried', 'rests', 'drift', 'drift_over', 'road_ends', 'notifications')",
    },
    references: [{ columns: ['sourceId'], table: 'source' }],
    indexes: {
      source_event_old: { on: ['at'] },
    },
    otherIndexes: ['source_event_of_source'],
  }),

  /** What pages of a source show and could not be read in one hour. */
  table('unread_hour', {
    columns: {
      sourceId: column.int({ primary: true }),
      hour: column.timestamptz({ primary: true }),
      part: column.text({ primary: true }),
      unread: column.int(),
      links: column.int(),
    },
    references: [{ columns: ['sourceId'], table: 'source' }],
    indexes: {
      unread_hour_old: { on: ['hour'] },
    },
  }),
];
