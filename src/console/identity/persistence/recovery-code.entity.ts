import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** A code that replaces a second factor once. */
@Entity('recovery_code')
@Check('recovery_code_digest_check', 'length(digest) = 32')
@ForeignKey('PersonEntity', ['personId'], ['id'], { name: 'recovery_code_person_id_fkey' })
@Index('recovery_code_person', ['personId'])
export class RecoveryCodeEntity {
  @PrimaryColumn({ type: 'bytea' })
  readonly digest!: Buffer;

  @Column({ name: 'person_id', type: 'bigint' })
  readonly personId!: number;

  @Column({ name: 'used_at', type: 'timestamptz', nullable: true })
  readonly usedAt!: Date | null;
}
