import { column, NOW, table } from '@libs/database';

/** The tables of this context. */
export const OBJECTS_ENTITIES = [
  /** A hotel, a branch or an app that a client tracks. "Object" in version 3 of the API, "group" in version 2. */
  table('tracked_object', {
    columns: {
      id: column.identity(),
      accountId: column.bigint(),
      name: column.text(),
      isActive: column.boolean({ default: true }),
      createdAt: column.timestamptz({ default: NOW }),
      deletedAt: column.timestamptz({ nullable: true }),
      pinnedBy: column.bigint({ nullable: true }),
    },
    checks: {
      tracked_object_name_check: '(length(name) >= 1) and (length(name) <= 200)',
    },
    references: [{ columns: ['accountId'], table: 'account' }],
    unique: [['accountId', 'id']],
    indexes: {
      tracked_object_created: { on: ['accountId', 'createdAt'] },
      tracked_object_name: { on: ['accountId', 'name'], where: 'deleted_at is null' },
      tracked_object_deleted: { on: ['deletedAt'], where: 'deleted_at is not null' },
    },
    otherIndexes: ['tracked_object_list'],
  }),
];
