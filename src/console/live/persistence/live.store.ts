import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import { LIVE_SESSION, type Role } from '../../identity';
import { MAX_IDS } from '../domain/live-event';
import type { ReviewRange } from '../domain/pending-changes';

/** A stream's session and account. */
export interface StreamAccess {
  readonly sessionId: number;
  readonly accountId: number;
}

/** The access of a stream at this moment. */
export interface CurrentAccess extends StreamAccess {
  readonly role: Role;
}

const WATCHED_FOR = `interval '90 seconds'`;
const WRITING_FOR = '60 seconds';

/** The tables `console_watch`, and `reply_writing`: who is writing a reply now. It holds no text. */
@Injectable()
export class LiveStore {
  constructor(private readonly database: Database) {}

  /** Watches accounts for 90 seconds. Returns those that no console watched before, so that changes of them may have been missed. */
  async watch(accountIds: readonly number[]): Promise<readonly number[]> {
    const rows = await this.database.query<{ accountId: number; isNew: boolean }>(
      `with known as (select account_id from console_watch where account_id = any($1) and until > clock_timestamp()),
       kept as (
         insert into console_watch as w (account_id, until)
         select id, clock_timestamp() + ${WATCHED_FOR} from unnest($1::bigint[]) id order by id
         on conflict (account_id) do update set until = greatest(w.until, excluded.until) returning account_id)
       select k.account_id as "accountId", not exists (select from known where account_id = k.account_id) as "isNew" from kept k`,
      [accountIds],
    );
    return rows.filter(({ isNew }) => isNew).map(({ accountId }) => accountId);
  }

  /** Removes watches that have ended. */
  async removeEnded(): Promise<void> {
    await this.database.query('delete from console_watch where until < clock_timestamp()');
  }

  /** The ids of reviews whose last change is in the range; null if there are more than 100. */
  async reviewsIn(accountId: number, { before, after }: ReviewRange): Promise<readonly number[] | null> {
    const rows = await this.database.query<{ id: number }>(
      `select id from review_view where account_id = $1 and change_seq > $2 and change_seq <= $3
       order by change_seq limit ${MAX_IDS + 1}`,
      [accountId, before, after],
    );
    return rows.length > MAX_IDS ? null : rows.map(({ id }) => id);
  }

  /** Those of the streams whose session is valid, whose person is a member and whose account is active. The session does not count as used. */
  async accessOf(streams: readonly StreamAccess[]): Promise<readonly CurrentAccess[]> {
    return this.database.query<CurrentAccess>(
      `select x.session_id as "sessionId", x.account_id as "accountId", m.role
       from unnest($1::bigint[], $2::bigint[]) x (session_id, account_id)
       join session s on s.id = x.session_id
       join person p on p.id = s.person_id
       join membership m on m.account_id = x.account_id and m.person_id = s.person_id
       join account_view a on a.id = x.account_id
       cross join (select clock_timestamp() as now offset 0) t
       where a.status = 'active' and ${LIVE_SESSION}`,
      [streams.map(({ sessionId }) => sessionId), streams.map(({ accountId }) => accountId)],
    );
  }

  /** Notes that the person writes a reply to the review, for a minute, and deletes ended notes of the account. */
  async noteWriting(accountId: number, reviewId: number, personId: number): Promise<void> {
    await this.database.query(
      `with ended as (delete from reply_writing where account_id = $1 and until < clock_timestamp())
       insert into reply_writing (account_id, review_id, person_id, until)
       values ($1, $2, $3, clock_timestamp() + interval '${WRITING_FOR}')
       on conflict (account_id, review_id, person_id) do update set until = excluded.until`,
      [accountId, reviewId, personId],
    );
  }

  /** Ids of the other persons who write a reply to the review. */
  async otherWriters(accountId: number, reviewId: number, personId: number): Promise<readonly number[]> {
    const rows = await this.database.query<{ id: number }>(
      `select person_id as id from reply_writing
       where account_id = $1 and review_id = $2 and person_id <> $3 and until > clock_timestamp() order by until desc`,
      [accountId, reviewId, personId],
    );
    return rows.map(({ id }) => id);
  }
}
