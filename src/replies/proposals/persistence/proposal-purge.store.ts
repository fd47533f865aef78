import { Injectable } from '@nestjs/common';
import { Database, overdueRows, type DataCheck } from '@libs/database';
import { reviewOfId } from '@src/reviews';

/** Rows per statement. */
const BATCH = 1_000;
/** How long a closed proposal is kept, and after how long an open one is closed. */
export const KEPT_DAYS = 90;

const IS_OLD = (since: string): string => `${since} <= statement_timestamp() - interval '${KEPT_DAYS} days'`;

/** Removes closed proposals after 90 days, and closes open ones that are as old or that no approval can publish any more. */
@Injectable()
export class ProposalPurgeStore {
  constructor(private readonly database: Database) {}

  /** Returns the number of removed proposals; fewer than a batch if no old one is left. */
  async removeClosed(): Promise<number> {
    return this.database.execute(
      `delete from reply_proposal where (account_id, id) in (
         select account_id, id from reply_proposal where closed_at is not null and ${IS_OLD('closed_at')}
         order by closed_at limit ${BATCH} for update skip locked)`,
    );
  }

  /**
   * Closes open proposals among the next ones by account and id: it dismisses old ones, and supersedes those whose review was answered on
   * its platform or is gone, so that they do not use up the limits. Returns the place after them; null after the last.
   */
  async closePointless(after: ProposalPlace): Promise<ProposalPlace | null> {
    const [row] = await this.database.queryInIndexOrder<ProposalPlace & { n: number }>(
      `with next as materialized (
         select account_id, id, review_id, ${IS_OLD('created_at')} as is_old from reply_proposal
         where state = 'open' and (account_id, id) > ($1::bigint, $2::bigint) order by account_id, id limit ${BATCH}
       ), pointless as (
         select n.account_id, n.id, n.is_old from next n
         left join lateral (${reviewOfId('n.account_id', 'n.review_id')}) r on true
         where n.is_old or r.id is null or r.reply_text is not null or r.deleted_at is not null
       ), closed as (
         update reply_proposal p set state = case when x.is_old then 'dismissed' else 'superseded' end, closed_at = clock_timestamp()
         from (
           select o.account_id, o.id, w.is_old from pointless w
           join reply_proposal o on o.account_id = w.account_id and o.id = w.id
           where o.state = 'open' for update of o skip locked
         ) x where p.account_id = x.account_id and p.id = x.id returning p.id
       )
       select account_id as "accountId", id, (select count(*) from next) as n from next order by account_id desc, id desc limit 1`,
      [after.accountId, after.id],
    );
    return row === undefined || row.n < BATCH ? null : { accountId: row.accountId, id: row.id };
  }
}

export interface ProposalPlace {
  readonly accountId: number;
  readonly id: number;
}

export const OVERDUE_PROPOSALS: readonly DataCheck[] = [
  overdueRows({
    rows: 'closed proposals',
    table: 'reply_proposal',
    key: 'account_id, id',
    since: 'closed_at',
    days: KEPT_DAYS,
  }),
];

/** Closes and removes everything that is due. Ends early if `signal` is aborted. */
export async function purgeProposals(database: Database, signal?: AbortSignal): Promise<void> {
  const store = new ProposalPurgeStore(database);
  const isStopped = (): boolean => signal?.aborted === true;
  let place: ProposalPlace | null = { accountId: 0, id: 0 };
  while (place !== null && !isStopped()) place = await store.closePointless(place);
  while (!isStopped() && (await store.removeClosed()) === BATCH);
}
