import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import type { PageRequest } from '@libs/kernel';
import type { RunCause } from '../../domain/priority-class';

export const RUN_STATES = ['open', 'ended'] as const;
export type RunState = (typeof RUN_STATES)[number];

export interface RunFilter {
  /** Null: runs of both states. */
  readonly state: RunState | null;
  /** Only runs created at this time (UTC) or later; null: all runs. */
  readonly since: string | null;
}

/** Totals over a run's links, or over those of one object. */
export interface RunFigures {
  readonly links: number;
  readonly notStarted: number;
  readonly open: number;
  readonly succeeded: number;
  readonly failed: number;
  readonly newReviews: number;
  readonly changedReviews: number;
  readonly deletedReviews: number;
}

export interface RunResult extends RunFigures {
  readonly id: number;
  readonly cause: RunCause;
  readonly createdAt: Date;
  readonly finishedAt: Date | null;
}

/** The result of one link in a run. */
export interface RunLinkResult {
  readonly linkId: number;
  readonly state: 'queued' | 'running' | 'ended';
  readonly outcome: 'success' | 'failed' | 'dropped' | null;
  readonly scrapeError: string | null;
  readonly stopReason: string | null;
  readonly pages: number;
  readonly read: number;
  readonly newReviews: number;
  readonly changedReviews: number;
  readonly deletedReviews: number;
  readonly attempts: number;
  readonly startedAt: Date | null;
  readonly endedAt: Date | null;
  readonly isFull: boolean;
}

const RUN = 'r.id, r.cause, r.created_at as "createdAt", r.finished_at as "finishedAt"';
const FIGURES = `count(*) as links,
  count(*) filter (where l.outcome is null and l.started_at is null) as "notStarted",
  count(*) filter (where l.outcome is null) as open,
  count(*) filter (where l.outcome = 'success') as succeeded,
  count(*) filter (where l.outcome = 'failed') as failed,
  coalesce(sum(l.reviews_new), 0) as "newReviews",
  coalesce(sum(l.reviews_changed), 0) as "changedReviews",
  coalesce(sum(l.reviews_deleted), 0) as "deletedReviews"`;
const RUN_LINK = `link_id as "linkId", state, outcome, scrape_error as "scrapeError", stop_reason as "stopReason", pages,
  reviews_read as read, reviews_new as "newReviews", reviews_changed as "changedReviews",
  reviews_deleted as "deletedReviews", attempts, started_at as "startedAt", ended_at as "endedAt", wants_full as "isFull"`;
const NEWEST_FIRST = 'order by r.created_at desc, r.id desc';

/** Runs and their results. Every method reads only the rows of the given account. */
@Injectable()
export class RunHistoryQuery {
  constructor(private readonly database: Database) {}

  /** Runs of the account, newest first. Aggregates only the runs of the page. */
  async page(accountId: number, filter: RunFilter, { limit, offset }: PageRequest): Promise<ResultPage> {
    return this.database.snapshot(async () => {
      const { where, values } = filterOf(accountId, filter);
      const runs = await this.database.query<RunResult>(
        `with page as materialized (
           select r.* from run r where ${where} ${NEWEST_FIRST} limit $${values.length + 1} offset $${values.length + 2}
         )
         select ${RUN}, f.* from page r
         cross join lateral (select ${FIGURES} from run_link l where l.account_id = $1 and l.run_id = r.id) f ${NEWEST_FIRST}`,
        [...values, limit, offset],
      );
      return { runs, total: await this.count(`run r where ${where}`, values) };
    });
  }

  /** Runs with links of the object, newest first; the figures cover those links only. */
  async pageOfObject(
    accountId: number,
    objectId: number,
    filter: RunFilter,
    { limit, offset }: PageRequest,
  ): Promise<ResultPage> {
    return this.database.snapshot(async () => {
      const { where, values } = filterOf(accountId, filter);
      const object = `$${values.length + 1}`;
      const withObject = `run r join (
          select distinct run_id from run_link where account_id = $1 and object_id = ${object}
        ) p on p.run_id = r.id where ${where}`;
      const runs = await this.database.query<RunResult>(
        `with page as materialized (
           select r.* from ${withObject} ${NEWEST_FIRST} limit $${values.length + 2} offset $${values.length + 3}
         )
         select ${RUN}, f.* from page r cross join lateral (
           select ${FIGURES} from run_link l where l.account_id = $1 and l.object_id = ${object} and l.run_id = r.id
         ) f ${NEWEST_FIRST}`,
        [...values, objectId, limit, offset],
      );
      return { runs, total: await this.count(withObject, [...values, objectId]) };
    });
  }

  /** One run with its links; null if the account has no such run. */
  async single(accountId: number, runId: number): Promise<{ run: RunResult; links: readonly RunLinkResult[] } | null> {
    const [run] = await this.database.query<RunResult>(
      `select ${RUN}, f.* from run r
       cross join lateral (select ${FIGURES} from run_link l where l.account_id = $1 and l.run_id = r.id) f
       where r.account_id = $1 and r.id = $2`,
      [accountId, runId],
    );
    if (!run) return null;
    const links = await this.database.query<RunLinkResult>(
      `select ${RUN_LINK} from run_link where account_id = $1 and run_id = $2 order by link_id`,
      [accountId, runId],
    );
    return { run, links };
  }

  /** The parts of an object's links in these runs, by run and in the order of their links. */
  async linksOfObject(
    accountId: number,
    objectId: number,
    runIds: readonly number[],
  ): Promise<ReadonlyMap<number, readonly RunLinkResult[]>> {
    const rows = await this.database.query<RunLinkResult & { readonly runId: number }>(
      `select run_id as "runId", ${RUN_LINK} from run_link
       where account_id = $1 and object_id = $2 and run_id = any($3::bigint[]) order by run_id, link_id`,
      [accountId, objectId, runIds],
    );
    const byRun = new Map<number, RunLinkResult[]>();
    for (const { runId, ...link } of rows) byRun.set(runId, [...(byRun.get(runId) ?? []), link]);
    return byRun;
  }

  private async count(from: string, values: readonly unknown[]): Promise<number> {
    const [row] = await this.database.query<{ n: number }>(`select count(*) as n from ${from}`, values);
    return row?.n ?? 0;
  }
}

interface ResultPage {
  readonly runs: readonly RunResult[];
  readonly total: number;
}

/**
 * The SQL conditions of a filter, without those that are null: with fewer conditions PostgreSQL chooses the index that fits them.
 */
function filterOf(accountId: number, { state, since }: RunFilter): { where: string; values: readonly unknown[] } {
  const conditions = ['r.account_id = $1'];
  if (state !== null) conditions.push(`r.finished_at is ${state === 'open' ? '' : 'not '}null`);
  if (since === null) return { where: conditions.join(' and '), values: [accountId] };
  conditions.push(`r.created_at >= $2::timestamp at time zone 'UTC'`);
  return { where: conditions.join(' and '), values: [accountId, since] };
}
