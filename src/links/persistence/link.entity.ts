import { Check, Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';

/** The page of an object on one platform. */
@Entity('link')
@Check('link_link_name_check', '(length(link_name) >= 1) and (length(link_name) <= 200)')
@Check('link_url_check', 'length(url) <= 2048')
@ForeignKey('TrackedObjectEntity', ['accountId', 'objectId'], ['accountId', 'id'], {
  name: 'link_account_id_object_id_fkey',
})
@ForeignKey('SourceEntity', ['sourceId'], ['id'], { name: 'link_source_id_fkey' })
@Unique('link_account_id_id_key', ['accountId', 'id'])
@Index('link_deleted', ['deletedAt'], { where: 'deleted_at is not null' })
@Index('link_of_object', ['accountId', 'objectId', 'id'])
@Index('link_of_source', ['sourceId', 'accountId'], { where: 'is_active and deleted_at is null' })
@Index('link_of_page', ['sourceId', 'url'], { where: 'is_active and deleted_at is null' })
@Index('link_one_per_source', ['objectId', 'sourceId'], { unique: true, where: 'deleted_at is null' })
export class LinkEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  readonly id!: number;

  @Column({ name: 'account_id', type: 'bigint' })
  readonly accountId!: number;

  @Column({ name: 'object_id', type: 'bigint' })
  readonly objectId!: number;

  @Column({ name: 'source_id', type: 'int' })
  readonly sourceId!: number;

  @Column({ type: 'text' })
  readonly url!: string;

  @Column({ name: 'link_name', type: 'text', nullable: true })
  readonly linkName!: string | null;

  @Column({ name: 'scraped_object_name', type: 'text', nullable: true })
  readonly scrapedObjectName!: string | null;

  @Column({ name: 'is_active', type: 'boolean', default: true })
  readonly isActive!: boolean;

  @Column({ name: 'is_public', type: 'boolean', default: true })
  readonly isPublic!: boolean;

  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'clock_timestamp()' })
  readonly createdAt!: Date;

  @Column({ name: 'deleted_at', type: 'timestamptz', nullable: true })
  readonly deletedAt!: Date | null;
}
