import type { QueryRunner } from 'typeorm';

/**
 * Runs statements that read a whole table while processes write it, such as `create index concurrently`; for a migration with
 * `transaction = false`. Such a statement locks no writer, but waits for transactions that began before it. A failed one is repeated with
 * the migration, so each must be repeatable.
 */
export async function whileWritten(runner: QueryRunner, statements: readonly string[]): Promise<void> {
  await runner.query('set lock_timeout = 0');
  try {
    for (const statement of statements) await runner.query(statement);
  } finally {
    await runner.query('reset lock_timeout');
  }
}
