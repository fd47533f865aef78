import { Injectable } from '@nestjs/common';
import { Database, type PreparedStatement, type Row } from '@libs/database';

declare const LOCKED: unique symbol;

/**
 * The change numbers that a transaction has allocated: its rows get the numbers after `seq`, and all share the time `at`. Every
 * writer of reviews requires a `Change`, and only `ChangeCounterStore` creates one. A `Change` proves that the transaction
 * has locked the account's counter until it ends (ADR 0016).
 */
export interface Change {
  readonly [LOCKED]: true;
  readonly accountId: number;
  readonly seq: number;
  /** The time as PostgreSQL's text, because a `Date` has no microseconds and two changes may differ only by them. */
  readonly at: string;
}

/** Allocates the change numbers of an account (table `account_change`). Every writer of reviews allocates numbers first. */
@Injectable()
export class ChangeCounterStore {
  constructor(private readonly database: Database) {}

  /**
   * Allocates the account's next `rows` change numbers and the time of the change. The row of the counter is the last lock that a
   * writer takes before it writes, and is locked until the commit, so numbers become visible in order. Later statements see
   * everything that earlier writers of the account wrote, and no other transaction writes its reviews before this one ends. `rows`
   * is 0 if no written row gets a number. Throws outside a transaction, where the lock would end with the statement.
   */
  async next(accountId: number, rows: number): Promise<Change> {
    if (!this.database.inTransaction) throw new Error('a change number is allocated in a transaction');
    return this.changeOf(accountId, rows, await this.database.prepared(this.nextStatement(accountId, rows)));
  }

  /** The statement of `next`, for sending it together with other statements. `changeOf` converts its result. */
  nextStatement(accountId: number, rows: number): PreparedStatement {
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

  changeOf(accountId: number, rows: number, result: readonly Row[]): Change {
    const [change] = result as readonly { seq: number; at: string }[];
    if (!change) throw new Error('the change counter returned no number');
    return { accountId, seq: change.seq - rows, at: change.at } as Change;
  }
}
