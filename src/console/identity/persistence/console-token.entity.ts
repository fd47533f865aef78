import { Check, Column, Entity, ForeignKey, Generated, Index, PrimaryColumn, Unique } from 'typeorm';

/** A link that sets up an account, invites a person, or resets a password. */
@Entity('console_token')
@Check('console_token_digest_check', 'length(digest) = 32')
@Check('console_token_kind_check', "kind in ('setup', 'join', 'reset')")
@Check('console_token_role_check', "role in ('viewer', 'member', 'owner')")
@Check('console_token_check', "(kind = 'reset') = (person_id is not null)")
@Check('console_token_check1', "(kind = 'join') = (account_id is not null)")
@Check('console_token_check2', "(kind = 'join') = (email is not null)")
@Check('console_token_check3', "(kind = 'join') = (role is not null)")
@ForeignKey('PersonEntity', ['personId'], ['id'], { name: 'console_token_person_id_fkey' })
@ForeignKey('AccountEntity', ['accountId'], ['id'], { name: 'console_token_account_id_fkey' })
@ForeignKey('PersonEntity', ['invitedBy'], ['id'], { name: 'console_token_invited_by_fkey', onDelete: 'SET NULL' })
@Unique('console_token_id_key', ['id'])
@Index('console_token_expiry', ['expiresAt'])
@Index('console_token_invitations', ['accountId', 'id'], { where: "kind = 'join'" })
export class ConsoleTokenEntity {
  @PrimaryColumn({ type: 'bytea' })
  readonly digest!: Buffer;

  @Column({ type: 'text' })
  readonly kind!: string;

  @Column({ name: 'person_id', type: 'bigint', nullable: true })
  readonly personId!: number | null;

  @Column({ name: 'account_id', type: 'bigint', nullable: true })
  readonly accountId!: number | null;

  @Column({ type: 'text', nullable: true })
  readonly email!: string | null;

  @Column({ type: 'text', nullable: true })
  readonly role!: string | null;

  @Column({ name: 'created_at', type: 'timestamptz', default: () => 'clock_timestamp()' })
  readonly createdAt!: Date;

  @Column({ name: 'expires_at', type: 'timestamptz' })
  readonly expiresAt!: Date;

  @Column({ name: 'used_at', type: 'timestamptz', nullable: true })
  readonly usedAt!: Date | null;

  @Column({ type: 'bigint' })
  @Generated('increment')
  readonly id!: number;

  @Column({ name: 'invited_by', type: 'bigint', nullable: true })
  readonly invitedBy!: number | null;

  @Column({ name: 'removes_factors', type: 'boolean', default: false })
  readonly removesFactors!: boolean;

  @Column({ name: 'is_requested', type: 'boolean', default: false })
  readonly isRequested!: boolean;
}
