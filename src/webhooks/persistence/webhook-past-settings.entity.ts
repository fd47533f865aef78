import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** Earlier settings of webhooks, written by a trigger. The settings at the time of an event decide its delivery. */
@Entity('webhook_past_settings')
@Index('webhook_past_settings_old', ['validUntil'])
export class WebhookPastSettingsEntity {
  @PrimaryColumn({ name: 'webhook_id', type: 'bigint' })
  readonly webhookId!: number;

  @PrimaryColumn({ name: 'valid_until', type: 'timestamptz' })
  readonly validUntil!: Date;

  @Column({ name: 'account_id', type: 'bigint' })
  readonly accountId!: number;

  @Column({ name: 'object_ids', type: 'bigint', array: true, nullable: true })
  readonly objectIds!: readonly number[] | null;

  @Column({ name: 'event_types', type: 'text', array: true })
  readonly eventTypes!: readonly string[];

  @Column({ name: 'bucket_window', type: 'text' })
  readonly bucketWindow!: string;

  @Column({ type: 'jsonb' })
  readonly filters!: unknown;

  @Column({ name: 'is_active', type: 'boolean' })
  readonly isActive!: boolean;
}
