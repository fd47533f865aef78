import { Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** The objects of each folder. An object may be in several folders. */
@Entity('folder_object')
@ForeignKey('FolderEntity', ['accountId', 'folderId'], ['accountId', 'id'], {
  name: 'folder_object_account_id_folder_id_fkey',
  onDelete: 'CASCADE',
})
@ForeignKey('TrackedObjectEntity', ['accountId', 'objectId'], ['accountId', 'id'], {
  name: 'folder_object_account_id_object_id_fkey',
  onDelete: 'CASCADE',
})
@Index('folder_object_of_object', ['accountId', 'objectId'])
export class FolderObjectEntity {
  @PrimaryColumn({ name: 'account_id', type: 'bigint' })
  readonly accountId!: number;

  @PrimaryColumn({ name: 'folder_id', type: 'bigint' })
  readonly folderId!: number;

  @PrimaryColumn({ name: 'object_id', type: 'bigint' })
  readonly objectId!: number;
}
