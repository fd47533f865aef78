import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';

/** Attempts of deliveries before the last attempt, which is in `webhook_delivery`. */
@Entity('webhook_past_attempt')
@ForeignKey('WebhookDeliveryEntity', ['deliveryId'], ['id'], {
  name: 'webhook_past_attempt_delivery_id_fkey',
  onDelete: 'CASCADE',
})
export class WebhookPastAttemptEntity {
  @PrimaryColumn({ name: 'delivery_id', type: 'bigint' })
  readonly deliveryId!: number;

  @PrimaryColumn({ type: 'int' })
  readonly number!: number;

  @Column({ name: 'account_id', type: 'bigint' })
  readonly accountId!: number;

  @Column({ name: 'started_at', type: 'timestamptz' })
  readonly startedAt!: Date;

  @Column({ name: 'duration_ms', type: 'int' })
  readonly durationMs!: number;

  @Column({ name: 'status_code', type: 'int', nullable: true })
  readonly statusCode!: number | null;

  @Column({ type: 'text', nullable: true })
  readonly error!: string | null;
}
