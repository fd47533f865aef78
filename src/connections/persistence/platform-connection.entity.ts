import { Check, Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';

/** Encrypted credentials for the card of an object on a platform. */
@Entity('platform_connection')
@Check('platform_connection_status_check', "status in ('active', 'revoked')")
@ForeignKey('TrackedObjectEntity', ['accountId', 'objectId'], ['accountId', 'id'], {
  name: 'platform_connection_account_id_object_id_fkey',
  onDelete: 'CASCADE',
})
@ForeignKey('PlatformGrantEntity', ['accountId', 'grantId'], ['accountId', 'id'], {
  name: 'platform_connection_account_id_grant_id_fkey',
})
@ForeignKey('SourceEntity', ['sourceId'], ['id'], { name: 'platform_connection_source_id_fkey' })
@Unique('platform_connection_account_id_object_id_source_id_key', ['accountId', 'objectId', 'sourceId'])
@Index('platform_connection_grant', ['accountId', 'grantId'], { where: 'grant_id is not null' })
export class PlatformConnectionEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  readonly id!: number;

  @Column({ name: 'account_id', type: 'bigint' })
  readonly accountId!: number;

  @Column({ name: 'object_id', type: 'bigint' })
  readonly objectId!: number;

  @Column({ name: 'source_id', type: 'int' })
  readonly sourceId!: number;

  @Column({ type: 'bytea' })
  readonly sealed!: Buffer;

  @Column({ name: 'key_id', type: 'text' })
  readonly keyId!: string;

  @Column({ type: 'text' })
  readonly card!: string;

  @Column({ name: 'card_name', type: 'text', nullable: true })
  readonly cardName!: string | null;

  @Column({ type: 'text', default: 'active' })
  readonly status!: string;

  @Column({ type: 'int', default: 1 })
  readonly generation!: number;

  @Column({ name: 'checked_at', type: 'timestamptz', default: () => 'clock_timestamp()' })
  readonly checkedAt!: Date;

  @Column({ name: 'grant_id', type: 'bigint', nullable: true })
  readonly grantId!: number | null;

  @Column({ name: 'revoked_at', type: 'timestamptz', nullable: true })
  readonly revokedAt!: Date | null;

  @Column({ type: 'text', nullable: true })
  readonly error!: string | null;

  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'clock_timestamp()' })
  readonly createdAt!: Date;
}
