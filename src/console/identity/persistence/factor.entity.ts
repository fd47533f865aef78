import { Check, Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';

/** A second factor of a person. */
@Entity('factor')
@Check('factor_kind_check', "kind in ('totp', 'passkey')")
@Check('factor_check', "(kind = 'totp') = (sealed is not null and key_id is not null)")
@Check(
  'factor_check1',
  "(kind = 'passkey') = (credential_id is not null and public_key is not null and counter is not null)",
)
@ForeignKey('PersonEntity', ['personId'], ['id'], { name: 'factor_person_id_fkey' })
@Unique('factor_credential_id_key', ['credentialId'])
@Index('factor_person', ['personId', 'id'])
export class FactorEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  readonly id!: number;

  @Column({ name: 'person_id', type: 'bigint' })
  readonly personId!: number;

  @Column({ type: 'text' })
  readonly kind!: string;

  @Column({ type: 'text' })
  readonly name!: string;

  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'clock_timestamp()' })
  readonly createdAt!: Date;

  @Column({ name: 'confirmed_at', type: 'timestamptz', nullable: true })
  readonly confirmedAt!: Date | null;

  @Column({ name: 'last_used_at', type: 'timestamptz', nullable: true })
  readonly lastUsedAt!: Date | null;

  @Column({ type: 'bytea', nullable: true })
  readonly sealed!: Buffer | null;

  @Column({ name: 'key_id', type: 'text', nullable: true })
  readonly keyId!: string | null;

  @Column({ name: 'last_step', type: 'bigint', nullable: true })
  readonly lastStep!: number | null;

  @Column({ name: 'credential_id', type: 'bytea', nullable: true })
  readonly credentialId!: Buffer | null;

  @Column({ name: 'public_key', type: 'bytea', nullable: true })
  readonly publicKey!: Buffer | null;

  @Column({ type: 'bigint', nullable: true })
  readonly counter!: number | null;

  @Column({ type: 'text', array: true, nullable: true })
  readonly transports!: readonly string[] | null;
}
