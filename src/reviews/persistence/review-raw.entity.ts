import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The record of each review as the platform sent it, without personal data. */
@Entity('review_raw')
export class ReviewRawEntity {
  @PrimaryColumn({ name: 'account_id', type: 'bigint' })
  readonly accountId!: number;

  @PrimaryColumn({ name: 'review_id', type: 'bigint' })
  readonly reviewId!: number;

  @Column({ type: 'json' })
  readonly raw!: unknown;
}
