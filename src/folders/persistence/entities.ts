import { column, NOW, table } from '@libs/database';

/** Folders of an account, at most two levels deep. */
export const FOLDER = table('folder', {
  columns: {
    id: column.identity(),
    accountId: column.bigint(),
    parentFolderId: column.bigint({ nullable: true }),
    name: column.text(),
    createdAt: column.timestamptz({ default: NOW }),
    isRoot: column.boolean({ generatedType: 'STORED', asExpression: 'parent_folder_id is null' }),
    parentIsRoot: column.boolean({
      nullable: true,
      generatedType: 'STORED',
      asExpression: ' case when parent_folder_id is not null then true else NULL::boolean end',
    }),
  },
  checks: {
    folder_name_check: '(length(name) >= 1) and (length(name) <= 200)',
  },
  references: [
    { columns: ['accountId'], table: 'account' },
    { columns: ['accountId', 'parentFolderId', 'parentIsRoot'], table: 'folder', to: ['accountId', 'id', 'isRoot'] },
  ],
  unique: [
    ['accountId', 'id', 'isRoot'],
    ['accountId', 'id'],
  ],
  indexes: {
    folder_children: { on: ['accountId', 'parentFolderId'] },
  },
});

/** The tables of this context. */
export const FOLDERS_ENTITIES = [
  FOLDER,
  /** The objects of each folder. An object may be in several folders. */
  table('folder_object', {
    columns: {
      accountId: column.bigint({ primary: true }),
      folderId: column.bigint({ primary: true }),
      objectId: column.bigint({ primary: true }),
    },
    references: [
      { columns: ['accountId', 'folderId'], table: 'folder', to: ['accountId', 'id'], onDelete: 'CASCADE' },
      { columns: ['accountId', 'objectId'], table: 'tracked_object', to: ['accountId', 'id'], onDelete: 'CASCADE' },
    ],
    indexes: {
      folder_object_of_object: { on: ['accountId', 'objectId'] },
    },
  }),
];
