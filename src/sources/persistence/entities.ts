import { column, NOW, table } from '@libs/database';

/** The tables of this context. */
export const SOURCES_ENTITIES = [
  /** The platforms whose reviews are collected. */
  table('source', {
    columns: {
      id: column.int({ primary: true }),
      slug: column.text(),
      createdAt: column.timestamptz({ default: NOW }),
    },
    unique: [['slug']],
  }),

  /** The OAuth client that the operator has registered at a platform. */
  table('source_oauth_client', {
    columns: {
      sourceId: column.int({ primary: true }),
      clientId: column.text(),
      sealed: column.bytea(),
      keyId: column.text(),
      changedAt: column.timestamptz({ default: NOW }),
    },
    references: [{ columns: ['sourceId'], table: 'source' }],
  }),

  /** A document of a platform that could not be parsed, with all texts masked. */
  table('source_sample', {
    columns: {
      id: column.identity(),
      sourceId: column.int(),
      takenAt: column.timestamptz({ default: NOW }),
      road: column.text(),
      address: column.text({ nullable: true }),
      parser: column.text(),
      message: column.text(),
      status: column.int({ nullable: true }),
      document: column.text(),
      bytes: column.int(),
    },
    references: [{ columns: ['sourceId'], table: 'source' }],
    indexes: {
      source_sample_of_parser: { on: ['sourceId', 'parser', 'takenAt'] },
    },
  }),
];
