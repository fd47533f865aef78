import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Fingerprints of the keys of each running process. The table is logged: the processes survive a crash of PostgreSQL, so their rows must survive it too. */
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
