import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';

/** An alarm that reviews of a source lack a field. */
@Entity('source_alarm')
@ForeignKey('SourceEntity', ['sourceId'], ['id'], { name: 'source_alarm_source_id_fkey' })
@Index('source_alarm_open', ['sourceId', 'field'], { unique: true, where: 'recovered_at is null' })
@Index('source_alarm_raised', { synchronize: false })
export class SourceAlarmEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  readonly id!: number;

  @Column({ name: 'source_id', type: 'int' })
  readonly sourceId!: number;

  @Column({ type: 'text' })
  readonly field!: string;

  @Column({ name: 'raised_at', type: 'timestamptz', default: () => 'clock_timestamp()' })
  readonly raisedAt!: Date;

  @Column({ name: 'recovered_at', type: 'timestamptz', nullable: true })
  readonly recoveredAt!: Date | null;

  @Column({ type: 'double precision' })
  readonly usual!: number;

  @Column({ type: 'double precision' })
  readonly share!: number;

  @Column({ name: 'alarm_below', type: 'double precision' })
  readonly alarmBelow!: number;

  @Column({ type: 'int' })
  readonly reviews!: number;

  @Column({ type: 'int' })
  readonly links!: number;

  @Column({ type: 'int' })
  readonly accounts!: number;
}
