import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import type { Selection } from '@libs/kernel';
import type { FeedQueryParams } from '../domain/feed-filter';
import { itemsOfIds, type ItemRow, type ReviewFormat } from '../persistence/review-json.sql';
import type { Reader } from '../reader';
import { ReviewFeedService, type FeedSnapshot } from './review-feed.service';

const FORMAT: ReviewFormat = { version: 'v3', includeRaw: false, separatePosNeg: true };

/**
 * Reads a whole feed in parts. The ids are read at once, so that reviews that arrive meanwhile neither repeat nor displace others. Each
 * part is a statement of its own: nothing is held in the database while a client reads slowly.
 */
@Injectable()
export class ReviewExportService {
  constructor(
    private readonly database: Database,
    private readonly feed: ReviewFeedService,
  ) {}

  /** At most `most` ids. Throws the errors of the feed. */
  async snapshot(reader: Reader, selection: Selection, params: FeedQueryParams, most: number): Promise<FeedSnapshot> {
    return this.feed.ids(reader, selection, params, { offset: 0, limit: most });
  }

  /** These reviews of the account as JSON text, in this order. Reviews that were erased meanwhile are left out. */
  async items(accountId: number, ids: readonly number[]): Promise<readonly string[]> {
    const text = itemsOfIds(
      'select x.id from unnest($2::bigint[]) with ordinality x (id, place) order by x.place',
      '$1::bigint',
      { ...FORMAT, showsCuration: true },
    );
    const rows = await this.database.prepared<ItemRow>({
      name: 'export-reviews',
      inIndexOrder: true,
      text,
      values: [accountId, ids],
    });
    return rows.map(({ item }) => item);
  }
}
