import { Check, Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';

/** The part of one link in a run. */
@Entity('run_link')
@Check('run_link_check', "(state = 'ended') = (outcome is not null)")
@Check('run_link_outcome_check', "outcome in ('success', 'failed', 'dropped')")
@Check('run_link_state_check', "state in ('queued', 'running', 'ended')")
@ForeignKey('RunEntity', ['runId'], ['id'], { name: 'run_link_run_id_fkey', onDelete: 'CASCADE' })
@Unique('run_link_link_id_scheduled_at_key', ['linkId', 'scheduledAt'])
@Index('run_link_companions', ['visitOf'], { where: "visit_of is not null and (state = 'running')" })
@Index('run_link_ended', { synchronize: false })
@Index('run_link_ended_at', ['endedAt'], { where: 'ended_at is not null' })
@Index('run_link_leased', ['leaseUntil'], { where: "state = 'running'" })
@Index('run_link_of_object', { synchronize: false })
@Index('run_link_of_run', ['runId'])
@Index('run_link_one_open', ['linkId'], { unique: true, where: 'outcome is null' })
@Index('run_link_tried', ['sourceId', 'accountId', 'priority', 'notBefore', 'id'], {
  where: "state = 'queued' and (attempts > 0)",
})
@Index('run_link_waiting', ['sourceId', 'accountId', 'priority', 'movesUpAt', 'id'], {
  where: "state = 'queued' and attempts = 0",
})
export class RunLinkEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  readonly id!: number;

  @Column({ name: 'run_id', type: 'bigint' })
  readonly runId!: number;

  @Column({ name: 'account_id', type: 'bigint' })
  readonly accountId!: number;

  @Column({ name: 'object_id', type: 'bigint' })
  readonly objectId!: number;

  @Column({ name: 'link_id', type: 'bigint' })
  readonly linkId!: number;

  @Column({ name: 'source_id', type: 'int' })
  readonly sourceId!: number;

  @Column({ name: 'scheduled_at', type: 'timestamptz' })
  readonly scheduledAt!: Date;

  @Column({ name: 'wants_full', type: 'boolean' })
  readonly wantsFull!: boolean;

  @Column({ type: 'smallint' })
  readonly priority!: number;

  @Column({
    name: 'moves_up_at',
    type: 'timestamptz',
    nullable: true,
    default: () => "(clock_timestamp() + '00:36:00')",
  })
  readonly movesUpAt!: Date | null;

  @Column({ type: 'text', default: 'queued' })
  readonly state!: string;

  @Column({ name: 'not_before', type: 'timestamptz', default: () => 'clock_timestamp()' })
  readonly notBefore!: Date;

  @Column({ type: 'int', default: 0 })
  readonly attempts!: number;

  @Column({ name: 'lease_token', type: 'uuid', nullable: true })
  readonly leaseToken!: string | null;

  @Column({ name: 'lease_until', type: 'timestamptz', nullable: true })
  readonly leaseUntil!: Date | null;

  @Column({ name: 'started_at', type: 'timestamptz', nullable: true })
  readonly startedAt!: Date | null;

  @Column({ name: 'ended_at', type: 'timestamptz', nullable: true })
  readonly endedAt!: Date | null;

  @Column({ type: 'text', nullable: true })
  readonly outcome!: string | null;

  @Column({ name: 'scrape_error', type: 'text', nullable: true })
  readonly scrapeError!: string | null;

  @Column({ name: 'stop_reason', type: 'text', nullable: true })
  readonly stopReason!: string | null;

  @Column({ type: 'int', default: 0 })
  readonly pages!: number;

  @Column({ name: 'reviews_read', type: 'int', default: 0 })
  readonly reviewsRead!: number;

  @Column({ name: 'reviews_new', type: 'int', default: 0 })
  readonly reviewsNew!: number;

  @Column({ name: 'reviews_changed', type: 'int', default: 0 })
  readonly reviewsChanged!: number;

  @Column({ name: 'reviews_deleted', type: 'int', default: 0 })
  readonly reviewsDeleted!: number;

  @Column({ name: 'visit_of', type: 'bigint', nullable: true })
  readonly visitOf!: number | null;

  @Column({ name: 'field_counts', type: 'int', array: true, nullable: true })
  readonly fieldCounts!: readonly number[] | null;
}
