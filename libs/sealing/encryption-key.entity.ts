import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** Fingerprints of the encryption keys, never the keys. The newest row is the key in use. */
@Entity('encryption_key')
export class EncryptionKeyEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  readonly id!: number;

  @Column({ type: 'text' })
  readonly fingerprint!: string;

  @Column({ name: 'sealing_since', type: 'timestamptz', default: () => 'clock_timestamp()' })
  readonly sealingSince!: Date;
}
