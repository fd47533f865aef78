import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import type { Coverage } from '@src/reviews';

/** The name of an object, and how many reviews of its covered links are collected. */
export interface ObjectFacts {
  readonly objectId: number;
  readonly name: string;
  /** The number of reviews that the platforms state for the covered links, or show if that is more; null if none states it. */
  readonly platformCount: number | null;
  /** Collected reviews of the links whose platform states a number, at most that number for each link. */
  readonly collectedCount: number;
}

@Injectable()
export class ObjectFactsQuery {
  constructor(private readonly database: Database) {}

  /** The facts of the given objects, which belong to the account of the coverage. */
  async of({ accountId, links }: Coverage, objectIds: readonly number[]): Promise<ReadonlyMap<number, ObjectFacts>> {
    if (objectIds.length === 0) return new Map();
    const wanted = new Set(objectIds);
    const linkIds = links.filter((link) => wanted.has(link.objectId)).map((link) => link.id);
    const rows = await this.database.query<ObjectFacts>(
      `select o.id as "objectId", o.name, c.stated as "platformCount", coalesce(c.collected, 0) as "collectedCount"
       from tracked_object_view o
       left join (
         select l.object_id, sum(shown.n)::bigint as stated, sum(least(coalesce(t.n, 0), shown.n))::bigint as collected
         from link_collection_view l
         left join link_total_view t on t.account_id = l.account_id and t.object_id = l.object_id and t.link_id = l.link_id
         -- Reviews that could not be read are missing, whatever the platform states.
         cross join lateral (select greatest(l.platform_review_count, coalesce(t.n, 0) + (l.unread->>'review')::int) as n) shown
         where l.account_id = $1 and l.link_id = any($3::bigint[]) and l.platform_review_count is not null
         group by l.object_id
       ) c on c.object_id = o.id
       where o.account_id = $1 and o.id = any($2::bigint[])`,
      [accountId, objectIds, linkIds],
    );
    return new Map(rows.map((row) => [row.objectId, row]));
  }
}
