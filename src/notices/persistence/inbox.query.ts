import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import type { PageRequest } from '@libs/kernel';
import type { Notice } from './notice.store';

/** A notice as one member sees it. */
export interface InboxNotice extends Pick<Notice, 'id' | 'kind' | 'subject' | 'body' | 'path' | 'createdAt'> {
  readonly readAt: Date | null;
}

/** The member who reads. Notices from before the membership count as read at its beginning. */
export interface InboxReader {
  readonly accountId: number;
  readonly personId: number;
  readonly memberSince: Date;
  /** Kinds that the member does not see in the console. */
  readonly hiddenKinds: readonly string[];
}

/** More unread notices are not counted. */
const MOST_COUNTED = 100;

/** $1 account, $2 person, $3 hidden kinds. */
const VISIBLE = `n.account_id = $1 and (n.person_id is null or n.person_id = $2) and n.kind <> all($3::text[])`;
const IS_READ = `exists (select from notice_read r where r.account_id = $1 and r.person_id = $2 and r.notice_id = n.id)`;

/** The notices of an account as a member sees them. */
@Injectable()
export class InboxQuery {
  constructor(private readonly database: Database) {}

  /** A page, latest first, and the total. */
  async page(
    { accountId, personId, memberSince, hiddenKinds }: InboxReader,
    { limit, offset }: PageRequest,
  ): Promise<{ readonly notices: readonly InboxNotice[]; readonly total: number }> {
    return this.database.snapshot(async () => {
      const notices = await this.database.query<InboxNotice>(
        `select n.id, n.kind, n.subject, n.body, n.path, n.created_at as "createdAt",
           coalesce((select r.read_at from notice_read r where r.account_id = $1 and r.person_id = $2 and r.notice_id = n.id),
             case when n.created_at < $4 then $4::timestamptz end) as "readAt"
         from notice n where ${VISIBLE} order by n.id desc limit $5 offset $6`,
        [accountId, personId, hiddenKinds, memberSince, limit, offset],
      );
      const [count] = await this.database.query<{ total: number }>(
        `select count(*) as total from notice n where ${VISIBLE}`,
        [accountId, personId, hiddenKinds],
      );
      return { notices, total: count?.total ?? 0 };
    });
  }

  /** The number of unread notices, at most 100. */
  async unread({ accountId, personId, memberSince, hiddenKinds }: InboxReader): Promise<number> {
    const [count] = await this.database.query<{ unread: number }>(
      `select count(*) as unread from (
         select from notice n where ${VISIBLE} and n.created_at >= $4 and not ${IS_READ} limit ${MOST_COUNTED}) counted`,
      [accountId, personId, hiddenKinds, memberSince],
    );
    return count?.unread ?? 0;
  }

  /** Marks the visible notices up to an id as read. A notice with a lower id that is committed later stays unread. */
  async markRead({ accountId, personId, memberSince, hiddenKinds }: InboxReader, upToId: number): Promise<void> {
    await this.database.query(
      `insert into notice_read (account_id, person_id, notice_id)
       select $1, $2, n.id from notice n
       where ${VISIBLE} and n.created_at >= $4 and n.id <= $5 and not ${IS_READ}
       on conflict do nothing`,
      [accountId, personId, hiddenKinds, memberSince, upToId],
    );
  }
}
