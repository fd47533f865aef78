import { Check, Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/** Requests to send the failed deliveries of a period again. */
@Entity('webhook_recovery')
@Check('webhook_recovery_state_check', "state in ('running', 'finished', 'stopped')")
@Check('webhook_recovery_ended', "(state = 'running') = (ended_at is null)")
@Index('webhook_recovery_running', ['accountId', 'webhookId'], { unique: true, where: "state = 'running'" })
@Index('webhook_recovery_due', ['nextAt'], { where: "state = 'running'" })
@Index('webhook_recovery_list', ['accountId', 'webhookId', 'id'])
@Index('webhook_recovery_ended_at', ['endedAt'], { where: 'ended_at is not null' })
export class WebhookRecoveryEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  readonly id!: number;

  @Column({ name: 'account_id', type: 'bigint' })
  readonly accountId!: number;

  @Column({ name: 'webhook_id', type: 'bigint' })
  readonly webhookId!: number;

  @Column({ type: 'timestamptz' })
  readonly since!: Date;

  @Column({ type: 'timestamptz' })
  readonly until!: Date;

  @Column({ type: 'text', array: true })
  readonly statuses!: readonly string[];

  @Column({ type: 'int' })
  readonly matched!: number;

  @Column({ type: 'int', default: 0 })
  readonly done!: number;

  @Column({ type: 'text', default: 'running' })
  readonly state!: string;

  @Column({ name: 'after_at', type: 'timestamptz', default: () => "'-infinity'" })
  readonly afterAt!: Date;

  @Column({ name: 'after_id', type: 'bigint', default: () => '0' })
  readonly afterId!: number;

  @Column({ name: 'next_at', type: 'timestamptz', default: () => 'clock_timestamp()' })
  readonly nextAt!: Date;

  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'clock_timestamp()' })
  readonly createdAt!: Date;

  @Column({ name: 'ended_at', type: 'timestamptz', nullable: true })
  readonly endedAt!: Date | null;
}
