import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import type { PolicyRule, ReplyPolicy } from '../domain/reply-policy';

export interface StoredPolicy extends ReplyPolicy {
  readonly updatedAt: Date;
  /** The person who changed it last. */
  readonly updatedBy: number | null;
}

/** The policies of accounts. Writes run in the caller's transaction, under the lock of the account's proposals. */
@Injectable()
export class ReplyPolicyStore {
  constructor(private readonly database: Database) {}

  /** Null if the account has never had one. */
  async find(accountId: number): Promise<StoredPolicy | null> {
    const [row] = await this.database.query<StoredPolicy & { rules: readonly PolicyRule[] }>(
      `select is_enabled as "isEnabled", daily_limit as "dailyLimit", rules, updated_at as "updatedAt", updated_by as "updatedBy"
       from reply_policy where account_id = $1`,
      [accountId],
    );
    return row ?? null;
  }

  async put(accountId: number, { isEnabled, dailyLimit, rules }: ReplyPolicy, by: number | null): Promise<void> {
    await this.database.execute(
      `insert into reply_policy as p (account_id, is_enabled, daily_limit, rules, updated_by) values ($1, $2, $3, $4, $5)
       on conflict (account_id) do update set is_enabled = excluded.is_enabled, daily_limit = excluded.daily_limit,
         rules = excluded.rules, updated_by = excluded.updated_by, updated_at = clock_timestamp()`,
      [accountId, isEnabled, dailyLimit, JSON.stringify(rules), by],
    );
  }

  /** How many proposals the policy has approved in 24 hours. */
  async approvedToday(accountId: number): Promise<number> {
    const [row] = await this.database.query<{ n: number }>(
      `select count(*) as n from reply_proposal
       where account_id = $1 and by_policy and closed_at > clock_timestamp() - interval '24 hours'`,
      [accountId],
    );
    return row?.n ?? 0;
  }
}
