import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';

/** Events, written in the transaction of their cause. Relayed events are kept for 30 days. */
@Entity('outbox')
@ForeignKey('AccountEntity', ['accountId'], ['id'], { name: 'outbox_account_id_fkey' })
@Index('outbox_relayed', ['relayedAt'], { where: 'relayed_at is not null' })
@Index('outbox_waiting_of_account', ['accountId', 'event', 'notBefore', 'id'], { where: 'relayed_at is null' })
export class OutboxEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  readonly id!: number;

  @Column({ name: 'account_id', type: 'bigint' })
  readonly accountId!: number;

  @Column({ type: 'text' })
  readonly event!: string;

  @Column({ type: 'jsonb' })
  readonly payload!: unknown;

  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'clock_timestamp()' })
  readonly createdAt!: Date;

  @Column({ name: 'relayed_at', type: 'timestamptz', nullable: true })
  readonly relayedAt!: Date | null;

  @Column({ type: 'int', default: 0 })
  readonly attempts!: number;

  @Column({ name: 'not_before', type: 'timestamptz', default: () => "'-infinity'" })
  readonly notBefore!: Date;
}
