import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import { itemsOfIds, type ItemRow, type ReviewFormat } from '../persistence/review-json.sql';

const FORMAT: ReviewFormat = { version: 'v3', includeRaw: false, separatePosNeg: true };

/**
 * Reads the reviews of an export in parts, by ids that `ReviewFeedService.ids` read before: reviews that arrive meanwhile neither repeat nor
 * displace others. Each part is a separate statement, so the database keeps no snapshot and no cursor while a client reads slowly.
 */
@Injectable()
export class ReviewExportService {
  constructor(private readonly database: Database) {}

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
