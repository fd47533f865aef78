import { Column, Entity, PrimaryColumn, Unique } from 'typeorm';

/** The platforms whose reviews are collected. */
@Entity('source')
@Unique('source_slug_key', ['slug'])
export class SourceEntity {
  @PrimaryColumn({ type: 'int' })
  readonly id!: number;

  @Column({ type: 'text' })
  readonly slug!: string;

  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'clock_timestamp()' })
  readonly createdAt!: Date;
}
