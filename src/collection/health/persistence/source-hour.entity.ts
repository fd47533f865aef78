import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** Outcomes of the visits of a source in one hour. */
@Entity('source_hour')
@ForeignKey('SourceEntity', ['sourceId'], ['id'], { name: 'source_hour_source_id_fkey' })
@Index('source_hour_old', ['hour'])
export class SourceHourEntity {
  @PrimaryColumn({ name: 'source_id', type: 'int' })
  readonly sourceId!: number;

  @PrimaryColumn({ type: 'timestamptz' })
  readonly hour!: Date;

  @PrimaryColumn({ type: 'text' })
  readonly outcome!: string;

  @Column({ type: 'int' })
  readonly visits!: number;

  @Column({ name: 'on_time', type: 'int' })
  readonly onTime!: number;

  @Column({ name: 'new_reviews', type: 'int' })
  readonly newReviews!: number;

  @Column({ name: 'last_at', type: 'timestamptz' })
  readonly lastAt!: Date;
}
