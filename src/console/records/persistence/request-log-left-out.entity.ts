import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Requests of each account and hour that are not in the request log. */
@Entity('request_log_left_out')
export class RequestLogLeftOutEntity {
  @PrimaryColumn({ name: 'account_id', type: 'bigint' })
  readonly accountId!: number;

  @PrimaryColumn({ type: 'timestamptz' })
  readonly hour!: Date;

  @Column({ name: 'first_at', type: 'timestamptz' })
  readonly firstAt!: Date;

  @Column({ name: 'last_at', type: 'timestamptz' })
  readonly lastAt!: Date;

  @Column({ name: 'one_in', type: 'int' })
  readonly oneIn!: number;

  @Column({ type: 'bigint' })
  readonly successes!: number;

  @Column({ type: 'bigint' })
  readonly refusals!: number;
}
