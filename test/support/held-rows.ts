import type { Database } from '@libs/database';
import { AppError } from '@libs/kernel';

/** A test's database has no other users: a lock that takes longer is blocked by the test's own transaction. */
const WAIT_MS = 500;
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Runs `work` in one transaction while another transaction locks the rows that the statement `lock` returns. Rejects if `work`
 * waits for one of these rows, or if the statement returns no row.
 */
export function whileRowsAreLocked<T>(
  database: Database,
  lock: string,
  values: readonly unknown[],
  work: () => Promise<T>,
): Promise<T> {
  const lockRows = async (): Promise<void> => {
    const rows = await database.query(lock, values);
    if (rows.length === 0) throw new Error(`no row is locked by: ${lock}`);
  };
  return whileTransactionIsOpen(database, lockRows, work);
}

/**
 * Runs `work` in one transaction while another transaction, which has run `begin`, stays open. Rejects if `work` waits for a lock of
 * the other transaction.
 */
export async function whileTransactionIsOpen<T>(
  database: Database,
  begin: () => Promise<unknown>,
  work: () => Promise<T>,
): Promise<T> {
  const other = await openTransaction(database, begin);
  try {
    return await database.transaction(async () => {
      await database.query(`select set_config('lock_timeout', '${WAIT_MS}ms', true)`);
      return work();
    });
  } catch (error) {
    throw isLockTimeout(error) ? new Error('it waited for a lock of the other transaction', { cause: error }) : error;
  } finally {
    await other.commit();
  }
}

/** Begins a transaction and resolves when it has run `begin`, for example to take locks. It stays open until `commit` is called. */
export async function openTransaction(
  database: Database,
  begin: () => Promise<unknown>,
): Promise<{ commit(): Promise<void> }> {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  let transaction: Promise<void> = Promise.resolve();
  await new Promise<void>((resolve, reject) => {
    transaction = database.transaction(async () => {
      await database.query(`select set_config('idle_in_transaction_session_timeout', '0', true)`);
      await begin();
      resolve();
      await released;
    });
    transaction.catch(reject);
  });
  return {
    commit: () => {
      release();
      return transaction;
    },
  };
}

function isLockTimeout(error: unknown): boolean {
  const cause = error instanceof AppError ? error.cause : error;
  return (cause as { readonly code?: unknown } | null)?.code === LOCK_NOT_AVAILABLE;
}
