import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Number of requests of each key in the last minute. Unlogged: a crash of the server loses one minute of counts. */
@Entity('request_window')
export class RequestWindowEntity {
  @PrimaryColumn({ name: 'key_id', type: 'bigint' })
  readonly keyId!: number;

  @Column({ name: 'newest_quarter', type: 'bigint' })
  readonly newestQuarter!: number;

  @Column({ type: 'int', array: true })
  readonly counts!: readonly number[];
}
