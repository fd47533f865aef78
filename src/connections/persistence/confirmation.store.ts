import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';

/** The operator's confirmations that objects belong to their accounts. */
@Injectable()
export class ConfirmationStore {
  constructor(private readonly database: Database) {}

  /** When the object was confirmed; null if it is not confirmed. */
  async find(accountId: number, objectId: number): Promise<Date | null> {
    const [row] = await this.database.query<{ at: Date }>(
      'select confirmed_at as at from object_confirmation where account_id = $1 and object_id = $2',
      [accountId, objectId],
    );
    return row?.at ?? null;
  }

  /** Returns whether the confirmation is new; a repeated confirmation keeps the time of the first. */
  async insert(accountId: number, objectId: number): Promise<boolean> {
    const sql = 'insert into object_confirmation (account_id, object_id) values ($1, $2) on conflict do nothing';
    return (await this.database.execute(sql, [accountId, objectId])) === 1;
  }

  /** Returns whether the object was confirmed. */
  async remove(accountId: number, objectId: number): Promise<boolean> {
    const sql = 'delete from object_confirmation where account_id = $1 and object_id = $2';
    return (await this.database.execute(sql, [accountId, objectId])) === 1;
  }
}
