import { column, NOW, table } from '@libs/database';

/** The tables of this context. */
export const OPERATIONS_ENTITIES = [
  /** An alarm that reviews of a source lack a field. */
  table('source_alarm', {
    columns: {
      id: column.identity(),
      sourceId: column.int(),
      field: column.text(),
      raisedAt: column.timestamptz({ default: NOW }),
      recoveredAt: column.timestamptz({ nullable: true }),
      usual: column.doublePrecision(),
      share: column.doublePrecision(),
      alarmBelow: column.doublePrecision(),
      reviews: column.int(),
      links: column.int(),
      accounts: column.int(),
    },
    references: [{ columns: ['sourceId'], table: 'source' }],
    indexes: {
      source_alarm_open: { on: ['sourceId', 'field'], unique: true, where: 'recovered_at is null' },
    },
    otherIndexes: ['source_alarm_raised'],
  }),

  /** A process of the service that runs, or ran until recently. */
  table('running_process', {
    columns: {
      id: column.uuid({ primary: true }),
      role: column.text(),
      version: column.text(),
      startedAt: column.timestamptz({ default: NOW }),
      seenAt: column.timestamptz({ default: NOW }),
      work: column.jsonb(),
    },
    checks: {
      running_process_role_check: "role in ('all', 'api', 'worker')",
    },
  }),
];
