import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The product's table of reviews as an entity without relations, the cheapest form in TypeORM. */
@Entity('review')
export class ReviewEntity {
  @PrimaryColumn({ type: 'bigint', name: 'account_id' })
  accountId!: string;

  @PrimaryColumn({ type: 'bigint' })
  id!: string;

  @Column({ type: 'bigint', name: 'object_id' })
  objectId!: string;

  @Column({ type: 'bigint', name: 'link_id' })
  linkId!: string;

  @Column({ type: 'int', name: 'source_id' })
  sourceId!: number;

  @Column({ type: 'text', name: 'external_id' })
  externalId!: string;

  @Column({ type: 'text', nullable: true })
  author!: string | null;

  @Column({ type: 'text', nullable: true })
  text!: string | null;

  @Column({ type: 'timestamp', name: 'review_date', nullable: true })
  reviewDate!: Date | null;

  @Column({ type: 'text', name: 'rating_original', nullable: true })
  ratingOriginal!: string | null;

  @Column({ type: 'smallint', nullable: true })
  rating!: number | null;

  @Column({ type: 'text', name: 'review_url', nullable: true })
  reviewUrl!: string | null;

  @Column({ type: 'text', name: 'reply_text', nullable: true })
  replyText!: string | null;

  @Column({ type: 'timestamp', name: 'reply_date', nullable: true })
  replyDate!: Date | null;

  @Column({ type: 'json', nullable: true })
  images!: object[] | null;

  @Column({ type: 'json', nullable: true })
  videos!: object[] | null;

  @Column({ type: 'timestamptz', name: 'deleted_at', nullable: true })
  deletedAt!: Date | null;

  @Column({ type: 'timestamptz', name: 'hidden_at', nullable: true })
  hiddenAt!: Date | null;

  @Column({ type: 'smallint', name: 'pin_position', nullable: true })
  pinPosition!: number | null;

  @Column({ type: 'timestamptz', name: 'seen_at' })
  seenAt!: Date;

  @Column({ type: 'timestamptz', name: 'updated_at' })
  updatedAt!: Date;
}
