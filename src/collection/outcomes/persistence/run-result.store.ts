import { Injectable } from '@nestjs/common';
import { Database, type PreparedStatement, type Row } from '@libs/database';
import { Outbox } from '@libs/events';
import { cleanTextOrNull, storedTextOrNull, wireTime } from '@libs/kernel';
import { isUnread, type PlatformObject, type Unread } from '@libs/sources';
import { savingPageName } from '@src/links';
import { COLLECTION_RUN_FINISHED, REVIEW_EVENTS, addStep, type ReviewFact, type Step } from '@src/reviews';
import { FREEZE_AFTER } from '../../domain/failure';
import { storedCounts, type FieldCount } from '../../domain/field-counts';
import { NOTHING_READ, unreadAfter, type ListVerdict, type ReadCounts } from '../../domain/pass';
import { FROZEN_EVERY_MS, fullPassMarks, type FullPassMarks } from '../../domain/schedule';
import type { ClaimedLink, EndingLink } from '../../persistence/run-lease.store';

/** The result of a successful pass. */
export interface PassResult {
  readonly beganAt: Date;
  readonly stopReason: string;
  /** Undefined if the pass cannot evaluate missing reviews. The earlier warning is then kept. */
  readonly warning: string | null | undefined;
  readonly object: PlatformObject | null;
  /** The pass read every review that has this date or a later one. */
  readonly seenFloor: string;
  /** The newest review date of the pass. */
  readonly newestDate: string | null;
  readonly list: ListVerdict;
  readonly deleted: number;
  readonly fields: readonly FieldCount[];
  readonly unread: Unread;
  /** What the pass read and did not count yet. */
  readonly uncounted?: ReadCounts;
  /** The period of collections of a link that is not frozen, and the longest period of full passes. */
  readonly everyMs: number;
  readonly fullEveryMs: number;
}

export interface FailedVisit {
  readonly scrapeError: string;
  /** `lasting` increments the link's count of lasting failures, `passing` resets it. `none`: the link was not visited. */
  readonly kind: 'lasting' | 'passing' | 'none';
  /** What the pass read and did not count yet. */
  readonly uncounted?: ReadCounts;
}

/** A link's outcome in a run, for the command line and tests. */
export interface RunLinkReport {
  readonly linkId: number;
  readonly state: 'queued' | 'running' | 'ended';
  readonly outcome: 'success' | 'failed' | 'dropped' | null;
  readonly scrapeError: string | null;
  readonly collected: number;
}

/** The state of a link's collection before this pass. */
interface CollectionBefore extends FullPassMarks {
  readonly steps: readonly Step[];
  readonly unread: Unread | null;
}

/** Writes the results of collections: to the link, the run link and the run, and as events. Runs in the caller's transaction. */
@Injectable()
export class RunResultStore {
  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
  ) {}

  /**
   * The statements that lock the link and then its row in `link_collection` at the end of a pass. Send them before the account's
   * change number is locked, because a request that deletes a link locks in the same order. The first also stores the object's
   * name from the page. Pass their rows to `saveSuccess`.
   */
  lockLinkStatements(claim: ClaimedLink, object: PlatformObject | null): readonly PreparedStatement[] {
    return [
      savingPageName(claim.linkId, object === null ? null : storedTextOrNull(object.name)),
      {
        name: 'hold-collection',
        text: `select seen_floors::text[] as floors, seen_ats as ats, count_disputes as "countDisputes", full_due_at as "fullDueAt", unread
               from link_collection where link_id = $1 for update`,
        values: [claim.linkId],
      },
    ];
  }

  /**
   * Writes the result of a successful pass and a step of the link's staircase (`seen_floors`), and ends a freeze. All stored
   * reviews of the link are known ground from now on. Only a proven pass sets `full_pass_at` and `full_pass_newest`; a disputed
   * pass postpones the next full pass, for a longer time with each disputed pass in a row. `lockedRows` are the rows of
   * `lockLinkStatements`.
   */
  async saveSuccess(claim: ClaimedLink, lockedRows: readonly Row[][], pass: PassResult): Promise<void> {
    const before = collectionBefore(lockedRows);
    const steps = addStep(before.steps, { floor: pass.seenFloor, seenAt: pass.beganAt });
    const marks = fullPassMarks(before, pass);
    const unread = unreadAfter(before.unread, pass);
    const { object } = pass;
    const save: PreparedStatement = {
      name: 'save-success',
      inIndexOrder: true,
      text: `update link_collection c set
         scrape_status = 'success', scrape_error = null, last_scraped_at = clock_timestamp(), read_at = clock_timestamp(), stop_reason = $2,
         warning = case when $9 then $3 else warning end, frozen_at = null, lasting_failures = 0,
         failures = 0, failing_since = null,
         -- A link that is no longer frozen returns to its normal period.
         next_run_at = case when frozen_at is null or next_run_at is null then next_run_at
           else least(next_run_at, clock_timestamp() + $10 * interval '1 millisecond') end,
         full_pass_at = case when $4 = 'proven' then $5 else full_pass_at end,
         full_pass_newest = case when $4 = 'proven' then $6::timestamp else full_pass_newest end,
         disputed_newest = case $4 when 'proven' then null when 'disputed' then $6::timestamp else disputed_newest end,
         shows_window = case when $4 in ('proven', 'disputed') then $2 = 'window_limit' else shows_window end,
         count_disputes = $11, full_due_at = $12, unread = $17::jsonb,
         known_change = (select a.change_seq from account_change_view a where a.account_id = c.account_id),
         seen_floors = $7::timestamp[], seen_ats = $8::timestamptz[],
         last_scraped_review_date = (select r.review_date from review_view r
           where r.account_id = c.account_id and r.link_id = c.link_id and r.review_date is not null
           order by r.review_date desc nulls last, r.id desc limit 1),
         platform_review_count = case when $13 then $14 else platform_review_count end,
         platform_rating = case when $13 then $15 else platform_rating end,
         platform_rating_original = case when $13 then $16 else platform_rating_original end,
         platform_as_of = case when $13 then clock_timestamp() else platform_as_of end
       where link_id = $1`,
      values: [
        claim.linkId,
        pass.stopReason,
        pass.warning ?? null,
        pass.list,
        pass.beganAt,
        pass.newestDate,
        steps.map((step) => step.floor),
        steps.map((step) => step.seenAt),
        pass.warning !== undefined,
        pass.everyMs,
        marks.countDisputes,
        marks.fullDueAt,
        object !== null,
        validCount(object?.reviewCount ?? null),
        typeof object?.rating === 'number' ? Math.round(object.rating * 100) : null,
        cleanTextOrNull(object?.ratingOriginal ?? null),
        isUnread(unread) ? JSON.stringify(unread) : null,
      ],
    };
    await this.end(claim, save, {
      outcome: 'success',
      scrapeError: null,
      stopReason: pass.stopReason,
      deleted: pass.deleted,
      fields: pass.fields,
      uncounted: pass.uncounted,
    });
  }

  /**
   * Writes the failure of a link in this run; after `FREEZE_AFTER` lasting failures in a row the link is frozen. Its reviews do not
   * change. A full pass that did not end stays due. Returns whether this failure froze the link.
   */
  async saveFailure(claim: ClaimedLink, failure: FailedVisit): Promise<boolean> {
    const save: PreparedStatement = {
      name: 'save-failure',
      text: `update link_collection set
         scrape_status = 'failed', scrape_error = $2, stop_reason = split_part($2, ':', 1), last_scraped_at = clock_timestamp(),
         failures = failures + 1, failing_since = coalesce(failing_since, clock_timestamp()),
         lasting_failures = case $3 when 'lasting' then lasting_failures + 1 when 'passing' then 0 else lasting_failures end,
         frozen_at = case when $3 = 'lasting' and lasting_failures + 1 >= $4 then coalesce(frozen_at, clock_timestamp()) else frozen_at end,
         next_run_at = case when $3 = 'lasting' and lasting_failures + 1 >= $4 and frozen_at is null and next_run_at is not null
           then clock_timestamp() + $5 * interval '1 millisecond' else next_run_at end,
         full_due_at = case when $6 then least(full_due_at, clock_timestamp()) else full_due_at end
       where link_id = $1 returning $3 = 'lasting' and lasting_failures = $4 as "isNewlyFrozen"`,
      values: [claim.linkId, failure.scrapeError, failure.kind, FREEZE_AFTER, FROZEN_EVERY_MS, claim.wantsFull],
    };
    const [saved] = await this.end(claim, save, {
      outcome: 'failed',
      scrapeError: failure.scrapeError,
      stopReason: failure.scrapeError.split(':', 1)[0] ?? null,
      deleted: 0,
      uncounted: failure.uncounted,
    });
    return saved?.['isNewlyFrozen'] === true;
  }

  /**
   * Drops a link that was disabled or deleted after it was planned, and resets its status to the result of its last collection. A
   * full pass that was due stays due.
   */
  async saveDropped(link: EndingLink): Promise<void> {
    const save: PreparedStatement = {
      name: 'save-dropped',
      text: `update link_collection set scrape_status = case when scrape_status <> 'in_progress' then scrape_status
           when last_scraped_at is null then 'pending' when scrape_error is not null then 'failed' else 'success' end,
         full_due_at = case when $2 then least(full_due_at, clock_timestamp()) else full_due_at end
       where link_id = $1`,
      values: [link.linkId, link.wantsFull],
    };
    await this.end(link, save, { outcome: 'dropped', scrapeError: null, stopReason: null, deleted: 0 });
  }

  /** The outcome of every link of a run; null if there is no such run. */
  async report(runId: number): Promise<{ finishedAt: Date | null; links: RunLinkReport[] } | null> {
    const [run] = await this.database.query<{ finishedAt: Date | null }>(
      'select finished_at as "finishedAt" from run where id = $1',
      [runId],
    );
    if (!run) return null;
    const links = await this.database.query<RunLinkReport>(
      `select link_id as "linkId", state, outcome, scrape_error as "scrapeError", reviews_read as collected from run_link where run_id = $1 order by link_id`,
      [runId],
    );
    return { finishedAt: run.finishedAt, links };
  }

  /** Sends `save`, a statement for the link's collection, and ends the run link. Ends the run with its last link. Returns the rows of `save`. */
  private async end(
    link: EndingLink,
    save: PreparedStatement,
    result: {
      outcome: string;
      scrapeError: string | null;
      stopReason: string | null;
      deleted: number;
      fields?: readonly FieldCount[];
      uncounted?: ReadCounts | undefined;
    },
  ): Promise<readonly Row[]> {
    const { pages, reviews } = result.uncounted ?? NOTHING_READ;
    const [saved, , , [run]] = (await this.database.together([
      save,
      // Locks the run: two links that end concurrently would each see the other as open. This lock does not wait for writes of
      // pages of other links, which reference the run.
      { name: 'hold-run', text: 'select id from run where id = $1 for no key update', values: [link.runId] },
      {
        name: 'end-run-link',
        text: `update run_link set state = 'ended', outcome = $2, scrape_error = $3, stop_reason = $4, reviews_deleted = $5,
                 ended_at = clock_timestamp(), lease_token = null, lease_until = null, field_counts = $6,
                 pages = pages + $7, reviews_read = reviews_read + $8
               where id = $1`,
        values: [
          link.runLinkId,
          result.outcome,
          result.scrapeError,
          result.stopReason,
          result.deleted,
          result.fields === undefined ? null : storedCounts(result.fields),
          pages,
          reviews,
        ],
      },
      {
        name: 'finish-run-if-done',
        // With "finished_at is null", the planner may read all open runs.
        text: `update run set finished_at = clock_timestamp()
               where id = $1 and coalesce(finished_at, 'infinity') = 'infinity'
                 and not exists (select from run_link where run_id = $1 and state <> 'ended')
               returning finished_at as "finishedAt"`,
        values: [link.runId],
      },
    ])) as [readonly Row[], unknown, unknown, [{ finishedAt: Date }?]];
    if (run) await this.writeEvents(link, run.finishedAt);
    return saved;
  }

  /** Writes the events of a run whose last link has ended. Their time is `finishedAt`, because this statement may run later. */
  private async writeEvents({ accountId, runId }: EndingLink, finishedAt: Date): Promise<void> {
    const [objects, facts] = (await this.database.together([
      {
        name: 'objects-of-run',
        // By the run: with both conditions, the planner may read all run links of the account.
        text: `select distinct l.object_id as id from (select $1::bigint as id) r
               cross join lateral (select * from run_link where run_id = r.id offset 0) l
               where l.account_id = $2 and l.outcome <> 'dropped' order by 1`,
        values: [runId, accountId],
      },
      // Without objects that are disabled or deleted at the end of the run.
      {
        name: 'facts-of-run',
        text: `select f.fact, count(*) as reviews, array_agg(distinct f.object_id order by f.object_id) as "objectIds"
               from run_review f
               where f.run_id = $1 and f.object_id = any(array(
                 select o.id from (select distinct object_id from run_fact_view where run_id = $1) x
                 cross join lateral (select * from tracked_object_view where id = x.object_id offset 0) o
                 where o.account_id = $2 and o.is_active and o.deleted_at is null))
               group by f.fact order by f.fact`,
        values: [runId, accountId],
      },
    ])) as unknown as [{ id: number }[], { fact: ReviewFact; reviews: number; objectIds: number[] }[]];
    const found = facts.map(({ fact, reviews, objectIds }) =>
      REVIEW_EVENTS[fact].of(
        accountId,
        { run_id: runId, object_ids: objectIds.map(Number), review_count: reviews },
        finishedAt,
      ),
    );
    const run = { run_id: runId, object_ids: objects.map(({ id }) => id), finished_at: wireTime(finishedAt) };
    await this.outbox.write(...found, COLLECTION_RUN_FINISHED.of(accountId, run, finishedAt));
  }
}

/** Reads the rows of `lockLinkStatements`. */
function collectionBefore([, collection = []]: readonly Row[][]): CollectionBefore {
  const [row] = collection;
  if (!row) return { steps: [], countDisputes: 0, fullDueAt: null, unread: null };
  const { floors, ats, ...marks } = row as unknown as { floors: string[]; ats: Date[] } & Omit<
    CollectionBefore,
    'steps'
  >;
  const steps = floors.map((floor, index) => ({ floor: floor.replace(' ', 'T'), seenAt: ats[index] as Date }));
  return { steps, ...marks };
}

const LARGEST_COUNT = 2 ** 31 - 1;

/** A platform's counter, or null for one that is not a valid count: pages are not trusted. */
function validCount(count: number | null): number | null {
  return count !== null && Number.isInteger(count) && count >= 0 && count <= LARGEST_COUNT ? count : null;
}
