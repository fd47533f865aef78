import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** Deliveries to webhooks, with their last attempt. */
@Entity('webhook_delivery')
@Check('webhook_delivery_check', "(state = 'pending') = (next_attempt_at is not null)")
@Check('webhook_delivery_check1', "(state = 'pending') = (settled_at is null)")
@Check('webhook_delivery_state_check', "state in ('pending', 'success', 'failed', 'dead_letter')")
@Index('webhook_delivery_due', ['accountId', 'webhookId', 'nextAttemptAt', 'id'], { where: "state = 'pending'" })
@Index('webhook_delivery_list', { synchronize: false })
@Index('webhook_delivery_once', ['webhookId', 'eventType', 'runId'], { unique: true, where: 'run_id is not null' })
@Index('webhook_delivery_settled', ['settledAt'], { where: 'settled_at is not null' })
export class WebhookDeliveryEntity {
  @PrimaryColumn({ type: 'bigint' })
  readonly id!: number;

  @Column({ name: 'account_id', type: 'bigint' })
  readonly accountId!: number;

  @Column({ name: 'webhook_id', type: 'bigint' })
  readonly webhookId!: number;

  @Column({ name: 'run_id', type: 'bigint', nullable: true })
  readonly runId!: number | null;

  @Column({ name: 'event_id', type: 'bigint' })
  readonly eventId!: number;

  @Column({ name: 'next_attempt_at', type: 'timestamptz', nullable: true })
  readonly nextAttemptAt!: Date | null;

  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'clock_timestamp()' })
  readonly createdAt!: Date;

  @Column({ name: 'settled_at', type: 'timestamptz', nullable: true })
  readonly settledAt!: Date | null;

  @Column({ name: 'last_attempt_at', type: 'timestamptz', nullable: true })
  readonly lastAttemptAt!: Date | null;

  @Column({ type: 'int', default: 0 })
  readonly attempts!: number;

  @Column({ type: 'int', default: 0 })
  readonly tries!: number;

  @Column({ name: 'last_status_code', type: 'int', nullable: true })
  readonly lastStatusCode!: number | null;

  @Column({ name: 'last_duration_ms', type: 'int', nullable: true })
  readonly lastDurationMs!: number | null;

  @Column({ type: 'text', default: 'pending' })
  readonly state!: string;

  @Column({ name: 'event_type', type: 'text' })
  readonly eventType!: string;

  @Column({ name: 'last_error', type: 'text', nullable: true })
  readonly lastError!: string | null;

  @Column({ type: 'bytea' })
  readonly body!: Buffer;

  @Column({ name: 'review_count', type: 'int', nullable: true })
  readonly reviewCount!: number | null;

  @Column({ name: 'object_ids', type: 'bigint', array: true, nullable: true })
  readonly objectIds!: readonly number[] | null;
}
