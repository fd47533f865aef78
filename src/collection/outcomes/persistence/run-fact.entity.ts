import { Check, Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';

/** The facts of a run. The transaction that ends the run writes its events from them. */
@Entity('run_fact')
@Check('run_fact_fact_check', "fact in ('appeared', 'replied', 'changed', 'deleted', 'restored')")
@ForeignKey('RunEntity', ['runId'], ['id'], { name: 'run_fact_run_id_fkey', onDelete: 'CASCADE' })
@Index('run_fact_of_run', ['runId'])
export class RunFactEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  readonly id!: number;

  @Column({ name: 'run_id', type: 'bigint' })
  readonly runId!: number;

  @Column({ name: 'object_id', type: 'bigint' })
  readonly objectId!: number;

  @Column({ type: 'text' })
  readonly fact!: string;

  @Column({ name: 'review_ids', type: 'bigint', array: true })
  readonly reviewIds!: readonly number[];
}
