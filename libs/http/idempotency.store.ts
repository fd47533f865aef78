import { lockOf, overdueRows, type Database, type DataCheck } from '@libs/database';

/** A key of an account, and the fingerprint of the request with this key. */
export interface IdempotencyScope {
  readonly accountId: number;
  readonly key: string;
  readonly fingerprint: Buffer;
}

export interface StoredResponse {
  readonly status: number;
  /** JSON text as it was sent. */
  readonly body: string;
}

/** Locks the key until the ambient transaction ends. Returns false if another transaction holds it. */
export async function lockKey(database: Database, scope: IdempotencyScope): Promise<boolean> {
  return database.tryLock(lockOf('idempotencyKey', scope.accountId, scope.key));
}

/** Returns the response stored in the last 24 hours; null if there is none; `other_request` if it belongs to a different request. */
export async function findResponse(
  database: Database,
  scope: IdempotencyScope,
): Promise<StoredResponse | 'other_request' | null> {
  const [row] = await database.query<{ fingerprint: Buffer; status: number; body: Buffer }>(
    `select fingerprint, status, body from idempotent_response
     where account_id = $1 and key = $2 and created_at > clock_timestamp() - interval '24 hours'`,
    [scope.accountId, scope.key],
  );
  if (!row) return null;
  if (!row.fingerprint.equals(scope.fingerprint)) return 'other_request';
  return { status: row.status, body: row.body.toString('utf8') };
}

/** Stores a response. Replaces an expired one that was not purged yet. */
export async function storeResponse(
  database: Database,
  scope: IdempotencyScope,
  response: StoredResponse,
): Promise<void> {
  await database.query(
    `insert into idempotent_response (account_id, key, fingerprint, status, body) values ($1, $2, $3, $4, $5)
     on conflict (account_id, key) do update set fingerprint = excluded.fingerprint, status = excluded.status,
       body = excluded.body, created_at = excluded.created_at`,
    [scope.accountId, scope.key, scope.fingerprint, response.status, Buffer.from(response.body)],
  );
}

const PURGE_BATCH = 5_000;

/** Deletes responses older than 24 hours in batches, one transaction each. Returns their number. */
export async function purgeResponses(database: Database): Promise<number> {
  for (let total = 0; ;) {
    const deleted = await database.execute(
      // statement_timestamp() is constant within the statement, so the index can serve the condition; clock_timestamp() is not.
      `delete from idempotent_response where ctid = any(array(
         select ctid from idempotent_response where created_at < statement_timestamp() - interval '24 hours'
         order by created_at limit $1))`,
      [PURGE_BATCH],
    );
    total += deleted;
    if (deleted < PURGE_BATCH) return total;
  }
}

export const OVERDUE_RESPONSES: readonly DataCheck[] = [
  overdueRows({
    ...{ rows: 'responses for Idempotency-Key', table: 'idempotent_response', key: 'account_id, key' },
    ...{ since: 'created_at', days: 1 },
  }),
];
