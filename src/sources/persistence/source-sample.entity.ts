import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';

/** A document of a platform that could not be parsed, with all texts masked. */
@Entity('source_sample')
@ForeignKey('SourceEntity', ['sourceId'], ['id'], { name: 'source_sample_source_id_fkey' })
@Index('source_sample_of_parser', ['sourceId', 'parser', 'takenAt'])
export class SourceSampleEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  readonly id!: number;

  @Column({ name: 'source_id', type: 'int' })
  readonly sourceId!: number;

  @Column({ name: 'taken_at', type: 'timestamptz', default: () => 'clock_timestamp()' })
  readonly takenAt!: Date;

  @Column({ type: 'text' })
  readonly road!: string;

  @Column({ type: 'text', nullable: true })
  readonly address!: string | null;

  @Column({ type: 'text' })
  readonly parser!: string;

  @Column({ type: 'text' })
  readonly message!: string;

  @Column({ type: 'int', nullable: true })
  readonly status!: number | null;

  @Column({ type: 'text' })
  readonly document!: string;

  @Column({ type: 'int' })
  readonly bytes!: number;
}
