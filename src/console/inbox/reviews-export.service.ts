import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import type { FeedSnapshot } from '@src/reviews';
import { ReviewExportService } from '@src/reviews';
import { CSV_HEAD, csvCut, csvRow, type ExportedReview } from './domain/reviews-csv';

/** Rows that are read and written together. */
const PART = 500;

/** Writes the reviews of a feed as CSV, in parts of constant size. */
@Injectable()
export class ReviewsExport {
  constructor(
    private readonly database: Database,
    private readonly reviews: ReviewExportService,
  ) {}

  /** The lines of the file. Its last line says how many reviews are missing if there are more than `snapshot` has. */
  async *lines(accountId: number, { ids, total }: FeedSnapshot): AsyncGenerator<string> {
    yield CSV_HEAD;
    let written = 0;
    for (let start = 0; start < ids.length; start += PART) {
      const items = await this.reviews.items(accountId, ids.slice(start, start + PART));
      const reviews = items.map((item) => JSON.parse(item) as ExportedReview);
      const names = await this.objectNames(accountId, [...new Set(reviews.map(({ object_id: id }) => id))]);
      written += reviews.length;
      yield reviews.map((review) => csvRow(review, names.get(review.object_id) ?? '')).join('');
    }
    if (total > ids.length) yield csvCut(written, total);
  }

  private async objectNames(accountId: number, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
    const rows = await this.database.query<{ id: number; name: string }>(
      'select id, name from tracked_object where account_id = $1 and id = any($2::bigint[])',
      [accountId, ids],
    );
    return new Map(rows.map(({ id, name }) => [id, name]));
  }
}
