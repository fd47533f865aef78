import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** The order in which accounts are served at each source. */
@Entity('account_queue')
@ForeignKey('AccountEntity', ['accountId'], ['id'], { name: 'account_queue_account_id_fkey', onDelete: 'CASCADE' })
@Index('account_queue_turn', ['accountId', 'lastServedAt'])
@Index('account_queue_next', ['sourceId', 'lastServedAt', 'accountId'], { where: 'next_claim_at is not null' })
export class AccountQueueEntity {
  @PrimaryColumn({ name: 'account_id', type: 'bigint' })
  readonly accountId!: number;

  @PrimaryColumn({ name: 'source_id', type: 'int' })
  readonly sourceId!: number;

  @Column({ name: 'last_served_at', type: 'timestamptz', default: () => "'-infinity'" })
  readonly lastServedAt!: Date;

  @Column({ name: 'next_claim_at', type: 'timestamptz', nullable: true })
  readonly nextClaimAt!: Date | null;
}
