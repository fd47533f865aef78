import type { Database } from '@libs/database';

/** What happened to an account after the restored time. */
export interface AccountClosure {
  readonly accountId: number;
  /** When it was closed, ISO 8601; null: it was opened again. */
  readonly closedAt: string | null;
}

/**
 * Repeats closures and reopenings after a restore. A closed account is suspended, and is erased 30 days after its last closure: one that
 * was opened and closed again after the restored time is not erased early. Returns how many accounts changed.
 */
export async function repeatClosures(database: Database, closures: readonly AccountClosure[]): Promise<number> {
  return database.execute(
    `update account a set status = case when c.closed_at is null then 'active' else 'suspended' end,
       suspended_reason = case when c.closed_at is not null then $3 end, closed_at = c.closed_at
     from unnest($1::bigint[], $2::timestamptz[]) c (id, closed_at)
     where a.id = c.id and ((a.closed_at is null) <> (c.closed_at is null) or c.closed_at > a.closed_at + interval '1 hour')`,
    [closures.map(({ accountId }) => accountId), closures.map(({ closedAt }) => closedAt), 'The account was closed'],
  );
}

/** Makes accounts that were erased due for erasure again. Returns how many there are. */
export async function closeErased(database: Database, accountIds: readonly number[]): Promise<number> {
  return database.execute(
    `update account set status = 'suspended', closed_at = least(closed_at, statement_timestamp() - interval '31 days')
     where id = any($1::bigint[])`,
    [accountIds],
  );
}
