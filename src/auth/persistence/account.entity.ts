import { Check, Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/** The tenant. Everything but sources belongs to exactly one account. */
@Entity('account')
@Check('account_status_check', "status in ('active', 'suspended')")
@Check('account_kind_check', "kind in ('customer', 'operator', 'demo')")
@Index('account_of_first_start', ['kind'], { unique: true, where: "kind <> 'customer'" })
@Index('account_closed', ['closedAt'], { where: 'closed_at is not null' })
export class AccountEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  readonly id!: number;

  @Column({ type: 'text' })
  readonly name!: string;

  @Column({ type: 'text', nullable: true })
  readonly email!: string | null;

  @Column({ type: 'text' })
  readonly plan!: string;

  @Column({ type: 'text', default: 'active' })
  readonly status!: string;

  @Column({ name: 'suspended_reason', type: 'text', nullable: true })
  readonly suspendedReason!: string | null;

  @Column({ name: 'trial_ends_at', type: 'timestamptz', nullable: true })
  readonly trialEndsAt!: Date | null;

  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'clock_timestamp()' })
  readonly createdAt!: Date;

  @Column({ name: 'closed_at', type: 'timestamptz', nullable: true })
  readonly closedAt!: Date | null;

  @Column({ name: 'trial_noticed', type: 'timestamptz', nullable: true })
  readonly trialNoticed!: Date | null;

  @Column({ type: 'text', default: 'customer' })
  readonly kind!: string;
}
