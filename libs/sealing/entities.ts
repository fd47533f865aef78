import { column, NOW, table } from '@libs/database';

/** The tables of this context. */
export const SEALING_ENTITIES = [
  /** Fingerprints of the encryption keys, never the keys. The newest row is the key in use. */
  table('encryption_key', {
    columns: {
      id: column.identity(),
      fingerprint: column.text(),
      sealingSince: column.timestamptz({ default: NOW }),
    },
  }),

  /** Fingerprints of the keys of each running process. The table is logged: the processes survive a crash of PostgreSQL, so their rows must survive it too. */
  table('encryption_key_holder', {
    columns: {
      process: column.uuid({ primary: true }),
      fingerprints: column.text({ array: true }),
      missed: column.int({ default: 0 }),
      checkedAt: column.timestamptz({ default: NOW }),
    },
  }),
];
