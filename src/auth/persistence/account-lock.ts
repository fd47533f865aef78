import type { Database } from '@libs/database';

/**
 * Locks the account's row, so that transactions that count before they write run one after the other. Acquired before any other row
 * lock. It does not block inserts that reference the account.
 */
export async function lockAccount(database: Database, accountId: number): Promise<void> {
  await database.query('select from account where id = $1 for no key update', [accountId]);
}
