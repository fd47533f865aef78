import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** Changes that add reviews to the copy of a client or remove them although no review changes: an object is activated, deleted, added to a folder or removed from one; a link is removed. Kept for 400 days. */
@Entity('sync_scope_change')
@ForeignKey('AccountEntity', ['accountId'], ['id'], { name: 'sync_scope_change_account_id_fkey', onDelete: 'CASCADE' })
@Index('sync_scope_change_of_object', ['accountId', 'objectId', 'changeSeq'])
export class SyncScopeChangeEntity {
  @PrimaryColumn({ name: 'account_id', type: 'bigint' })
  readonly accountId!: number;

  @PrimaryColumn({ name: 'change_seq', type: 'bigint' })
  readonly changeSeq!: number;

  @Column({ name: 'object_id', type: 'bigint' })
  readonly objectId!: number;

  @Column({ name: 'link_id', type: 'bigint', nullable: true })
  readonly linkId!: number | null;

  @Column({ name: 'folder_ids', type: 'bigint', array: true })
  readonly folderIds!: readonly number[];

  @Column({ name: 'changed_at', type: 'timestamptz' })
  readonly changedAt!: Date;

  @Column({ name: 'has_lost_reviews', type: 'boolean' })
  readonly hasLostReviews!: boolean;
}
