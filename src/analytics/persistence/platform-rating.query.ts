import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import type { Coverage } from '@src/reviews';

/** The figures that a platform publishes for a link, and the number of stored reviews. */
export interface PlatformRating {
  readonly linkId: number;
  readonly objectId: number;
  readonly sourceId: number;
  readonly sourceSlug: string;
  /** Hundredths of a star; null if the platform publishes no rating. */
  readonly rating: number | null;
  readonly ratingOriginal: string | null;
  readonly reviewCount: number | null;
  readonly collectedCount: number;
  /** When the figures were last read from the platform; null: never. */
  readonly asOf: Date | null;
}

@Injectable()
export class PlatformRatingQuery {
  constructor(private readonly database: Database) {}

  /** Ordered by object and link. Like the `collected_count` of a link, `collectedCount` excludes reviews that the platform has deleted. */
  of({ accountId, links }: Coverage): Promise<readonly PlatformRating[]> {
    return this.database.query<PlatformRating>(
      `select l.id as "linkId", l.object_id as "objectId", l.source_id as "sourceId", s.slug as "sourceSlug",
         c.platform_rating as rating, c.platform_rating_original as "ratingOriginal",
         c.platform_review_count as "reviewCount", coalesce(t.n, 0) as "collectedCount", c.platform_as_of as "asOf"
       from link_view l
       join source_view s on s.id = l.source_id
       left join link_collection_view c on c.link_id = l.id
       left join link_total_view t on t.account_id = l.account_id and t.object_id = l.object_id and t.link_id = l.id
       where l.account_id = $1 and l.id = any($2::bigint[])
       order by l.object_id, l.id`,
      [accountId, links.map((link) => link.id)],
    );
  }
}
