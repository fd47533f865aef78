import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** Which roads have read a review, and under which id; only for links that were read by more than one road. */
@Entity('review_road')
@ForeignKey('LinkEntity', ['accountId', 'linkId'], ['accountId', 'id'], {
  name: 'review_road_account_id_link_id_fkey',
  onDelete: 'CASCADE',
})
@Index('review_road_of_review', ['accountId', 'linkId', 'reviewExternalId', 'road'])
export class ReviewRoadEntity {
  @PrimaryColumn({ name: 'account_id', type: 'bigint' })
  readonly accountId!: number;

  @PrimaryColumn({ name: 'link_id', type: 'bigint' })
  readonly linkId!: number;

  @PrimaryColumn({ type: 'text' })
  readonly road!: string;

  @PrimaryColumn({ name: 'external_id', type: 'text' })
  readonly externalId!: string;

  @Column({ name: 'review_external_id', type: 'text' })
  readonly reviewExternalId!: string;
}
