import { column, NOW, table } from '@libs/database';

/** The tables of this context. */
export const SWITCHES_ENTITIES = [
  /** What the operator has switched off. */
  table('switch_off', {
    columns: {
      switch: column.text({ primary: true }),
      sourceId: column.int({ primary: true, default: () => '0' }),
      since: column.timestamptz({ default: NOW }),
      reason: column.text({ nullable: true }),
    },
    checks: {
      switch_off_switch_check: "switch in ('replies', 'webhooks', 'collection')",
    },
  }),
];
