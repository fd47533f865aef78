import { column, NOW, table } from '@libs/database';

/** The tables of this context. */
export const EMBEDS_ENTITIES = [
  /** Public tokens with which web pages show reviews. */
  table('review_embed', {
    columns: {
      accountId: column.bigint({ primary: true }),
      id: column.identity(),
      objectId: column.bigint({ nullable: true }),
      folderId: column.bigint({ nullable: true }),
      createdAt: column.timestamptz({ default: NOW }),
      updatedAt: column.timestamptz({ default: NOW }),
      token: column.text(),
      options: column.jsonb(),
    },
    checks: { review_embed_scope: 'num_nonnulls(object_id, folder_id) = 1' },
    references: [
      { columns: ['accountId'], table: 'account' },
      { columns: ['accountId', 'objectId'], table: 'tracked_object', to: ['accountId', 'id'], onDelete: 'CASCADE' },
      { columns: ['accountId', 'folderId'], table: 'folder', to: ['accountId', 'id'], onDelete: 'CASCADE' },
    ],
    indexes: {
      review_embed_token: { on: ['token'], unique: true },
      review_embed_of_object: { on: ['accountId', 'objectId'], where: 'object_id is not null' },
      review_embed_of_folder: { on: ['accountId', 'folderId'], where: 'folder_id is not null' },
    },
  }),
];
