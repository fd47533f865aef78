import { Check, Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';

/** API keys. Only the digest of a key is stored. */
@Entity('api_key')
@Check('api_key_digest_check', 'length(digest) = 32')
@Check('api_key_key_scope_check', "key_scope in ('read_only', 'full', 'master')")
@ForeignKey('AccountEntity', ['accountId'], ['id'], { name: 'api_key_account_id_fkey' })
@Unique('api_key_digest_key', ['digest'])
@Index('api_key_account', ['accountId', 'id'])
export class ApiKeyEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  readonly id!: number;

  @Column({ name: 'account_id', type: 'bigint' })
  readonly accountId!: number;

  @Column({ type: 'bytea' })
  readonly digest!: Buffer;

  @Column({ name: 'key_scope', type: 'text' })
  readonly keyScope!: string;

  @Column({ name: 'display_prefix', type: 'text' })
  readonly displayPrefix!: string;

  @Column({ type: 'text', nullable: true })
  readonly name!: string | null;

  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'clock_timestamp()' })
  readonly createdAt!: Date;

  @Column({ name: 'expires_at', type: 'timestamptz', nullable: true })
  readonly expiresAt!: Date | null;

  @Column({ name: 'revoked_at', type: 'timestamptz', nullable: true })
  readonly revokedAt!: Date | null;

  @Column({ name: 'last_used_at', type: 'timestamptz', nullable: true })
  readonly lastUsedAt!: Date | null;

  @Column({ name: 'last_used_ip', type: 'text', nullable: true })
  readonly lastUsedIp!: string | null;

  @Column({ name: 'created_by', type: 'bigint', nullable: true })
  readonly createdBy!: number | null;
}
