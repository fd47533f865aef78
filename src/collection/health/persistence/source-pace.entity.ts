import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';

/** The load on each source by all processes together. */
@Entity('source_pace')
@ForeignKey('SourceEntity', ['sourceId'], ['id'], { name: 'source_pace_source_id_fkey' })
export class SourcePaceEntity {
  @PrimaryColumn({ name: 'source_id', type: 'int' })
  readonly sourceId!: number;

  @Column({ name: 'next_request_at', type: 'timestamptz', default: () => "'-infinity'" })
  readonly nextRequestAt!: Date;

  @Column({ name: 'used_on', type: 'date', default: () => "'-infinity'" })
  readonly usedOn!: string;

  @Column({ name: 'requests_used', type: 'int', default: 0 })
  readonly requestsUsed!: number;

  @Column({ name: 'closed_until', type: 'timestamptz', default: () => "'-infinity'" })
  readonly closedUntil!: Date;

  @Column({ name: 'closures_in_a_row', type: 'int', default: 0 })
  readonly closuresInARow!: number;

  @Column({ name: 'blocks_in_a_row', type: 'int', default: 0 })
  readonly blocksInARow!: number;

  @Column({ name: 'refused_pages', type: 'text', array: true, default: () => "'{}'" })
  readonly refusedPages!: readonly string[];

  @Column({ name: 'refused_accounts', type: 'bigint', array: true, default: () => "'{}'" })
  readonly refusedAccounts!: readonly number[];

  @Column({ name: 'probed_at', type: 'timestamptz', default: () => "'-infinity'" })
  readonly probedAt!: Date;

  @Column({ name: 'throttled_accounts', type: 'bigint', array: true, default: () => "'{}'" })
  readonly throttledAccounts!: readonly number[];

  @Column({ name: 'delayed_for_one_at', type: 'timestamptz', default: () => "'-infinity'" })
  readonly delayedForOneAt!: Date;

  @Column({ name: 'paused_at', type: 'timestamptz', nullable: true })
  readonly pausedAt!: Date | null;

  @Column({ name: 'pause_reason', type: 'text', nullable: true })
  readonly pauseReason!: string | null;

  @Column({ name: 'trial_run_id', type: 'bigint', nullable: true })
  readonly trialRunId!: number | null;
}
