import { Injectable } from '@nestjs/common';
import { ReviewExportService, type FeedSnapshot } from '@src/reviews';
import { CSV_HEAD, csvCut, csvRow, type ExportedReview } from './domain/reviews-csv';
import { ObjectNamesQuery } from './persistence/object-names.query';

/** Rows that are read and written together. */
const PART = 500;

/** Writes the reviews of a feed as CSV, in parts of constant size. */
@Injectable()
export class ReviewsCsvService {
  constructor(
    private readonly objectNames: ObjectNamesQuery,
    private readonly reviews: ReviewExportService,
  ) {}

  /** The lines of the file. Its last line says how many reviews are missing if there are more than `snapshot` has. */
  async *lines(accountId: number, { ids, total }: FeedSnapshot): AsyncGenerator<string> {
    yield CSV_HEAD;
    let written = 0;
    for (let start = 0; start < ids.length; start += PART) {
      const items = await this.reviews.items(accountId, ids.slice(start, start + PART));
      const reviews = items.map((item) => JSON.parse(item) as ExportedReview);
      const names = await this.objectNames.of(accountId, [...new Set(reviews.map(({ object_id: id }) => id))]);
      written += reviews.length;
      yield reviews.map((review) => csvRow(review, names.get(review.object_id) ?? '')).join('');
    }
    if (total > ids.length) yield csvCut(written, total);
  }
}
