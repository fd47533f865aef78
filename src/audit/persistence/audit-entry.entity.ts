import { Check, Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/** One audited change. Rows are inserted, never updated, and deleted when they are old. */
@Entity('audit_entry')
@Check('audit_entry_actor_check', "actor in ('key', 'person', 'cli', 'service')")
@Check('audit_entry_address_check', 'length(address) <= 64')
@Check('audit_entry_check', "(actor = 'key') = (key_id is not null)")
@Check('audit_entry_check1', "(actor = 'person') = (person_id is not null)")
@Index('audit_entry_at', ['at', 'id'])
@Index('audit_entry_of_account', ['accountId', 'at', 'id'])
@Index('audit_entry_of_account_action', ['accountId', 'action', 'at', 'id'])
@Index('audit_entry_of_action', ['action', 'at', 'id'])
export class AuditEntryEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  readonly id!: number;

  @Column({ type: 'timestamptz', default: () => 'clock_timestamp()' })
  readonly at!: Date;

  @Column({ name: 'account_id', type: 'bigint', nullable: true })
  readonly accountId!: number | null;

  @Column({ type: 'text' })
  readonly actor!: string;

  @Column({ name: 'actor_account_id', type: 'bigint', nullable: true })
  readonly actorAccountId!: number | null;

  @Column({ name: 'key_id', type: 'bigint', nullable: true })
  readonly keyId!: number | null;

  @Column({ name: 'person_id', type: 'bigint', nullable: true })
  readonly personId!: number | null;

  @Column({ type: 'text', nullable: true })
  readonly address!: string | null;

  @Column({ type: 'text' })
  readonly action!: string;

  @Column({ name: 'target_type', type: 'text' })
  readonly targetType!: string;

  @Column({ name: 'target_id', type: 'bigint', nullable: true })
  readonly targetId!: number | null;

  @Column({ type: 'jsonb', nullable: true })
  readonly before!: unknown;

  @Column({ type: 'jsonb', nullable: true })
  readonly after!: unknown;
}
