import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';

/** Secrets that sign the deliveries of an account. One is current. */
@Entity('signing_secret')
@ForeignKey('AccountEntity', ['accountId'], ['id'], { name: 'signing_secret_account_id_fkey' })
@Index('signing_secret_current', ['accountId'], { unique: true, where: 'valid_until is null' })
@Index('signing_secret_of_account', { synchronize: false })
export class SigningSecretEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  readonly id!: number;

  @Column({ name: 'account_id', type: 'bigint' })
  readonly accountId!: number;

  @Column({ type: 'bytea' })
  readonly sealed!: Buffer;

  @Column({ name: 'key_id', type: 'text' })
  readonly keyId!: string;

  @Column({ name: 'made_by_rotation', type: 'boolean' })
  readonly madeByRotation!: boolean;

  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'clock_timestamp()' })
  readonly createdAt!: Date;

  @Column({ name: 'valid_until', type: 'timestamptz', nullable: true })
  readonly validUntil!: Date | null;
}
