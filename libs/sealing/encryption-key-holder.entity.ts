import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Fingerprints of the keys that each running process holds. Logged, because processes outlive a crash of the server. */
@Entity('encryption_key_holder')
export class EncryptionKeyHolderEntity {
  @PrimaryColumn({ type: 'uuid' })
  readonly process!: string;

  @Column({ type: 'text', array: true })
  readonly fingerprints!: readonly string[];

  @Column({ type: 'int', default: 0 })
  readonly missed!: number;

  @Column({ name: 'checked_at', type: 'timestamptz', default: () => 'clock_timestamp()' })
  readonly checkedAt!: Date;
}
