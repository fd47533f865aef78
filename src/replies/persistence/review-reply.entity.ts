import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** Replies of clients, one per review, and their known state on the platform. */
@Entity('review_reply')
@Check('review_reply_check', "(state = 'failed') = (error is not null)")
@Check('review_reply_check1', '(held_text is null) = (held_at is null)')
@Check('review_reply_check2', 'held_at is not null or confirmed_at is null')
@Check('review_reply_check3', '(in_doubt_since is not null) = in_doubt')
@Check('review_reply_check4', "state <> 'published' or held_text is not null")
@Check(
  'review_reply_error_check',
  "error in ('text_rejected', 'access_revoked', 'review_gone', 'platform_unavailable', 'platform_error')",
)
@Check('review_reply_state_check', "state in ('pending', 'publishing', 'published', 'failed', 'deleted')")
@Check('review_reply_action_check', "action in ('publish', 'remove')")
@ForeignKey('LinkEntity', ['accountId', 'linkId'], ['accountId', 'id'], {
  name: 'review_reply_account_id_link_id_fkey',
  onDelete: 'CASCADE',
})
@Index('review_reply_due', ['dueAt'], { where: 'due_at is not null' })
@Index('review_reply_failed', ['accountId', 'objectId'], { where: "state = 'failed'" })
@Index('review_reply_held', ['heldAt'], { where: 'held_at is not null' })
@Index('review_reply_of_link', ['accountId', 'linkId'])
@Index('review_reply_of_state', ['accountId', 'state', 'reviewId'])
@Index('review_reply_of_object', ['accountId', 'objectId', 'reviewId'])
@Index('review_reply_of_source', ['accountId', 'sourceId'])
@Index('review_reply_key', ['reviewKey'])
export class ReviewReplyEntity {
  @PrimaryColumn({ name: 'account_id', type: 'bigint' })
  readonly accountId!: number;

  @PrimaryColumn({ name: 'review_id', type: 'bigint' })
  readonly reviewId!: number;

  @Column({ name: 'object_id', type: 'bigint' })
  readonly objectId!: number;

  @Column({ name: 'link_id', type: 'bigint' })
  readonly linkId!: number;

  @Column({ name: 'source_id', type: 'int' })
  readonly sourceId!: number;

  @Column({ name: 'review_key', type: 'bytea' })
  readonly reviewKey!: Buffer;

  @Column({ type: 'text' })
  readonly state!: string;

  @Column({ type: 'text' })
  readonly action!: string;

  @Column({ type: 'text' })
  readonly text!: string;

  @Column({ name: 'held_text', type: 'text', nullable: true })
  readonly heldText!: string | null;

  @Column({ name: 'held_at', type: 'timestamptz', nullable: true })
  readonly heldAt!: Date | null;

  @Column({ name: 'confirmed_at', type: 'timestamptz', nullable: true })
  readonly confirmedAt!: Date | null;

  @Column({ name: 'in_doubt', type: 'boolean', default: false })
  readonly inDoubt!: boolean;

  @Column({ name: 'in_doubt_since', type: 'timestamptz', nullable: true })
  readonly inDoubtSince!: Date | null;

  @Column({ name: 'was_accepted', type: 'boolean', default: false })
  readonly wasAccepted!: boolean;

  @Column({ type: 'smallint', default: () => '0' })
  readonly attempts!: number;

  @Column({ type: 'smallint', default: () => '0' })
  readonly reads!: number;

  @Column({ name: 'is_repair', type: 'boolean', default: false })
  readonly isRepair!: boolean;

  @Column({ type: 'smallint', default: () => '0' })
  readonly repairs!: number;

  @Column({ name: 'due_at', type: 'timestamptz', nullable: true })
  readonly dueAt!: Date | null;

  @Column({ name: 'lease_token', type: 'uuid', nullable: true })
  readonly leaseToken!: string | null;

  @Column({ name: 'accepted_at', type: 'timestamptz', default: () => 'clock_timestamp()' })
  readonly acceptedAt!: Date;

  @Column({ name: 'accepted_by', type: 'bigint', nullable: true })
  readonly acceptedBy!: number | null;

  @Column({ type: 'text', nullable: true })
  readonly error!: string | null;

  @Column({ name: 'error_detail', type: 'text', nullable: true })
  readonly errorDetail!: string | null;

  @Column({ name: 'sent_texts', type: 'text', array: true, default: () => "'{}'" })
  readonly sentTexts!: readonly string[];
}
