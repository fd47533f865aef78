import { Check, Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';

/** A hotel, a branch or an app that a client tracks. "Object" in version 3 of the API, "group" in version 2. */
@Entity('tracked_object')
@Check('tracked_object_name_check', '(length(name) >= 1) and (length(name) <= 200)')
@ForeignKey('AccountEntity', ['accountId'], ['id'], { name: 'tracked_object_account_id_fkey' })
@Unique('tracked_object_account_id_id_key', ['accountId', 'id'])
@Index('tracked_object_created', ['accountId', 'createdAt'])
@Index('tracked_object_deleted', ['deletedAt'], { where: 'deleted_at is not null' })
@Index('tracked_object_list', { synchronize: false })
export class TrackedObjectEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  readonly id!: number;

  @Column({ name: 'account_id', type: 'bigint' })
  readonly accountId!: number;

  @Column({ type: 'text' })
  readonly name!: string;

  @Column({ name: 'is_active', type: 'boolean', default: true })
  readonly isActive!: boolean;

  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'clock_timestamp()' })
  readonly createdAt!: Date;

  @Column({ name: 'deleted_at', type: 'timestamptz', nullable: true })
  readonly deletedAt!: Date | null;

  @Column({ name: 'pinned_by', type: 'bigint', nullable: true })
  readonly pinnedBy!: number | null;
}
