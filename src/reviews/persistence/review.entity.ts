import { Check, Column, Entity, Index, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';

/** Reviews as last collected, with curation. */
@Entity('review')
@Check('review_check', '(pin_position is null) = (pinned_at is null)')
@Check('review_check1', 'pin_position is null or hidden_at is null')
@Check('review_rating_check', 'rating >= 100 and rating <= 500')
@Index('review_by_change', { synchronize: false })
@Index('review_by_date', { synchronize: false })
@Index('review_by_rating', { synchronize: false })
@Index('review_by_reply', { synchronize: false })
@Index('review_by_update', { synchronize: false })
@Index('review_external', ['accountId', 'linkId', 'externalId'], { unique: true })
@Index('review_hidden', { synchronize: false })
@Index('review_missed', ['accountId', 'linkId', 'missedAt'], { where: 'missed_at is not null and deleted_at is null' })
@Index('review_of_link', { synchronize: false })
@Index('review_pinned', ['accountId', 'objectId', 'pinPosition'], { where: 'pin_position is not null' })
@Index('review_search', { synchronize: false })
@Index('review_unanswered', ['accountId', 'objectId', 'reviewDate'], {
  where: 'rating < 300 and reply_text is null and deleted_at is null',
})
export class ReviewEntity {
  @PrimaryColumn({ name: 'account_id', type: 'bigint' })
  readonly accountId!: number;

  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  readonly id!: number;

  @Column({ name: 'object_id', type: 'bigint' })
  readonly objectId!: number;

  @Column({ name: 'link_id', type: 'bigint' })
  readonly linkId!: number;

  @Column({ name: 'change_seq', type: 'bigint' })
  readonly changeSeq!: number;

  @Column({ name: 'review_date', type: 'timestamp', precision: 0, nullable: true })
  readonly reviewDate!: string | null;

  @Column({ name: 'reply_date', type: 'timestamp', precision: 0, nullable: true })
  readonly replyDate!: string | null;

  @Column({ name: 'first_seen_at', type: 'timestamptz' })
  readonly firstSeenAt!: Date;

  @Column({ name: 'updated_at', type: 'timestamptz' })
  readonly updatedAt!: Date;

  @Column({ name: 'seen_at', type: 'timestamptz' })
  readonly seenAt!: Date;

  @Column({ name: 'missed_at', type: 'timestamptz', nullable: true })
  readonly missedAt!: Date | null;

  @Column({ name: 'deleted_at', type: 'timestamptz', nullable: true })
  readonly deletedAt!: Date | null;

  @Column({ name: 'hidden_at', type: 'timestamptz', nullable: true })
  readonly hiddenAt!: Date | null;

  @Column({ name: 'pinned_at', type: 'timestamptz', nullable: true })
  readonly pinnedAt!: Date | null;

  @Column({ name: 'own_reply_at', type: 'timestamptz', nullable: true })
  readonly ownReplyAt!: Date | null;

  @Column({ name: 'source_id', type: 'int' })
  readonly sourceId!: number;

  @Column({ type: 'smallint', nullable: true })
  readonly rating!: number | null;

  @Column({ name: 'pin_position', type: 'smallint', nullable: true })
  readonly pinPosition!: number | null;

  @Column({ name: 'date_precision', type: 'smallint' })
  readonly datePrecision!: number;

  @Column({ name: 'is_native', type: 'boolean' })
  readonly isNative!: boolean;

  @Column({
    type: 'smallint',
    generatedType: 'STORED',
    asExpression:
      '((((( case when text is not null then 1 else 0 end + case when images is not null then 2 else 0 end) + case when videos is not null then 4 else 0 end) + case when reply_text is not null then 8 else 0 end) + case when deleted_at is not null then 16 else 0 end) + case when hidden_at is not null then 32 else 0 end) + case when pin_position is not null then 64 else 0 end',
  })
  readonly flags!: number;

  @Column({ name: 'content_hash', type: 'bytea' })
  readonly contentHash!: Buffer;

  @Column({ name: 'external_id', type: 'text' })
  readonly externalId!: string;

  @Column({ name: 'rating_original', type: 'text', nullable: true })
  readonly ratingOriginal!: string | null;

  @Column({ type: 'text', nullable: true })
  readonly author!: string | null;

  @Column({ name: 'review_url', type: 'text', nullable: true })
  readonly reviewUrl!: string | null;

  @Column({ type: 'text', nullable: true })
  readonly text!: string | null;

  @Column({ type: 'text', nullable: true })
  readonly positive!: string | null;

  @Column({ type: 'text', nullable: true })
  readonly negative!: string | null;

  @Column({ name: 'reply_text', type: 'text', nullable: true })
  readonly replyText!: string | null;

  @Column({ type: 'json', nullable: true })
  readonly images!: unknown;

  @Column({ type: 'json', nullable: true })
  readonly videos!: unknown;
}
