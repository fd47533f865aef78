import { Check, Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';

/** Mail to send through the SMTP server of the operator. */
@Entity('outgoing_mail')
@Check('outgoing_mail_check', "(status = 'waiting') = (ended_at is null)")
@Check('outgoing_mail_status_check', "status in ('waiting', 'sent', 'given_up')")
@ForeignKey('AccountEntity', ['accountId'], ['id'], { name: 'outgoing_mail_account_id_fkey' })
@Index('outgoing_mail_due', ['notBefore', 'id'], { where: "status = 'waiting'" })
@Index('outgoing_mail_ended', ['endedAt'], { where: 'ended_at is not null' })
export class OutgoingMailEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  readonly id!: number;

  @Column({ name: 'account_id', type: 'bigint' })
  readonly accountId!: number;

  @Column({ name: 'message_key', type: 'uuid', default: () => 'gen_random_uuid()' })
  readonly messageKey!: string;

  @Column({ type: 'text' })
  readonly recipient!: string;

  @Column({ name: 'reply_to', type: 'text', nullable: true })
  readonly replyTo!: string | null;

  @Column({ type: 'text' })
  readonly subject!: string;

  @Column({ type: 'text' })
  readonly body!: string;

  @Column({ type: 'text', default: 'waiting' })
  readonly status!: string;

  @Column({ type: 'int', default: 0 })
  readonly attempts!: number;

  @Column({ name: 'not_before', type: 'timestamptz', default: () => 'clock_timestamp()' })
  readonly notBefore!: Date;

  @Column({ name: 'lease_token', type: 'uuid', nullable: true })
  readonly leaseToken!: string | null;

  @Column({ name: 'last_error', type: 'text', nullable: true })
  readonly lastError!: string | null;

  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'clock_timestamp()' })
  readonly createdAt!: Date;

  @Column({ name: 'ended_at', type: 'timestamptz', nullable: true })
  readonly endedAt!: Date | null;
}
