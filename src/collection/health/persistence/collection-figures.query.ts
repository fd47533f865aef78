import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';

/** Links of a source that are due: not planned yet, or planned and waiting for a worker. */
export interface Lateness {
  readonly sourceId: number;
  readonly due: number;
  /** Seconds since the due time, of half and of 95 % of them at most, and of the latest. */
  readonly p50: number;
  readonly p95: number;
  readonly longest: number;
}

export interface Completeness {
  readonly sourceId: number;
  /** The share of the reviews that platforms state that is stored, 0 to 1, over all links that were read. */
  readonly share: number;
}

/** Due links that are counted for one source. More are as many for an operator, and each is read from an index. */
const MOST_COUNTED = 100_000;

/** What the collection of all accounts looks like. The statements read indexes of links and run links, and no reviews. */
@Injectable()
export class CollectionFiguresQuery {
  constructor(private readonly database: Database) {}

  async lateness(): Promise<readonly Lateness[]> {
    return this.database.query<Lateness>(
      `select x.source_id as "sourceId", count(*)::int as due,
         percentile_disc(0.5) within group (order by x.late) as p50, percentile_disc(0.95) within group (order by x.late) as p95,
         max(x.late) as longest
       from (
         select s.id as source_id, greatest(0, extract(epoch from statement_timestamp() - w.at))::float8 as late
         from source_view s cross join lateral (
           (select c.next_run_at as at from link_collection c
            where c.source_id = s.id and c.next_run_at <= statement_timestamp() order by c.next_run_at limit $1)
           union all
           (select r.scheduled_at from run_link r where r.source_id = s.id and r.state = 'queued' and r.attempts = 0 limit $1)
           union all
           (select r.scheduled_at from run_link r where r.source_id = s.id and r.state = 'queued' and r.attempts > 0 limit $1)
         ) w
       ) x group by x.source_id`,
      [MOST_COUNTED],
    );
  }

  async completeness(): Promise<readonly Completeness[]> {
    return this.database.query<Completeness>(
      `select c.source_id as "sourceId",
         (sum(least(coalesce(t.n, 0), c.platform_review_count))::float8 / sum(c.platform_review_count)) as share
       from link_collection c left join link_total_view t
         on t.account_id = c.account_id and t.object_id = c.object_id and t.link_id = c.link_id
       where c.next_run_at is not null and c.read_at is not null and c.platform_review_count > 0
       group by c.source_id`,
    );
  }
}
