import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** Schedule and state of the collection of a link; one row per link. */
@Entity('link_collection')
@Check('link_collection_first_road_check', '(first_road is null) = (first_road_until is null)')
@Check('link_collection_read_by_check', "read_by in ('public', 'owner', 'both')")
@Check('link_collection_scrape_status_check', "scrape_status in ('pending', 'in_progress', 'success', 'failed')")
@ForeignKey('LinkEntity', ['accountId', 'linkId'], ['accountId', 'id'], {
  name: 'link_collection_account_id_link_id_fkey',
  onDelete: 'CASCADE',
})
@Index('link_collection_due', ['nextRunAt', 'linkId'], { where: 'next_run_at is not null' })
@Index('link_collection_due_at_source', ['sourceId', 'nextRunAt', 'linkId'], { where: 'next_run_at is not null' })
@Index('link_collection_due_of_account', ['accountId', 'nextRunAt', 'linkId'], { where: 'next_run_at is not null' })
@Index('link_collection_frozen', ['sourceId'], { where: 'frozen_at is not null' })
@Index('link_collection_first_of_account', ['accountId', 'nextRunAt', 'linkId'], {
  where: 'next_run_at is not null and never_scraped',
})
export class LinkCollectionEntity {
  @PrimaryColumn({ name: 'link_id', type: 'bigint' })
  readonly linkId!: number;

  @Column({ name: 'account_id', type: 'bigint' })
  readonly accountId!: number;

  @Column({ name: 'object_id', type: 'bigint' })
  readonly objectId!: number;

  @Column({ name: 'source_id', type: 'int' })
  readonly sourceId!: number;

  @Column({ name: 'next_run_at', type: 'timestamptz', nullable: true })
  readonly nextRunAt!: Date | null;

  @Column({ name: 'scrape_status', type: 'text', default: 'pending' })
  readonly scrapeStatus!: string;

  @Column({ name: 'scrape_error', type: 'text', nullable: true })
  readonly scrapeError!: string | null;

  @Column({ type: 'text', nullable: true })
  readonly warning!: string | null;

  @Column({ name: 'last_scraped_at', type: 'timestamptz', nullable: true })
  readonly lastScrapedAt!: Date | null;

  @Column({ name: 'last_scraped_review_date', type: 'timestamp', precision: 0, nullable: true })
  readonly lastScrapedReviewDate!: string | null;

  @Column({ name: 'frozen_at', type: 'timestamptz', nullable: true })
  readonly frozenAt!: Date | null;

  @Column({ name: 'lasting_failures', type: 'int', default: 0 })
  readonly lastingFailures!: number;

  @Column({ name: 'full_pass_at', type: 'timestamptz', nullable: true })
  readonly fullPassAt!: Date | null;

  @Column({ name: 'full_pass_newest', type: 'timestamp', precision: 0, nullable: true })
  readonly fullPassNewest!: string | null;

  @Column({ name: 'full_due_at', type: 'timestamptz', nullable: true })
  readonly fullDueAt!: Date | null;

  @Column({ name: 'known_change', type: 'bigint', nullable: true })
  readonly knownChange!: number | null;

  @Column({ name: 'count_disputes', type: 'int', default: 0 })
  readonly countDisputes!: number;

  @Column({ name: 'disputed_newest', type: 'timestamp', precision: 0, nullable: true })
  readonly disputedNewest!: string | null;

  @Column({ name: 'shows_window', type: 'boolean', default: false })
  readonly showsWindow!: boolean;

  @Column({ name: 'stop_reason', type: 'text', nullable: true })
  readonly stopReason!: string | null;

  @Column({ name: 'platform_review_count', type: 'int', nullable: true })
  readonly platformReviewCount!: number | null;

  @Column({ name: 'platform_rating', type: 'smallint', nullable: true })
  readonly platformRating!: number | null;

  @Column({ name: 'platform_rating_original', type: 'text', nullable: true })
  readonly platformRatingOriginal!: string | null;

  @Column({ name: 'platform_as_of', type: 'timestamptz', nullable: true })
  readonly platformAsOf!: Date | null;

  @Column({ name: 'seen_floors', type: 'timestamp', array: true, default: () => "'{}'" })
  readonly seenFloors!: readonly string[];

  @Column({ name: 'seen_ats', type: 'timestamptz', array: true, default: () => "'{}'" })
  readonly seenAts!: readonly Date[];

  @Column({ name: 'never_scraped', type: 'boolean', generatedType: 'STORED', asExpression: 'last_scraped_at is null' })
  readonly neverScraped!: boolean;

  @Column({ type: 'int', default: 0 })
  readonly failures!: number;

  @Column({ type: 'text', nullable: true })
  readonly road!: string | null;

  @Column({ name: 'read_by', type: 'text', nullable: true })
  readonly readBy!: string | null;

  @Column({ name: 'keeps_roads', type: 'boolean', default: false })
  readonly keepsRoads!: boolean;

  @Column({ name: 'first_road', type: 'text', nullable: true })
  readonly firstRoad!: string | null;

  @Column({ name: 'first_road_until', type: 'bigint', nullable: true })
  readonly firstRoadUntil!: number | null;

  @Column({ name: 'failing_since', type: 'timestamptz', nullable: true })
  readonly failingSince!: Date | null;

  @Column({ name: 'read_at', type: 'timestamptz', nullable: true })
  readonly readAt!: Date | null;

  @Column({ type: 'jsonb', nullable: true })
  readonly unread!: Readonly<Record<string, number>> | null;
}
