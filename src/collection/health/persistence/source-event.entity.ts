import { Check, Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';

/** What happened to a source. */
@Entity('source_event')
@Check(
  'source_event_kind_check',
  "kind in ('paused', 'resumed', 'tried', 'rests', 'drift', 'drift_over', 'road_ends', 'notifications')",
)
@ForeignKey('SourceEntity', ['sourceId'], ['id'], { name: 'source_event_source_id_fkey' })
@Index('source_event_of_source', { synchronize: false })
@Index('source_event_old', ['at'])
export class SourceEventEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  readonly id!: number;

  @Column({ name: 'source_id', type: 'int' })
  readonly sourceId!: number;

  @Column({ type: 'timestamptz', default: () => 'clock_timestamp()' })
  readonly at!: Date;

  @Column({ type: 'text' })
  readonly kind!: string;

  @Column({ type: 'jsonb' })
  readonly facts!: unknown;
}
