import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';

const COUNTS_FOR = '60 seconds';

/** The table `reply_writing`: who is writing a reply now. It holds no text. */
@Injectable()
export class WritingStore {
  constructor(private readonly database: Database) {}

  /** Notes that the person writes a reply to the review, for a minute, and forgets ended notes of the account. */
  async note(accountId: number, reviewId: number, personId: number): Promise<void> {
    await this.database.query(
      `with ended as (delete from reply_writing where account_id = $1 and until < clock_timestamp())
       insert into reply_writing (account_id, review_id, person_id, until)
       values ($1, $2, $3, clock_timestamp() + interval '${COUNTS_FOR}')
       on conflict (account_id, review_id, person_id) do update set until = excluded.until`,
      [accountId, reviewId, personId],
    );
  }

  /** Ids of the other persons who write a reply to the review. */
  async others(accountId: number, reviewId: number, personId: number): Promise<readonly number[]> {
    const rows = await this.database.query<{ id: number }>(
      `select person_id as id from reply_writing
       where account_id = $1 and review_id = $2 and person_id <> $3 and until > clock_timestamp() order by until desc`,
      [accountId, reviewId, personId],
    );
    return rows.map(({ id }) => id);
  }
}
