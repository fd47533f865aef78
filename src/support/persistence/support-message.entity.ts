import { Check, Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';

/** Messages of clients to the operator. */
@Entity('support_message')
@Check('support_message_check', '(key_id is null) <> (person_id is null)')
@ForeignKey('AccountEntity', ['accountId'], ['id'], { name: 'support_message_account_id_fkey' })
@ForeignKey('ApiKeyEntity', ['keyId'], ['id'], { name: 'support_message_key_id_fkey' })
@Index('support_message_account', ['accountId', 'createdAt'])
@Index('support_message_open', ['id'], { where: 'done_at is null' })
export class SupportMessageEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  readonly id!: number;

  @Column({ name: 'account_id', type: 'bigint' })
  readonly accountId!: number;

  @Column({ name: 'key_id', type: 'bigint', nullable: true })
  readonly keyId!: number | null;

  @Column({ name: 'person_id', type: 'bigint', nullable: true })
  readonly personId!: number | null;

  @Column({ type: 'text', nullable: true })
  readonly subject!: string | null;

  @Column({ type: 'text' })
  readonly message!: string;

  @Column({ type: 'text', nullable: true })
  readonly contact!: string | null;

  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'clock_timestamp()' })
  readonly createdAt!: Date;

  @Column({ name: 'done_at', type: 'timestamptz', nullable: true })
  readonly doneAt!: Date | null;
}
