import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** Responses that a repeated Idempotency-Key returns. Kept for 24 hours. */
@Entity('idempotent_response')
@ForeignKey('AccountEntity', ['accountId'], ['id'], { name: 'idempotent_response_account_id_fkey' })
@Index('idempotent_response_age', ['createdAt'])
export class IdempotentResponseEntity {
  @PrimaryColumn({ name: 'account_id', type: 'bigint' })
  readonly accountId!: number;

  @PrimaryColumn({ type: 'text' })
  readonly key!: string;

  @Column({ type: 'bytea' })
  readonly fingerprint!: Buffer;

  @Column({ type: 'smallint' })
  readonly status!: number;

  @Column({ type: 'bytea' })
  readonly body!: Buffer;

  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'clock_timestamp()' })
  readonly createdAt!: Date;
}
