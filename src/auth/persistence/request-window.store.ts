import { Injectable } from '@nestjs/common';
import { API_PROCESS } from './access-changes';
import { AccessConnections } from './access-connections';

/** The report of one process about one key or session: requests that it has admitted, and requests that wait for admission. */
export interface WindowReport {
  readonly id: number;
  readonly admitted: number;
  readonly waiting: number;
}

export interface WindowResult {
  readonly id: number;
  /** How many of the waiting requests are granted; they are counted. */
  readonly granted: number;
  /** Requests of all processes in the last 60 seconds, including those just granted. */
  readonly used: number;
  /** Milliseconds until the oldest request leaves the window. */
  readonly freesInMs: number;
}

/** Counts requests per key over all API processes (contract §1.2). */
@Injectable()
export class RequestWindowStore {
  constructor(private readonly connections: AccessConnections) {}

  /** One statement for all keys, in the order of their ids so that processes do not deadlock. */
  async take(reports: readonly WindowReport[], limit: number): Promise<readonly WindowResult[]> {
    return this.connections.window.prepared<WindowResult>({
      name: 'auth-take-requests',
      text: `select q.id, t.granted, t.used, t.frees_in_ms as "freesInMs"
             from (select * from unnest($1::bigint[], $2::int[], $3::int[]) as u (id, spent, asked) order by id) q,
             lateral take_requests(q.id, q.spent, q.asked, $4) t`,
      values: [reports.map((r) => r.id), reports.map((r) => r.admitted), reports.map((r) => r.waiting), limit],
    });
  }

  /** Number of API processes: each has one listening session for changes of access. */
  async processes(): Promise<number> {
    const [row] = await this.connections.window.prepared<{ count: number }>({
      name: 'auth-api-processes',
      text: `select count(*) from pg_stat_activity
             where datname = current_database() and usename = current_user and application_name = $1`,
      values: [API_PROCESS],
    });
    return Math.max(1, row?.count ?? 1);
  }
}

/** Counts requests per session. The ids of keys and sessions overlap: in the table, the windows of sessions have negative ids. */
@Injectable()
export class SessionWindowStore extends RequestWindowStore {
  override async take(reports: readonly WindowReport[], limit: number): Promise<readonly WindowResult[]> {
    const results = await super.take(
      reports.map((report) => ({ ...report, id: -report.id })),
      limit,
    );
    return results.map((result) => ({ ...result, id: -result.id }));
  }
}

/** Ids of embeds are moved beyond those of keys and sessions; the sum is a safe integer for every id that a database reaches. */
const FIRST_EMBED = 2 ** 52;

/** Counts requests per embed. */
@Injectable()
export class EmbedWindowStore extends RequestWindowStore {
  override async take(reports: readonly WindowReport[], limit: number): Promise<readonly WindowResult[]> {
    const results = await super.take(
      reports.map((report) => ({ ...report, id: report.id + FIRST_EMBED })),
      limit,
    );
    return results.map((result) => ({ ...result, id: result.id - FIRST_EMBED }));
  }
}
