import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Counts of reviews by everything that the feed filters on. */
@Entity('link_stat')
export class LinkStatEntity {
  @PrimaryColumn({ name: 'account_id', type: 'bigint' })
  readonly accountId!: number;

  @PrimaryColumn({ name: 'object_id', type: 'bigint' })
  readonly objectId!: number;

  @PrimaryColumn({ name: 'link_id', type: 'bigint' })
  readonly linkId!: number;

  @Column({ name: 'source_id', type: 'int' })
  readonly sourceId!: number;

  @PrimaryColumn({ type: 'smallint' })
  readonly rating!: number;

  @PrimaryColumn({ type: 'smallint' })
  readonly flags!: number;

  @Column({ type: 'bigint' })
  readonly n!: number;
}
