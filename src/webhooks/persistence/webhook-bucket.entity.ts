import { Column, Entity, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';

/** Batches of webhooks that are delivered once a day. */
@Entity('webhook_bucket')
@Unique('webhook_bucket_webhook_id_event_type_flush_at_key', ['webhookId', 'eventType', 'flushAt'])
@Index('webhook_bucket_due', ['notBefore', 'id'])
export class WebhookBucketEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  readonly id!: number;

  @Column({ name: 'account_id', type: 'bigint' })
  readonly accountId!: number;

  @Column({ name: 'webhook_id', type: 'bigint' })
  readonly webhookId!: number;

  @Column({ name: 'event_type', type: 'text' })
  readonly eventType!: string;

  @Column({ name: 'flush_at', type: 'timestamptz' })
  readonly flushAt!: Date;

  @Column({ name: 'not_before', type: 'timestamptz' })
  readonly notBefore!: Date;

  @Column({ name: 'finished_at', type: 'timestamptz', nullable: true })
  readonly finishedAt!: Date | null;
}
