import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import type { Pin } from '../domain/curation';
import { isLiveLink } from '../../persistence/live-composition.sql';
import type { Change } from '../../persistence/change-counter.store';

/** The condition that `r` is a review of the object and of a live link. */
const OF_OBJECT = `r.account_id = $1 and r.object_id = $2
  and (select ${isLiveLink('l')} from link_view l where l.account_id = r.account_id and l.id = r.link_id)`;

/** Whether a review is to be hidden, and its new pin position. */
export interface CurationRow {
  readonly id: number;
  readonly isHidden: boolean;
  /** Null: not pinned. */
  readonly position: number | null;
}

/**
 * Reads and writes the columns of `review` for hiding and pinning (the marks). The caller's transaction has locked the object, so the
 * marks that it reads do not change before it allocates the change number.
 */
@Injectable()
export class CurationStore {
  constructor(private readonly database: Database) {}

  /** The object's pinned reviews by position. */
  async pins(accountId: number, objectId: number): Promise<readonly Pin[]> {
    return this.database.query<Pin>(
      `select r.id, r.pin_position as position from review r
       where ${OF_OBJECT} and r.pin_position is not null order by r.pin_position, r.id`,
      [accountId, objectId],
    );
  }

  /** Returns the ids of the hidden reviews among `ids`. */
  async hiddenAmong(accountId: number, ids: readonly number[]): Promise<readonly number[]> {
    const rows = await this.database.query<{ id: number }>(
      'select id from review where account_id = $1 and id = any($2::bigint[]) and hidden_at is not null order by id',
      [accountId, ids],
    );
    return rows.map((row) => row.id);
  }

  /** How many of the object's reviews are hidden. */
  async countHidden(accountId: number, objectId: number): Promise<number> {
    const [row] = await this.database.query<{ n: number }>(
      `select count(*) as n from review r where ${OF_OBJECT} and r.hidden_at is not null`,
      [accountId, objectId],
    );
    return row?.n ?? 0;
  }

  /** Sets both marks of each review. An existing mark keeps its time. Each row gets a change number. */
  async write(rows: readonly CurationRow[], change: Change): Promise<void> {
    await this.database.execute(
      `update review r set
         hidden_at = case when x.hidden then coalesce(r.hidden_at, $3::timestamptz) end,
         pin_position = x.position,
         pinned_at = case when x.position is not null then coalesce(r.pinned_at, $3::timestamptz) end,
         updated_at = $3::timestamptz, change_seq = $2 + x.n
       from unnest($4::bigint[], $5::boolean[], $6::smallint[]) with ordinality as x (id, hidden, position, n)
       where r.account_id = $1 and r.id = x.id`,
      [
        change.accountId,
        change.seq,
        change.at,
        rows.map((row) => row.id),
        rows.map((row) => row.isHidden),
        rows.map((row) => row.position),
      ],
    );
  }
}
