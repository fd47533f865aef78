import { Injectable } from '@nestjs/common';
import { Database, overdueRows, type DataCheck } from '@libs/database';
import { loggedRequest, type NotedRequest } from '../domain/logged-request';
import type { LeftOut } from '../domain/sampling';

export const KEEP_DAYS = 7;
const PURGE_BATCH = 5_000;

/** Writes and purges the request log. */
@Injectable()
export class RequestLogStore {
  /** The clock of the database in milliseconds when `performance.now()` was 0. */
  private originMs: number | null = null;

  constructor(private readonly database: Database) {}

  /** Stores requests with their time by the clock of the database. */
  async insert(requests: readonly NotedRequest[]): Promise<void> {
    if (requests.length === 0) return;
    const originMs = await this.origin();
    const logged = requests.map(loggedRequest);
    await this.database.query(
      `insert into request_log
         (account_id, at, request_id, key_id, method, route, path, query, status, code, detail, ms, body, is_body_cut)
       select account_id, to_timestamp(at_ms / 1000), request_id, key_id, method, route, path, query, status,
         code, detail, ms, body, is_body_cut
       from unnest($1::bigint[], $2::float8[], $3::text[], $4::bigint[], $5::text[], $6::text[], $7::text[], $8::text[], $9::int[],
         $10::text[], $11::text[], $12::float8[], $13::text[], $14::boolean[])
         as x (account_id, at_ms, request_id, key_id, method, route, path, query, status, code, detail, ms, body, is_body_cut)
       order by at_ms`,
      [
        requests.map(({ accountId }) => accountId),
        requests.map(({ startedAtMs }) => originMs + startedAtMs),
        requests.map(({ requestId }) => requestId),
        requests.map(({ keyId }) => keyId),
        requests.map(({ method }) => method),
        logged.map(({ route }) => route),
        logged.map(({ path }) => path),
        logged.map(({ query }) => query),
        requests.map(({ status }) => status),
        logged.map(({ code }) => code),
        logged.map(({ detail }) => detail),
        requests.map(({ ms }) => Math.round(ms * 10) / 10),
        logged.map(({ body }) => body),
        logged.map(({ isBodyCut }) => isBodyCut),
      ],
    );
  }

  /**
   * Measures the clock of the database. A measured value replaces the earlier one only if they differ by more than the round trip, so
   * that the order of requests does not depend on the duration of statements.
   */
  private async origin(): Promise<number> {
    const sentMs = performance.now();
    const [row] = await this.database.query<{ ms: number }>(
      'select extract(epoch from clock_timestamp())::float8 * 1000 as ms',
    );
    const roundTripMs = performance.now() - sentMs;
    const measuredMs = (row?.ms ?? 0) - sentMs - roundTripMs / 2;
    if (this.originMs === null || Math.abs(measuredMs - this.originMs) > roundTripMs) this.originMs = measuredMs;
    return this.originMs;
  }

  /** Adds the numbers of requests that were not kept to the current hour. */
  async leaveOut(counts: ReadonlyMap<number, LeftOut>): Promise<void> {
    if (counts.size === 0) return;
    const rows = [...counts].sort(([one], [other]) => one - other);
    await this.database.query(
      `insert into request_log_left_out as l (account_id, hour, first_at, last_at, one_in, successes, refusals)
       select account_id, date_trunc('hour', clock_timestamp(), 'UTC'), clock_timestamp(), clock_timestamp(), one_in, successes, refusals
       from unnest($1::bigint[], $2::int[], $3::bigint[], $4::bigint[]) as x (account_id, one_in, successes, refusals)
       on conflict (account_id, hour) do update set last_at = excluded.last_at, one_in = greatest(l.one_in, excluded.one_in),
         successes = l.successes + excluded.successes, refusals = l.refusals + excluded.refusals`,
      [
        rows.map(([accountId]) => accountId),
        rows.map(([, { oneIn }]) => oneIn),
        rows.map(([, { successes }]) => successes),
        rows.map(([, { refusals }]) => refusals),
      ],
    );
  }

  /**
   * Deletes a batch of requests that are older than seven days; returns whether there may be more. Ids follow the time, so the oldest
   * requests are read by the primary key.
   */
  async purge(): Promise<boolean> {
    const cutoff = `clock_timestamp() - interval '${KEEP_DAYS} days'`;
    const deleted = await this.database.execute(
      `delete from request_log where id in (
         select id from (select id, at from request_log order by id limit ${PURGE_BATCH}) oldest where at < ${cutoff})`,
    );
    if (deleted === PURGE_BATCH) return true;
    await this.database.query(`delete from request_log_left_out where last_at < ${cutoff}`);
    return false;
  }
}

export const OVERDUE_REQUESTS: readonly DataCheck[] = [
  overdueRows({ rows: 'logged requests', table: 'request_log', key: 'account_id, id', since: 'at', days: KEEP_DAYS }),
];

/** Deletes all requests that are older than seven days. */
export async function purgeRequests(database: Database): Promise<void> {
  const store = new RequestLogStore(database);
  while (await store.purge());
}
