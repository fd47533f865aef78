import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import type { Role } from '../../domain/roles';
import { LIVE_SESSION } from '../../sessions/session.store';
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

/** The statements of the live streams. */
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
      `select id from review where account_id = $1 and change_seq > $2 and change_seq <= $3
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
       join account a on a.id = x.account_id
       cross join (select clock_timestamp() as now offset 0) t
       where a.status = 'active' and ${LIVE_SESSION}`,
      [streams.map(({ sessionId }) => sessionId), streams.map(({ accountId }) => accountId)],
    );
  }

  /** Publishes a change in the ambient transaction, as the triggers do. Nothing is sent while no console watches the account. */
  async publish(accountId: number, kind: string, list: string): Promise<void> {
    await this.database.query('select console_tell($1, $2, $3)', [accountId, kind, list]);
  }
}
