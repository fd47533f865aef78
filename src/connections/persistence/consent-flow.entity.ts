import { Check, Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';

/** An attempt to connect a platform by its sign-in. */
@Entity('consent_flow')
@Check('consent_flow_state_check', "state in ('waiting', 'refused', 'failed', 'reading', 'ready')")
@ForeignKey('AccountEntity', ['accountId'], ['id'], { name: 'consent_flow_account_id_fkey' })
@ForeignKey('SourceEntity', ['sourceId'], ['id'], { name: 'consent_flow_source_id_fkey' })
@Unique('consent_flow_account_id_id_key', ['accountId', 'id'])
@Unique('consent_flow_state_digest_key', ['stateDigest'])
@Index('consent_flow_due', ['dueAt'], { where: 'due_at is not null' })
@Index('consent_flow_created', ['createdAt'])
export class ConsentFlowEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  readonly id!: number;

  @Column({ name: 'account_id', type: 'bigint' })
  readonly accountId!: number;

  @Column({ name: 'source_id', type: 'int' })
  readonly sourceId!: number;

  @Column({ name: 'person_id', type: 'bigint' })
  readonly personId!: number;

  @Column({ name: 'session_id', type: 'bigint' })
  readonly sessionId!: number;

  @Column({ type: 'text', nullable: true })
  readonly address!: string | null;

  @Column({ name: 'state_digest', type: 'bytea' })
  readonly stateDigest!: Buffer;

  @Column({ name: 'client_id', type: 'text' })
  readonly clientId!: string;

  @Column({ name: 'redirect_uri', type: 'text' })
  readonly redirectUri!: string;

  @Column({ type: 'bytea', nullable: true })
  readonly sealed!: Buffer | null;

  @Column({ name: 'key_id', type: 'text', nullable: true })
  readonly keyId!: string | null;

  @Column({ type: 'text', default: 'waiting' })
  readonly state!: string;

  @Column({ type: 'text', nullable: true })
  readonly reason!: string | null;

  @Column({ type: 'text', nullable: true })
  readonly detail!: string | null;

  @Column({ name: 'grant_id', type: 'bigint', nullable: true })
  readonly grantId!: number | null;

  @Column({ name: 'read_cards', type: 'int', default: 0 })
  readonly readCards!: number;

  @Column({ name: 'is_complete', type: 'boolean', default: false })
  readonly isComplete!: boolean;

  @Column({ type: 'int', default: 0 })
  readonly healed!: number;

  @Column({ name: 'due_at', type: 'timestamptz', nullable: true })
  readonly dueAt!: Date | null;

  @Column({ name: 'lease_token', type: 'uuid', nullable: true })
  readonly leaseToken!: string | null;

  @Column({ type: 'int', default: 0 })
  readonly attempts!: number;

  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'clock_timestamp()' })
  readonly createdAt!: Date;

  @Column({ name: 'expires_at', type: 'timestamptz', default: () => "(clock_timestamp() + '00:10:00'::interval)" })
  readonly expiresAt!: Date;
}
