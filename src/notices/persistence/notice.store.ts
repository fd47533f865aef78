import { Injectable } from '@nestjs/common';
import { AccountRows, Database } from '@libs/database';
import type { PageRequest } from '@libs/kernel';
import { NOTICE } from './entities';

/** A notice to an account. */
export interface Notice {
  readonly id: number;
  readonly accountId: number;
  /** A stable identifier of the kind of notice, such as `webhook_failing`. */
  readonly kind: string;
  readonly subject: string;
  readonly body: string;
  /**
   * Screen of the console that shows the cause, below the address of the account; with a slash in front, below the address of the
   * console. Null: there is none.
   */
  readonly path: string | null;
  /** The only person who sees the notice; null: every member. */
  readonly personId: number | null;
  readonly createdAt: Date;
}

export type NewNotice = Pick<Notice, 'accountId' | 'kind' | 'subject' | 'body'> &
  Partial<Pick<Notice, 'path' | 'personId'>>;

/** The table `notice`. */
@Injectable()
export class NoticeStore {
  private readonly rows = new AccountRows(this.database, NOTICE);

  constructor(private readonly database: Database) {}

  async insert({ accountId, kind, subject, body, path = null, personId = null }: NewNotice): Promise<void> {
    await this.rows.insert(accountId, { kind, subject, body, path, personId });
  }

  /** A page of the account's notices, latest first, and the total. */
  async page(
    accountId: number,
    { limit, offset }: PageRequest,
  ): Promise<{ readonly notices: readonly Notice[]; readonly total: number }> {
    return this.database.snapshot(async () => {
      const notices = await this.database.query<Notice>(
        `select id, account_id as "accountId", kind, subject, body, path, person_id as "personId", created_at as "createdAt"
         from notice where account_id = $1 order by id desc limit $2 offset $3`,
        [accountId, limit, offset],
      );
      const [count] = await this.database.query<{ total: number }>(
        'select count(*) as total from notice where account_id = $1',
        [accountId],
      );
      return { notices, total: count?.total ?? 0 };
    });
  }
}
