import { Injectable } from '@nestjs/common';
import { Database, type PreparedStatement, type Row } from '@libs/database';

declare const HELD: unique symbol;

/**
 * The change numbers that a transaction has taken: rows take the numbers after `seq`, and all share the time. Every writer of reviews needs
 * a `Change`, and only `ChangeCounterStore` makes one: it proves that the transaction holds the account's counter until it ends (ADR 0016).
 */
export interface Change {
  readonly [HELD]: true;
  readonly accountId: number;
  readonly seq: number;
  /** PostgreSQL's text of the time: a `Date` has no microseconds, by which two changes may differ. */
  readonly at: string;
}

/** The account's change numbers (table `account_change`). Every writer of reviews takes one first. */
@Injectable()
export class ChangeCounterStore {
  constructor(private readonly database: Database) {}

  /**
   * Takes the account's next change numbers for this transaction, last of all locks before the rows are written
   * (held to commit, so that numbers become visible in order), and the time that goes with them. Statements after this one
   * see all that earlier holders wrote, and no other transaction writes a review of the account before this one ends. `rows`
   * may be 0 where nothing that is written has a number. Throws outside a transaction, where nothing would be held.
   */
  async next(accountId: number, rows: number): Promise<Change> {
    if (!this.database.inTransaction) throw new Error('a change number is held by a transaction');
    return this.taken(accountId, rows, await this.database.prepared(this.taking(accountId, rows)));
  }

  /** The statement of `next`, to be sent after others of the transaction; `taken` makes the change from its rows. */
  taking(accountId: number, rows: number): PreparedStatement {
    return {
      name: 'next-change',
      text: `insert into account_change as c (account_id, change_seq, changed_at) values ($1, $2, clock_timestamp())
       on conflict (account_id) do update set
         change_seq = c.change_seq + excluded.change_seq,
         changed_at = greatest(clock_timestamp(), c.changed_at + interval '1 microsecond')
       returning change_seq as seq, changed_at::text as at`,
      values: [accountId, rows],
    };
  }

  taken(accountId: number, rows: number, answer: readonly Row[]): Change {
    const [change] = answer as readonly { seq: number; at: string }[];
    if (!change) throw new Error('the change counter returned no number');
    return { accountId, seq: change.seq - rows, at: change.at } as Change;
  }
}
