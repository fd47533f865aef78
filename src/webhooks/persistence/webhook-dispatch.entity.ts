import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** Delivery state of each webhook that has had a delivery, and the lease on it. */
@Entity('webhook_dispatch')
@Check('webhook_dispatch_leased', '(lease_token is null) = (lease_until is null)')
@Check('webhook_dispatch_slots', 'slots >= 0 and (lease_token is not null or slots = 0)')
@Index('webhook_dispatch_due', ['nextDueAt'], { where: 'next_due_at is not null' })
@Index('webhook_dispatch_held', ['accountId'], { where: 'lease_token is not null' })
export class WebhookDispatchEntity {
  @PrimaryColumn({ name: 'webhook_id', type: 'bigint' })
  readonly webhookId!: number;

  @Column({ name: 'account_id', type: 'bigint' })
  readonly accountId!: number;

  @Column({ name: 'next_due_at', type: 'timestamptz', nullable: true })
  readonly nextDueAt!: Date | null;

  @Column({ name: 'last_served_at', type: 'timestamptz', default: () => "'-infinity'" })
  readonly lastServedAt!: Date;

  @Column({ name: 'timed_out', type: 'boolean', default: false })
  readonly timedOut!: boolean;

  @Column({ name: 'lease_token', type: 'uuid', nullable: true })
  readonly leaseToken!: string | null;

  @Column({ name: 'lease_until', type: 'timestamptz', nullable: true })
  readonly leaseUntil!: Date | null;

  @Column({ type: 'int', default: 0 })
  readonly slots!: number;
}
