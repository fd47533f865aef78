import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';

export interface AccountUsage {
  readonly activeObjects: number;
  readonly objectsCreatedIn30Days: number;
}

/**
 * What an account uses of its limits. Reads the table of objects, which belongs to a context above: two counts that are only
 * shown do not justify a port. The context of objects enforces the limits.
 */
@Injectable()
export class AccountUsageQuery {
  constructor(private readonly database: Database) {}

  async of(accountId: number): Promise<AccountUsage> {
    const [usage] = await this.database.query<AccountUsage>(
      `select count(*) filter (where deleted_at is null and is_active) as "activeObjects",
              count(*) filter (where created_at > clock_timestamp() - interval '30 days') as "objectsCreatedIn30Days"
       from tracked_object where account_id = $1`,
      [accountId],
    );
    return usage ?? { activeObjects: 0, objectsCreatedIn30Days: 0 };
  }
}
