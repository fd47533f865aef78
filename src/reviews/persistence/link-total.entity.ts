import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Counts of reviews, one row per link. */
@Entity('link_total')
export class LinkTotalEntity {
  @PrimaryColumn({ name: 'account_id', type: 'bigint' })
  readonly accountId!: number;

  @PrimaryColumn({ name: 'object_id', type: 'bigint' })
  readonly objectId!: number;

  @PrimaryColumn({ name: 'link_id', type: 'bigint' })
  readonly linkId!: number;

  @Column({ name: 'source_id', type: 'int' })
  readonly sourceId!: number;

  @Column({ type: 'bigint' })
  readonly n!: number;

  @Column({ name: 'n_shown', type: 'bigint' })
  readonly nShown!: number;

  @Column({ name: 'n_feed', type: 'bigint' })
  readonly nFeed!: number;
}
