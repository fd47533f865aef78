import { Column, Entity, ForeignKey, PrimaryGeneratedColumn, Unique } from 'typeorm';

/** The consent of a person at a platform. */
@Entity('platform_grant')
@ForeignKey('AccountEntity', ['accountId'], ['id'], { name: 'platform_grant_account_id_fkey' })
@ForeignKey('SourceEntity', ['sourceId'], ['id'], { name: 'platform_grant_source_id_fkey' })
@Unique('platform_grant_account_id_id_key', ['accountId', 'id'])
export class PlatformGrantEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  readonly id!: number;

  @Column({ name: 'account_id', type: 'bigint' })
  readonly accountId!: number;

  @Column({ name: 'source_id', type: 'int' })
  readonly sourceId!: number;

  @Column({ name: 'client_id', type: 'text' })
  readonly clientId!: string;

  @Column({ type: 'bytea' })
  readonly sealed!: Buffer;

  @Column({ name: 'key_id', type: 'text' })
  readonly keyId!: string;

  @Column({ type: 'int', default: 1 })
  readonly generation!: number;

  @Column({ name: 'revoked_at', type: 'timestamptz', nullable: true })
  readonly revokedAt!: Date | null;

  @Column({ type: 'text', nullable: true })
  readonly error!: string | null;

  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'clock_timestamp()' })
  readonly createdAt!: Date;
}
