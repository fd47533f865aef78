import { Injectable } from '@nestjs/common';
import { API_PROCESS } from './access-changes';
import { AccessConnections } from './access-connections';

/** Report and request of one process about one key: requests it admitted already, and requests it wants to admit. */
export interface WindowQuestion {
  readonly keyId: number;
  readonly spent: number;
  readonly asked: number;
}

export interface WindowAnswer {
  readonly keyId: number;
  /** How many of `asked` are granted; they are counted. */
  readonly granted: number;
  /** Requests of all processes in the last 60 seconds, including those just granted. */
  readonly used: number;
  /** Milliseconds until the oldest of them leaves the window. */
  readonly freesInMs: number;
}

/** Counts requests per key over all API processes (contract §1.2). */
@Injectable()
export class RequestWindowStore {
  constructor(private readonly connections: AccessConnections) {}

  /** One statement for all keys, in the order of their ids so that processes do not deadlock. */
  async take(questions: readonly WindowQuestion[], limit: number): Promise<readonly WindowAnswer[]> {
    return this.connections.window.prepared<WindowAnswer>({
      name: 'auth-take-requests',
      text: `select q.key_id as "keyId", t.granted, t.used, t.frees_in_ms as "freesInMs"
             from (select * from unnest($1::bigint[], $2::int[], $3::int[]) as u (key_id, spent, asked) order by key_id) q,
             lateral take_requests(q.key_id, q.spent, q.asked, $4) t`,
      values: [questions.map((q) => q.keyId), questions.map((q) => q.spent), questions.map((q) => q.asked), limit],
    });
  }

  /** Number of API processes: each holds one listening session for changes of access. */
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
