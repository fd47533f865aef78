import { Check, Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';

/** Folders of an account, at most two levels deep. */
@Entity('folder')
@Check('folder_name_check', '(length(name) >= 1) and (length(name) <= 200)')
@ForeignKey('AccountEntity', ['accountId'], ['id'], { name: 'folder_account_id_fkey' })
@ForeignKey('FolderEntity', ['accountId', 'parentFolderId', 'parentIsRoot'], ['accountId', 'id', 'isRoot'], {
  name: 'folder_account_id_parent_folder_id_parent_is_root_fkey',
})
@Unique('folder_account_id_id_is_root_key', ['accountId', 'id', 'isRoot'])
@Unique('folder_account_id_id_key', ['accountId', 'id'])
@Index('folder_children', ['accountId', 'parentFolderId'])
export class FolderEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  readonly id!: number;

  @Column({ name: 'account_id', type: 'bigint' })
  readonly accountId!: number;

  @Column({ name: 'parent_folder_id', type: 'bigint', nullable: true })
  readonly parentFolderId!: number | null;

  @Column({ type: 'text' })
  readonly name!: string;

  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'clock_timestamp()' })
  readonly createdAt!: Date;

  @Column({ name: 'is_root', type: 'boolean', generatedType: 'STORED', asExpression: 'parent_folder_id is null' })
  readonly isRoot!: boolean;

  @Column({
    name: 'parent_is_root',
    type: 'boolean',
    nullable: true,
    generatedType: 'STORED',
    asExpression: ' case when parent_folder_id is not null then true else NULL::boolean end',
  })
  readonly parentIsRoot!: boolean | null;
}
