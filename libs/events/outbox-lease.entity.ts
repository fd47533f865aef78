import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** Which worker relays the events of an account. Unlogged: a crash of the server ends all sessions that held a lease. */
@Entity('outbox_lease')
@Check('outbox_lease_check', '(token is null) = (lease_until is null)')
export class OutboxLeaseEntity {
  @PrimaryColumn({ name: 'account_id', type: 'bigint' })
  readonly accountId!: number;

  @Column({ type: 'uuid', nullable: true })
  readonly token!: string | null;

  @Column({ name: 'lease_until', type: 'timestamptz', nullable: true })
  readonly leaseUntil!: Date | null;
}
