import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import type { ItemRow } from '../../persistence/review-json.sql';
import { SqlValues } from '../../persistence/sql-values';
import { namedInIndexOrder } from '../../persistence/named-statement';
import { firstSegment, segmentsOf, type FeedCounts, type FeedSegment } from '../domain/feed-order';
import { startsAtMonth } from '../domain/feed-strategy';
import { itemsOf, matchingRows, type FeedRequest, type PageWindow, type ReviewItems } from './feed-rows.sql';
import { MonthSeekQuery } from './month-seek.query';
import { segmentCondition, segmentRows, type SegmentPart } from './segment-rows.sql';

/** An offset beyond every feed. */
const AFTER_LAST = Number.MAX_SAFE_INTEGER - 1;

/** Strategy `index_order`: reads segment by segment, each in the order of its index (`domain/feed-order.ts`). */
@Injectable()
export class IndexOrderQuery {
  constructor(
    private readonly database: Database,
    private readonly months: MonthSeekQuery,
  ) {}

  /**
   * Reads a page: begins in the segment that contains `offset`, and continues until the page is full. A segment of unknown length is
   * counted only if it returns no row.
   */
  async read(request: FeedRequest, counts: FeedCounts, { offset, limit }: PageWindow): Promise<ReviewItems> {
    const segments = segmentsOf(request.sort, request.direction, counts);
    const page: string[] = [];
    let { first, start } = firstSegment(segments, offset);
    let [position, missing] = [offset, limit];
    for (; first < segments.length && missing > 0; first += 1) {
      const segment = segments[first] as FeedSegment;
      if (segment.end !== null && segment.end <= position) continue;
      const items = await this.segment(request, segment, { offset: position - start, limit: missing });
      page.push(...items);
      position += items.length;
      missing -= items.length;
      if (items.length === 0 && position > start) start += await this.segmentLength(request, segment);
      else start = position;
    }
    return page;
  }

  private async segment(request: FeedRequest, segment: FeedSegment, page: PageWindow): Promise<ReviewItems> {
    const { direction } = request;
    const byMonth = startsAtMonth(request, { kind: segment.kind, offset: page.offset });
    const months = byMonth ? await this.months.seek(request, { direction, ...page }) : null;
    if (months === null) return this.rows(request, { segment, direction, ...page });
    if ('dated' in months) return [];
    const { offset, limit } = page;
    return this.rows(request, { segment, direction, offset: offset - months.above, limit, span: months });
  }

  private async rows(request: FeedRequest, part: SegmentPart): Promise<ReviewItems> {
    const values = new SqlValues();
    const text = segmentRows(request, part, values);
    return itemsOf(await this.database.prepared<ItemRow>(namedInIndexOrder(text, values)));
  }

  private async segmentLength(request: FeedRequest, segment: FeedSegment): Promise<number> {
    if (segment.kind === 'dated') {
      const page = { direction: request.direction, offset: AFTER_LAST, limit: 1 };
      const months = await this.months.seek(request, page);
      if (months !== null && 'dated' in months) return months.dated;
    }
    return this.countSegment(request, segment);
  }

  private async countSegment(request: FeedRequest, segment: FeedSegment): Promise<number> {
    const values = new SqlValues();
    const rows = matchingRows(request, values);
    const { where } = segmentCondition(segment, 'desc', values);
    const [row] = await this.database.query<{ n: number }>(`select count(*) as n ${rows} and ${where}`, values.all);
    return row?.n ?? 0;
  }
}
