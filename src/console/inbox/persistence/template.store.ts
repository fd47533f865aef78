import { Injectable } from '@nestjs/common';
import { Database, lockOf } from '@libs/database';

/** A text that persons insert into replies. */
export interface ReplyTemplate {
  readonly id: number;
  readonly name: string;
  readonly text: string;
  /** The platforms for which it is offered; empty: all. */
  readonly sourceIds: readonly number[];
}

export type NewTemplate = Omit<ReplyTemplate, 'id'>;

const COLUMNS = 'id, name, text, source_ids as "sourceIds"';

/** The table `reply_template`. */
@Injectable()
export class TemplateStore {
  constructor(private readonly database: Database) {}

  async list(accountId: number): Promise<readonly ReplyTemplate[]> {
    return this.database.query<ReplyTemplate>(
      `select ${COLUMNS} from reply_template where account_id = $1 order by lower(name), id`,
      [accountId],
    );
  }

  /** Serializes the writes of templates of the account, so that their number is exact, until the transaction ends. */
  async lock(accountId: number): Promise<void> {
    await this.database.holdLock(lockOf('inboxLists', accountId));
  }

  async insert(accountId: number, { name, text, sourceIds }: NewTemplate): Promise<ReplyTemplate> {
    const [row] = await this.database.query<ReplyTemplate>(
      `insert into reply_template (account_id, name, text, source_ids) values ($1, $2, $3, $4) returning ${COLUMNS}`,
      [accountId, name, text, sourceIds],
    );
    if (!row) throw new Error('the template was not stored');
    return row;
  }

  /** Changes a template. Returns null if the account has no such template. */
  async update(accountId: number, { id, name, text, sourceIds }: ReplyTemplate): Promise<ReplyTemplate | null> {
    const [row] = await this.database.query<ReplyTemplate>(
      `update reply_template set name = $3, text = $4, source_ids = $5
       where account_id = $1 and id = $2 returning ${COLUMNS}`,
      [accountId, id, name, text, sourceIds],
    );
    return row ?? null;
  }

  async remove(accountId: number, id: number): Promise<boolean> {
    const removed = await this.database.execute('delete from reply_template where account_id = $1 and id = $2', [
      accountId,
      id,
    ]);
    return removed === 1;
  }
}
