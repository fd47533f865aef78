import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** A process of the service that runs, or ran until recently. */
@Entity('running_process')
@Check('running_process_role_check', "role in ('all', 'api', 'worker')")
export class RunningProcessEntity {
  @PrimaryColumn({ type: 'uuid' })
  readonly id!: string;

  @Column({ type: 'text' })
  readonly role!: string;

  @Column({ type: 'text' })
  readonly version!: string;

  @Column({ name: 'started_at', type: 'timestamptz', default: () => 'clock_timestamp()' })
  readonly startedAt!: Date;

  @Column({ name: 'seen_at', type: 'timestamptz', default: () => 'clock_timestamp()' })
  readonly seenAt!: Date;

  @Column({ type: 'jsonb' })
  readonly work!: unknown;
}
