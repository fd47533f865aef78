import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import type { RunningWork } from '@libs/queue';

export type ProcessRole = 'all' | 'api' | 'worker';

/** A process of the service. */
export interface RunningProcess {
  readonly id: string;
  readonly role: ProcessRole;
  readonly version: string;
  readonly startedAt: Date;
  readonly seenAt: Date;
  /** False if the process has not been seen for half a minute. */
  readonly isAlive: boolean;
  readonly work: readonly RunningWork[];
}

/** The processes that run or ran within a day. */
@Injectable()
export class ProcessStore {
  constructor(private readonly database: Database) {}

  /** Writes the row of this process, and deletes rows of processes that were last seen a day ago. */
  async beat(process: Pick<RunningProcess, 'id' | 'role' | 'version' | 'work'>): Promise<void> {
    await this.database.execute(
      `insert into running_process as p (id, role, version, work) values ($1, $2, $3, $4::jsonb)
       on conflict (id) do update set seen_at = clock_timestamp(), work = excluded.work`,
      [process.id, process.role, process.version, JSON.stringify(process.work)],
    );
    await this.database.execute(`delete from running_process where seen_at < statement_timestamp() - interval '1 day'`);
  }

  /** Deletes the row of a process that ends. */
  async leave(id: string): Promise<void> {
    await this.database.execute('delete from running_process where id = $1', [id]);
  }

  /** Oldest first. */
  async list(): Promise<readonly RunningProcess[]> {
    return this.database.query<RunningProcess>(
      `select id, role, version, started_at as "startedAt", seen_at as "seenAt", work,
         seen_at > statement_timestamp() - interval '30 seconds' as "isAlive"
       from running_process where seen_at > statement_timestamp() - interval '1 day' order by started_at, id`,
    );
  }
}
