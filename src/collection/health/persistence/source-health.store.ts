import { Injectable } from '@nestjs/common';
import { Database, type PreparedStatement } from '@libs/database';
import { UNREAD_PARTS, type Unread, type UnreadPart } from '@libs/sources';
import { isServed } from '@src/auth';
import { OF_THE_LINK, RESTS_TEXT } from '../../domain/failure';
import { readCounts, weighed, type FieldCount } from '../../domain/field-counts';
import type { ClaimedLink } from '../../persistence/run-lease.store';

/** The outcome of a link that was not visited, because its source rests after refusals. */
export const RESTING = 'resting';

/** Outcomes of the visits of a source in one hour. */
export interface SourceHour {
  readonly sourceId: number;
  readonly hour: Date;
  /** `success`, the code of the failure, or `resting`. */
  readonly outcome: string;
  /** Whether the failure says something about the links alone (`OF_THE_LINK`). */
  readonly isOfLink: boolean;
  readonly visits: number;
  readonly onTime: number;
  readonly newReviews: number;
  readonly lastAt: Date;
}

/** Visits of one account to a source over a period, without those that fail because of their link. */
export interface AccountVisits {
  readonly sourceId: number;
  readonly accountId: number;
  readonly visits: number;
  readonly succeeded: number;
}

/** The share of a field over a period. */
export interface FieldShare extends FieldCount {
  readonly sourceId: number;
  /** The number of passes. */
  readonly links: number;
}

/** How long ago the links of a source were read, by the road of their last collection. */
export interface RoadAges {
  readonly sourceId: number;
  /** Null: no collection of these links has begun. */
  readonly road: string | null;
  readonly links: number;
  /** Links that were never read with success. They have no age. */
  readonly neverRead: number;
  /** Seconds since the last collection that succeeded, of half and of 95 % of the other links at most; null if there are none. */
  readonly p50: number | null;
  readonly p95: number | null;
}

/** The fields that the last pass of a link read. */
export interface LinkFields {
  readonly sourceId: number;
  readonly accountId: number;
  readonly linkId: number;
  /** How long ago the pass ended. */
  readonly ageHours: number;
  readonly counts: readonly FieldCount[];
}

/** How often a part of a source was not read over a period. */
export interface UnreadOfSource {
  readonly sourceId: number;
  readonly part: UnreadPart;
  readonly unread: number;
  /** The number of passes. */
  readonly links: number;
}

const HOUR = `date_trunc('hour', statement_timestamp(), 'UTC')`;
const KEPT = `interval '30 days'`;
const PURGE_BATCH = 5_000;

/** How well each source can be read: outcomes and filled fields per hour. */
@Injectable()
export class SourceHealthStore {
  constructor(private readonly database: Database) {}

  /**
   * The statement that counts a visit that has ended. It was on time if it ended before the link moved up one class, or within a minute
   * of its due time. Send it with the COMMIT, after `resetRefusalsStatement`: all visits of a source lock this row.
   */
  visitStatement(claim: ClaimedLink, outcome: string): PreparedStatement {
    return {
      name: 'count-visit',
      text: `insert into source_hour as h (source_id, hour, outcome, visits, on_time, new_reviews, last_at)
             select $2, ${HOUR}, $3, 1, (r.ended_at <= greatest(r.moves_up_at, r.scheduled_at + interval '1 minute'))::int, r.reviews_new, clock_timestamp()
             -- By the primary key: with both conditions, the planner may read all run links of the account.
             from (select $1::bigint as id) x cross join lateral (select * from run_link where id = x.id offset 0) r
             where r.account_id = $4
             on conflict (source_id, hour, outcome) do update set visits = h.visits + 1, on_time = h.on_time + excluded.on_time,
               new_reviews = h.new_reviews + excluded.new_reviews, last_at = excluded.last_at`,
      values: [claim.runLinkId, claim.sourceId, outcome, claim.accountId],
    };
  }

  /** The statement that counts the fields of a pass. Send it last: all passes of a source lock these rows, in the order of the fields. */
  fieldsStatement(sourceId: number, counts: readonly FieldCount[]): PreparedStatement {
    const weights = counts.map(weighed);
    return {
      name: 'count-fields',
      text: `insert into field_hour as h (source_id, hour, field, reviews, filled, links)
             select $1, ${HOUR}, x.field, x.reviews, x.filled, 1 from unnest($2::text[], $3::int[], $4::int[]) as x(field, reviews, filled)
             order by x.field
             on conflict (source_id, hour, field) do update set reviews = h.reviews + excluded.reviews,
               filled = h.filled + excluded.filled, links = h.links + 1`,
      values: [
        sourceId,
        weights.map(({ field }) => field),
        weights.map(({ reviews }) => reviews),
        weights.map(({ filled }) => filled),
      ],
    };
  }

  /**
   * The statement that counts what a pass could not read. Send it after `fieldsStatement`: passes lock these rows in the order of the
   * parts.
   */
  unreadStatement(sourceId: number, unread: Unread): PreparedStatement {
    const parts = UNREAD_PARTS.filter((part) => (unread[part] ?? 0) > 0);
    return {
      name: 'count-unread',
      text: `insert into unread_hour as h (source_id, hour, part, unread, links)
             select $1, ${HOUR}, x.part, x.unread, 1 from unnest($2::text[], $3::int[]) as x(part, unread)
             order by x.part
             on conflict (source_id, hour, part) do update set unread = h.unread + excluded.unread, links = h.links + 1`,
      values: [sourceId, parts, parts.map((part) => unread[part])],
    };
  }

  /** What was not read in the last `hours` hours, with the current one: of each source the largest count first. */
  async unreadParts(hours: number): Promise<readonly UnreadOfSource[]> {
    return this.database.query<UnreadOfSource>(
      `select source_id as "sourceId", part, sum(unread)::int as unread, sum(links)::int as links
       from unread_hour where hour > ${HOUR} - $1::int * interval '1 hour'
       group by source_id, part order by source_id, sum(unread) desc, part`,
      [hours],
    );
  }

  /** The hours of the last `hours` hours, with the current one; of one source or of all. */
  async hours(hours: number, sourceId: number | null = null): Promise<readonly SourceHour[]> {
    return this.database.query<SourceHour>(
      `select source_id as "sourceId", hour, outcome, outcome = any($3::text[]) as "isOfLink", visits, on_time as "onTime", new_reviews as "newReviews", last_at as "lastAt"
       from source_hour where hour > ${HOUR} - $1::int * interval '1 hour' and ($2::int is null or source_id = $2)
       order by source_id, hour, outcome`,
      [hours, sourceId, [...OF_THE_LINK]],
    );
  }

  /**
   * The visits of the last `hours` hours by account. Visits that say something about their link alone do not count (`OF_THE_LINK`), nor
   * do links that were not visited because their source rests.
   */
  async visitsByAccount(hours: number): Promise<readonly AccountVisits[]> {
    return this.database.query<AccountVisits>(
      `select source_id as "sourceId", account_id as "accountId", count(*)::int as visits,
         (count(*) filter (where outcome = 'success'))::int as succeeded
       from run_link
       where ended_at > statement_timestamp() - $1::int * interval '1 hour' and outcome in ('success', 'failed')
         and not (outcome = 'failed' and (split_part(scrape_error, ':', 1) = any($2::text[]) or starts_with(scrape_error, $3)))
       group by source_id, account_id`,
      [hours, [...OF_THE_LINK], `blocked: ${RESTS_TEXT}`],
    );
  }

  /** When a visit of each source last succeeded, within 30 days. */
  async lastGood(): Promise<ReadonlyMap<number, Date>> {
    const rows = await this.database.query<{ sourceId: number; at: Date }>(
      `select source_id as "sourceId", max(last_at) as at from source_hour where outcome = 'success' group by source_id`,
    );
    return new Map(rows.map(({ sourceId, at }) => [sourceId, at]));
  }

  /** The usual shares: those of the 14 days before the last `recentHours` hours. */
  async usualShares(recentHours: number): Promise<readonly FieldShare[]> {
    return this.database.query<FieldShare>(
      `select source_id as "sourceId", field, sum(reviews)::int as reviews, sum(filled)::int as filled, sum(links)::int as links
       from field_hour where hour >= ${HOUR} - interval '14 days' and hour <= ${HOUR} - $1::int * interval '1 hour'
       group by source_id, field`,
      [recentHours],
    );
  }

  /** The fields that the last pass of each link read, of the passes that ended in the last `hours` hours. */
  async recentPasses(hours: number): Promise<readonly LinkFields[]> {
    const rows = await this.database.query<Omit<LinkFields, 'counts'> & { stored: readonly number[] }>(
      `select distinct on (link_id) source_id as "sourceId", account_id as "accountId", link_id as "linkId", field_counts as stored,
         extract(epoch from statement_timestamp() - ended_at)::float8 / 3600 as "ageHours"
       from run_link where ended_at > statement_timestamp() - $1::int * interval '1 hour' and field_counts is not null
       order by link_id, ended_at desc`,
      [hours],
    );
    return rows.map(({ stored, ...row }) => ({ ...row, counts: readCounts(stored) }));
  }

  /** Of each source, how many accounts have links that are collected, counted to two, and how many links. */
  async activeLinks(): Promise<
    readonly { readonly sourceId: number; readonly accounts: number; readonly links: number }[]
  > {
    return this.database.query(
      `select s.id as "sourceId",
         (select case when min(account_id) is null then 0 when min(account_id) = max(account_id) then 1 else 2 end
          from link_view l where l.source_id = s.id and l.is_active and l.deleted_at is null) as accounts,
         (select count(*)::int from link_view l where l.source_id = s.id and l.is_active and l.deleted_at is null) as links
       from source_view s`,
    );
  }

  /**
   * The ages of the links that are collected: those that are on, of accounts that are served. Without frozen links, which are visited once
   * a week.
   */
  async ages(): Promise<readonly RoadAges[]> {
    const age = 'extract(epoch from statement_timestamp() - c.read_at)';
    return this.database.query<RoadAges>(
      `select c.source_id as "sourceId", c.road, count(*)::int as links, (count(*) - count(c.read_at))::int as "neverRead",
         (percentile_disc(0.5) within group (order by ${age}))::float8 as p50,
         (percentile_disc(0.95) within group (order by ${age}))::float8 as p95
       from link_collection c join link_view l on l.id = c.link_id join tracked_object_view o on o.id = c.object_id
       join account_view a on a.id = c.account_id
       where c.next_run_at is not null and c.frozen_at is null and ${isServed('a')}
         and l.is_active and l.deleted_at is null and o.is_active and o.deleted_at is null
       group by c.source_id, c.road order by c.source_id, c.road nulls last`,
    );
  }

  /** Deletes a batch of hours that are older than 30 days; returns the number of rows. */
  async purge(): Promise<number> {
    const purge = (table: string): Promise<number> =>
      this.database.execute(
        `delete from ${table} where ctid in (select ctid from ${table} where hour < statement_timestamp() - ${KEPT} limit ${PURGE_BATCH})`,
      );
    return (await purge('source_hour')) + (await purge('field_hour')) + (await purge('unread_hour'));
  }
}
