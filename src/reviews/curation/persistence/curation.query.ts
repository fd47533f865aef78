import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import type { Coverage } from '../../domain/coverage';
import { wireTime } from '../../persistence/review-columns';
import { reviewFields, type ReviewShape } from '../../persistence/review-json.sql';
import { coveredRows } from '../../persistence/review-rows.sql';
import { SqlValues } from '../../persistence/sql-values';
import { namedInIndexOrder } from '../../persistence/named-statement';

/** Each list has a partial index. In an item, the time of hiding or pinning follows the fields of the review. */
const LISTS = {
  hidden: { mark: 'hidden_at', where: 'r.hidden_at is not null', order: 'r.hidden_at desc, r.id desc' },
  pinned: { mark: 'pinned_at', where: 'r.pin_position is not null', order: 'r.pin_position, r.id' },
} as const;

export type CurationList = keyof typeof LISTS;

/** Reads the hidden and the pinned reviews of a coverage, including deleted ones. */
@Injectable()
export class CurationQuery {
  constructor(private readonly database: Database) {}

  /** The items as JSON text, joined by commas: hidden reviews latest first, pinned ones by position. */
  async list(
    list: CurationList,
    coverage: Coverage,
    visiblePerLink: number | null,
    shape: ReviewShape,
  ): Promise<string> {
    const { mark, where, order } = LISTS[list];
    const values = new SqlValues();
    const rows = `${coveredRows(coverage, visiblePerLink, values)} and ${where}`;
    const time = `${wireTime(`r.${mark}`)} as ${mark}`;
    const text = `select string_agg(row_to_json(f)::text, ',') as items from (
      select ${reviewFields(shape)}, ${time} ${rows} order by ${order}
    ) f`;
    const [row] = await this.database.prepared<{ items: string | null }>(namedInIndexOrder(text, values));
    return row?.items ?? '';
  }

  /** How many of the ids are in the coverage; each id counts once. */
  async countCovered(coverage: Coverage, visiblePerLink: number | null, ids: readonly number[]): Promise<number> {
    const values = new SqlValues();
    const rows = coveredRows(coverage, visiblePerLink, values);
    const [row] = await this.database.query<{ n: number }>(
      `select count(*) as n ${rows} and r.id = any(${values.add(ids, 'bigint[]')})`,
      values.all,
    );
    return row?.n ?? 0;
  }
}
