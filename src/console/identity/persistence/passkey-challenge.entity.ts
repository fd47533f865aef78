import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A text that a passkey is asked to sign. */
@Entity('passkey_challenge')
@Check('passkey_challenge_digest_check', 'length(digest) = 32')
@Check('passkey_challenge_purpose_check', "purpose in ('sign_in', 'second_factor', 'enrol', 'proof')")
@Check('passkey_challenge_check', "(purpose = 'sign_in') = (session_id is null)")
@Index('passkey_challenge_expiry', ['expiresAt'])
export class PasskeyChallengeEntity {
  @PrimaryColumn({ type: 'bytea' })
  readonly digest!: Buffer;

  @Column({ type: 'text' })
  readonly purpose!: string;

  @Column({ name: 'session_id', type: 'bigint', nullable: true })
  readonly sessionId!: number | null;

  @Column({ name: 'expires_at', type: 'timestamptz' })
  readonly expiresAt!: Date;
}
