import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import type { PageRequest } from '@libs/kernel';

export const QUEUE_NAMES = ['collection', 'deliveries', 'replies', 'mail', 'events'] as const;
export type QueueName = (typeof QUEUE_NAMES)[number];
/** Queues whose failed work can be listed. Events are relayed until they succeed. */
export const JOB_QUEUES = ['collection', 'deliveries', 'replies', 'mail'] as const;
export type JobQueue = (typeof JOB_QUEUES)[number];

/** The work of one kind, in all processes. */
export interface QueueState {
  readonly name: QueueName;
  /** Work that is due and not claimed. */
  readonly waiting: number;
  readonly running: number;
  /** Work that failed in the last day. Events: those whose last attempt failed. */
  readonly failed: number;
  /** Since when the longest waiting work is due; null if none waits. */
  readonly oldestAt: Date | null;
  /** Mean of the last five minutes. */
  readonly perMinute: number;
}

/** Work that failed for good. */
export interface FailedJob {
  readonly queue: JobQueue;
  readonly id: number;
  readonly accountId: number;
  /** Id of the link, the webhook, the review or the mail. */
  readonly subjectId: number;
  readonly failedAt: Date;
  readonly reason: string;
  readonly attempts: number;
}

const COLUMNS = `queue, id, account_id as "accountId", subject_id as "subjectId", failed_at as "failedAt", reason, attempts`;
const PERIOD = `failed_at > statement_timestamp() - interval '7 days'`;

/** Work that waits, runs and has failed, from views of the contexts that own the tables. */
@Injectable()
export class QueuesQuery {
  constructor(private readonly database: Database) {}

  async states(): Promise<readonly QueueState[]> {
    return this.database.query<QueueState>(
      `select name, waiting::int as waiting, running::int as running, failed::int as failed, oldest_at as "oldestAt",
         per_minute::float8 as "perMinute" from job_queue`,
    );
  }

  /**
   * What waits and runs, without the figures of ended work: PostgreSQL computes only the columns that are selected, and these are read from
   * partial indexes of open work.
   */
  async depths(): Promise<
    readonly (Pick<QueueState, 'name' | 'waiting' | 'running'> & { readonly oldestSeconds: number })[]
  > {
    return this.database.query(
      `select name, waiting::int as waiting, running::int as running,
         coalesce(greatest(0, extract(epoch from statement_timestamp() - oldest_at)), 0)::float8 as "oldestSeconds"
       from job_queue`,
    );
  }

  /** Work that failed in the last day. */
  async failedOfDay(): Promise<readonly Pick<QueueState, 'name' | 'failed'>[]> {
    return this.database.query('select name, failed::int as failed from job_queue');
  }

  /** Failed work of seven days, latest first. */
  async failed(
    queue: JobQueue | null,
    { limit, offset }: PageRequest,
  ): Promise<{ readonly jobs: readonly FailedJob[]; readonly total: number }> {
    return this.database.snapshot(async () => {
      const where = `from failed_job where ${PERIOD} and ($1::text is null or queue = $1)`;
      const jobs = await this.database.query<FailedJob>(
        `select ${COLUMNS} ${where} order by failed_at desc, queue, id limit $2 offset $3`,
        [queue, limit, offset],
      );
      const [count] = await this.database.query<{ total: number }>(`select count(*)::int as total ${where}`, [queue]);
      return { jobs, total: count?.total ?? 0 };
    });
  }

  /** Failed work by its id; null if there is none, or it did not fail. */
  async job(queue: JobQueue, id: number): Promise<FailedJob | null> {
    const [job] = await this.database.query<FailedJob>(
      `select ${COLUMNS} from failed_job where queue = $1 and id = $2 order by failed_at desc limit 1`,
      [queue, id],
    );
    return job ?? null;
  }
}
