import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** How many of the reviews that were read from a source in one hour had a field. */
@Entity('field_hour')
@ForeignKey('SourceEntity', ['sourceId'], ['id'], { name: 'field_hour_source_id_fkey' })
@Index('field_hour_old', ['hour'])
export class FieldHourEntity {
  @PrimaryColumn({ name: 'source_id', type: 'int' })
  readonly sourceId!: number;

  @PrimaryColumn({ type: 'timestamptz' })
  readonly hour!: Date;

  @PrimaryColumn({ type: 'text' })
  readonly field!: string;

  @Column({ type: 'int' })
  readonly reviews!: number;

  @Column({ type: 'int' })
  readonly filled!: number;

  @Column({ type: 'int' })
  readonly links!: number;
}
