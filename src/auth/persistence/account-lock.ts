import type { Database } from '@libs/database';

/**
 * Serializes the transactions of an account that count before they write: the second caller waits here until the first commits. Taken
 * before any other row lock. It does not block inserts that reference the account.
 */
export async function lockAccount(database: Database, accountId: number): Promise<void> {
  await database.query('select from account where id = $1 for no key update', [accountId]);
}
