import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';

/** A transaction's place in the account's order of changes: rows take the numbers after `seq`, all share the time. */
export interface Change {
  readonly seq: number;
  /** PostgreSQL's own text of the time: a `Date` would lose the microseconds that tell two changes apart. */
  readonly at: string;
}

/** The account's order of changes (table `account_change`). Whoever changes what a client sees of a review takes a number. */
@Injectable()
export class ChangeCounterStore {
  constructor(private readonly database: Database) {}

  /**
   * Takes the account's next change numbers for this transaction, last of all locks before the rows are written
   * (held to commit, so that numbers become visible in order), and the time that goes with them.
   */
  async next(accountId: number, rows: number): Promise<Change> {
    const [change] = await this.database.query<{ seq: number; at: string }>(
      `insert into account_change as c (account_id, change_seq, changed_at) values ($1, $2, clock_timestamp())
       on conflict (account_id) do update set
         change_seq = c.change_seq + excluded.change_seq,
         changed_at = greatest(clock_timestamp(), c.changed_at + interval '1 microsecond')
       returning change_seq as seq, changed_at::text as at`,
      [accountId, rows],
    );
    if (!change) throw new Error('the change counter gave no number');
    return { seq: change.seq - rows, at: change.at };
  }
}
