import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Counts of reviews by month of review_date. Deleted reviews are not counted. */
@Entity('link_month')
export class LinkMonthEntity {
  @PrimaryColumn({ name: 'account_id', type: 'bigint' })
  readonly accountId!: number;

  @PrimaryColumn({ name: 'object_id', type: 'bigint' })
  readonly objectId!: number;

  @PrimaryColumn({ type: 'date' })
  readonly month!: string;

  @PrimaryColumn({ name: 'link_id', type: 'bigint' })
  readonly linkId!: number;

  @Column({ name: 'source_id', type: 'int' })
  readonly sourceId!: number;

  @PrimaryColumn({ type: 'smallint' })
  readonly rating!: number;

  @Column({ type: 'bigint' })
  readonly n!: number;

  @Column({ name: 'n_text', type: 'bigint' })
  readonly nText!: number;

  @Column({ name: 'n_images', type: 'bigint' })
  readonly nImages!: number;

  @Column({ name: 'n_reply', type: 'bigint' })
  readonly nReply!: number;

  @Column({ name: 'n_feed', type: 'bigint' })
  readonly nFeed!: number;
}
