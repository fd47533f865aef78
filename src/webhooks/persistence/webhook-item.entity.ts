import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** Which reviews a webhook has received, so that it receives each once. */
@Entity('webhook_item')
@Index('webhook_item_of_bucket', ['bucketId', 'reviewId'], { where: 'bucket_id is not null' })
@Index('webhook_item_passing', ['createdAt'], { where: 'occurrence <> 0' })
export class WebhookItemEntity {
  @PrimaryColumn({ name: 'webhook_id', type: 'bigint' })
  readonly webhookId!: number;

  @PrimaryColumn({ name: 'event_type', type: 'text' })
  readonly eventType!: string;

  @PrimaryColumn({ name: 'review_id', type: 'bigint' })
  readonly reviewId!: number;

  @PrimaryColumn({ type: 'bigint' })
  readonly occurrence!: number;

  @Column({ name: 'account_id', type: 'bigint' })
  readonly accountId!: number;

  @Column({ name: 'bucket_id', type: 'bigint', nullable: true })
  readonly bucketId!: number | null;

  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'statement_timestamp()' })
  readonly createdAt!: Date;
}
