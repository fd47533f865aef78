import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** The requests of each account to each source on a day, and the time until which a `Retry-After` delays the account. */
@Entity('account_pace')
@ForeignKey('AccountEntity', ['accountId'], ['id'], { name: 'account_pace_account_id_fkey', onDelete: 'CASCADE' })
@Index('account_pace_held', ['heldUntil', 'sourceId', 'accountId'], { where: `held_until > '-infinity'` })
export class AccountPaceEntity {
  @PrimaryColumn({ name: 'account_id', type: 'bigint' })
  readonly accountId!: number;

  @PrimaryColumn({ name: 'source_id', type: 'int' })
  readonly sourceId!: number;

  @Column({ name: 'used_on', type: 'date', default: () => "'-infinity'" })
  readonly usedOn!: string;

  @Column({ name: 'requests_used', type: 'int', default: 0 })
  readonly requestsUsed!: number;

  @Column({ name: 'held_until', type: 'timestamptz', default: () => "'-infinity'" })
  readonly heldUntil!: Date;
}
