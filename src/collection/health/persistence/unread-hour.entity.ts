import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** What pages of a source show and could not be read in one hour. */
@Entity('unread_hour')
@ForeignKey('SourceEntity', ['sourceId'], ['id'], { name: 'unread_hour_source_id_fkey' })
@Index('unread_hour_old', ['hour'])
export class UnreadHourEntity {
  @PrimaryColumn({ name: 'source_id', type: 'int' })
  readonly sourceId!: number;

  @PrimaryColumn({ type: 'timestamptz' })
  readonly hour!: Date;

  @PrimaryColumn({ type: 'text' })
  readonly part!: string;

  @Column({ type: 'int' })
  readonly unread!: number;

  @Column({ type: 'int' })
  readonly links!: number;
}
