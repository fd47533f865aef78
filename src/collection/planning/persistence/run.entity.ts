import { Check, Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';

/** One collection of some links of one account. Ended runs are kept for 90 days. */
@Entity('run')
@Check('run_cause_check', "cause in ('first', 'scheduled', 'manual')")
@ForeignKey('AccountEntity', ['accountId'], ['id'], { name: 'run_account_id_fkey' })
@Index('run_by_time', { synchronize: false })
@Index('run_finished', ['finishedAt'], { where: 'finished_at is not null' })
@Index('run_open', { synchronize: false })
export class RunEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  readonly id!: number;

  @Column({ name: 'account_id', type: 'bigint' })
  readonly accountId!: number;

  @Column({ type: 'text' })
  readonly cause!: string;

  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'clock_timestamp()' })
  readonly createdAt!: Date;

  @Column({ name: 'finished_at', type: 'timestamptz', nullable: true })
  readonly finishedAt!: Date | null;
}
