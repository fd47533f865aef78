import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import { isLive, languageFilter, linkCondition, visibleRows } from '../../persistence/review-rows.sql';
import { SqlValues } from '../../persistence/sql-values';
import { datedParts, type CountPart } from '../domain/count-plan';
import type { CountedRange, CountedScope } from '../domain/counted';
import { readCovered } from './covered-reading';
import {
  choiceOfRows,
  datedBetween,
  hasReplyAndIsLive,
  inRange,
  isEveryRating,
  ratingBetween,
  trialConditions,
  unindexedDates,
  type ChosenRows,
} from './counted-rows.sql';

/** The newest dates of the counted reviews and their replies, as calendar dates; null if there is none. */
export interface NewestDates {
  readonly reply: string | null;
  readonly reviewBySource: ReadonlyMap<number, string>;
}

/**
 * The sources with counted reviews, and whether any of these reviews has a reply. Other sources are not queried, because a search
 * without a match scans its whole index range.
 */
export interface CountedSources {
  readonly sourceIds: ReadonlySet<number>;
  readonly hasReplies: boolean;
}

interface SourceRow {
  readonly source_id: number;
  readonly reviewed: string | null;
}

/**
 * Reads the date of the newest review of each source, and of the newest reply. Counters do not contain dates: after the deletion of
 * the newest review, a counter would need the date of the second newest. Each date is read from one index entry, and only if the
 * counts include at least one review.
 */
@Injectable()
export class NewestDatesQuery {
  constructor(private readonly database: Database) {}

  async among(scope: CountedScope, range: CountedRange, counted: CountedSources): Promise<NewestDates> {
    if (range.from > range.to) return { reply: null, reviewBySource: new Map() };
    if (scope.visiblePerLink !== null) return this.ofTrial(scope, scope.visiblePerLink, range);
    const [reply, reviews] = await Promise.all([
      counted.hasReplies ? this.reply(scope, range) : null,
      this.reviews(scope, range, counted.sourceIds),
    ]);
    return { reply, reviewBySource: datesBySource(reviews) };
  }

  private async ofTrial(scope: CountedScope, perLink: number, range: CountedRange): Promise<NewestDates> {
    const values = new SqlValues();
    const visible = visibleRows(scope.coverage, perLink, values);
    const rows = await this.database.query<SourceRow & { readonly replied: string | null }>(
      `select r.source_id, max(r.review_date)::date::text as reviewed, ${newestReply} as replied
       from (${visible}) r where ${trialConditions(scope, range, values)} group by r.source_id`,
      values.all,
    );
    const replies = rows.flatMap((row) => row.replied ?? []).sort();
    return { reply: replies.at(-1) ?? null, reviewBySource: datesBySource(rows) };
  }

  /** Reads the replies of each object, newest first. One of the first entries of that index nearly always matches. */
  private async reply(scope: CountedScope, range: CountedRange): Promise<string | null> {
    const { coverage } = scope;
    const values = new SqlValues();
    const account = values.add(coverage.accountId, 'bigint');
    const objects = values.add(coverage.objectIds, 'bigint[]');
    const dates = inRange(unindexedDates(range, values), range);
    const [row] = await readCovered<{ replied: string | null }>(
      this.database,
      coverage,
      `select max(newest.reply_date)::date::text as replied from unnest(${objects}) o (id) cross join lateral (
         select r.reply_date from review r
         where r.account_id = ${account} and r.object_id = o.id and r.reply_date is not null
           and ${hasReplyAndIsLive} and ${dates}${choiceOfRows(scope, values)}${linkCondition(coverage, values)}
         order by r.reply_date desc nulls last, r.id desc limit 1
       ) newest`,
      values,
    );
    return row?.replied ?? null;
  }

  /**
   * Reads the newest counted row of each link. Without a filter by rating or language, it is among the first rows of the link. Such a
   * filter may exclude thousands of rows, so the newest month with a match is first read from the counters.
   */
  private reviews(
    { coverage, ...chosen }: CountedScope,
    range: CountedRange,
    sourceIds: ReadonlySet<number>,
  ): Promise<SourceRow[]> {
    const values = new SqlValues();
    const account = values.add(coverage.accountId, 'bigint');
    const countedLinkIds = coverage.links.filter((link) => sourceIds.has(link.sourceId)).map((link) => link.id);
    const links = values.add(countedLinkIds, 'bigint[]');
    // The counters by month have reviews of any provenance.
    const parts: readonly CountPart[] =
      isInEveryMonth(chosen) || chosen.provenance !== undefined
        ? [{ from: 'rows', sign: 1, range }]
        : datedParts(range, 1);
    const segments = parts.map((part) => `(${newestOf(part, chosen, account, values)})`);
    return readCovered<SourceRow>(
      this.database,
      coverage,
      `select l.source_id, max(newest.review_date)::date::text as reviewed
       from unnest(${links}) x (id) cross join lateral (select * from link_view where id = x.id offset 0) l
       cross join lateral (${segments.join(' union all ')}) newest
       where l.account_id = ${account} group by l.source_id`,
      values,
    );
  }
}

/** Whether the newest reviews are nearly always among the chosen ones. */
const isInEveryMonth = ({ rating, languages }: ChosenRows): boolean => isEveryRating(rating) && !languages;

const newestReply = `(max(r.reply_date) filter (where ${hasReplyAndIsLive}))::date::text`;

function newestOf(part: CountPart, chosen: ChosenRows, account: string, values: SqlValues): string {
  if (part.from === 'rows') return newestRow(chosen, account, datedBetween(part.range, values), values);
  if (part.from !== 'months') throw new Error(`the part ${part.from} has no dates`);
  const inMonth = `r.review_date >= m.month and r.review_date < m.month + interval '1 month'`;
  return `select newest.review_date from (
      select m.month from link_month m
      where m.account_id = ${account} and m.object_id = l.object_id and m.link_id = l.id and m.n > 0
        and m.month >= ${values.add(part.first, 'timestamp')} and m.month < ${values.add(part.end, 'timestamp')}
        and ${ratingBetween('m.rating', chosen.rating, values)}${languageFilter('m.language', chosen.languages, values)}
      order by m.month desc limit 1
    ) m cross join lateral (${newestRow(chosen, account, inMonth, values)}) newest`;
}

function newestRow(chosen: ChosenRows, account: string, dates: string, values: SqlValues): string {
  return `select r.review_date from review r
    where r.account_id = ${account} and r.link_id = l.id and ${dates} and ${isLive('r')}${choiceOfRows(chosen, values)}
    order by r.review_date desc nulls last, r.id desc limit 1`;
}

function datesBySource(rows: readonly SourceRow[]): ReadonlyMap<number, string> {
  return new Map(rows.flatMap((row) => (row.reviewed === null ? [] : [[row.source_id, row.reviewed] as const])));
}
