import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import { Outbox, type DomainEvent } from '@libs/events';
import { cleanTextOrNull, wireTime } from '@libs/kernel';
import type { PlatformObject } from '@libs/sources';
import { REVIEW_EVENTS, addStep, type ReviewFact, type Step } from '@src/reviews';
import { FREEZE_AFTER } from '../domain/failure';
import { FROZEN_EVERY_MS } from '../domain/schedule';
import { COLLECTION_RUN_FINISHED } from '../events';
import type { ClaimedLink } from './run-lease.store';

/** What a pass that ended without a failure leaves on its link. */
export interface PassResult {
  readonly beganAt: Date;
  readonly stopReason: string;
  /** Undefined where the pass could not tell: what an earlier one warned of then still stands. */
  readonly warning: string | null | undefined;
  readonly object: PlatformObject | null;
  /** Everything dated from here on was seen. */
  readonly seenFloor: string;
  /** Set where the pass read the list to its end: the newest review date it saw. */
  readonly wholeList: { readonly newestDate: string | null } | null;
  readonly deleted: number;
  /** How often a link is collected that is not frozen; left out, a thawed one keeps the slot of its frost. */
  readonly everyMs?: number;
}

export interface FailedVisit {
  readonly scrapeError: string;
  /** Whether it counts towards freezing the link, ends the count, or says nothing of the link because it was not asked. */
  readonly bearing: 'lasting' | 'passing' | 'none';
}

/** One link's outcome in a run, as the command line and the tests read it. */
export interface RunLinkReport {
  readonly linkId: number;
  readonly state: 'queued' | 'running' | 'ended';
  readonly outcome: 'success' | 'failed' | 'dropped' | null;
  readonly scrapeError: string | null;
  readonly collected: number;
}

/** How collections end: on the link, on its part of the run, on the run, and as events. All in the caller's transaction. */
@Injectable()
export class RunResultStore {
  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
  ) {}

  /** The link is being read. */
  async showInProgress(claim: ClaimedLink): Promise<void> {
    await this.database.query(`update link_collection set scrape_status = 'in_progress' where link_id = $1`, [
      claim.linkId,
    ]);
  }

  /** The first visit of a short link found the page it stands for. */
  async setUrl(claim: ClaimedLink, url: string): Promise<void> {
    await this.database.query('update link set url = $2 where id = $1', [claim.linkId, url]);
  }

  /** A pass reached its end: what it learned of the link, a step of its staircase, and no frost any more. */
  async saveSuccess(claim: ClaimedLink, pass: PassResult): Promise<void> {
    // The link before its collection, as everyone else locks them.
    if (pass.object !== null) await this.saveName(claim, pass.object);
    const steps = addStep(await this.staircase(claim.linkId), { floor: pass.seenFloor, seenAt: pass.beganAt });
    await this.database.query(
      `update link_collection c set
         scrape_status = 'success', scrape_error = null, last_scraped_at = clock_timestamp(), stop_reason = $2,
         warning = case when $9 then $3 else warning end, frozen_at = null, lasting_failures = 0,
         -- The week that a frozen link was planned for is over with its frost.
         next_run_at = case when frozen_at is null or next_run_at is null then next_run_at
           else least(next_run_at, clock_timestamp() + $10 * interval '1 millisecond') end,
         full_pass_at = case when $4 then $5 else full_pass_at end,
         full_pass_newest = case when $4 then $6::timestamp else full_pass_newest end,
         seen_floors = $7::timestamp[], seen_ats = $8::timestamptz[],
         last_scraped_review_date = (select max(r.review_date) from review r where r.account_id = c.account_id and r.link_id = c.link_id)
       where link_id = $1`,
      [
        claim.linkId,
        pass.stopReason,
        pass.warning ?? null,
        pass.wholeList !== null,
        pass.beganAt,
        pass.wholeList?.newestDate ?? null,
        steps.map((step) => step.floor),
        steps.map((step) => step.seenAt),
        pass.warning !== undefined,
        pass.everyMs ?? FROZEN_EVERY_MS,
      ],
    );
    if (pass.object !== null) await this.saveFigures(claim, pass.object);
    await this.end(claim, {
      outcome: 'success',
      scrapeError: null,
      stopReason: pass.stopReason,
      deleted: pass.deleted,
    });
  }

  /** A visit failed for good in this run; so many lasting failures in a row freeze the link. Its reviews stay as they are. */
  async saveFailure(claim: ClaimedLink, failure: FailedVisit): Promise<void> {
    await this.database.query(
      `update link_collection set
         scrape_status = 'failed', scrape_error = $2, stop_reason = split_part($2, ':', 1), last_scraped_at = clock_timestamp(),
         lasting_failures = case $3 when 'lasting' then lasting_failures + 1 when 'passing' then 0 else lasting_failures end,
         frozen_at = case when $3 = 'lasting' and lasting_failures + 1 >= $4 then coalesce(frozen_at, clock_timestamp()) else frozen_at end,
         next_run_at = case when $3 = 'lasting' and lasting_failures + 1 >= $4 and frozen_at is null and next_run_at is not null
           then clock_timestamp() + $5 * interval '1 millisecond' else next_run_at end
       where link_id = $1`,
      [claim.linkId, failure.scrapeError, failure.bearing, FREEZE_AFTER, FROZEN_EVERY_MS],
    );
    await this.end(claim, {
      outcome: 'failed',
      scrapeError: failure.scrapeError,
      stopReason: failure.scrapeError.split(':', 1)[0] ?? null,
      deleted: 0,
    });
  }

  /** The link was switched off or deleted since it was planned: it stands as its last collection left it. */
  async saveDropped(claim: ClaimedLink): Promise<void> {
    await this.database.query(
      `update link_collection set scrape_status =
         case when last_scraped_at is null then 'pending' when scrape_error is not null then 'failed' else 'success' end
       where link_id = $1 and scrape_status = 'in_progress'`,
      [claim.linkId],
    );
    await this.end(claim, { outcome: 'dropped', scrapeError: null, stopReason: null, deleted: 0 });
  }

  /** Outcome of every link of a run; null where there is no such run of the account (any account: null). */
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

  private async staircase(linkId: number): Promise<readonly Step[]> {
    const [row] = await this.database.query<{ floors: string[]; ats: Date[] }>(
      'select seen_floors::text[] as floors, seen_ats as ats from link_collection where link_id = $1 for update',
      [linkId],
    );
    return (row?.floors ?? []).map((floor, index) => ({
      floor: floor.replace(' ', 'T'),
      seenAt: row?.ats[index] as Date,
    }));
  }

  private async saveName(claim: ClaimedLink, object: PlatformObject): Promise<void> {
    const name = cleanTextOrNull(object.name);
    await this.database.query(
      'update link set scraped_object_name = $2::text where id = $1 and $2::text is not null and scraped_object_name is distinct from $2::text',
      [claim.linkId, name],
    );
  }

  private async saveFigures(claim: ClaimedLink, object: PlatformObject): Promise<void> {
    await this.database.query(
      `update link_collection set platform_review_count = $2, platform_rating = $3, platform_rating_original = $4, platform_as_of = clock_timestamp()
       where link_id = $1`,
      [
        claim.linkId,
        counted(object.reviewCount),
        object.rating === null ? null : Math.round(object.rating * 100),
        cleanTextOrNull(object.ratingOriginal),
      ],
    );
  }

  private async end(
    claim: ClaimedLink,
    result: { outcome: string; scrapeError: string | null; stopReason: string | null; deleted: number },
  ): Promise<void> {
    // Two links that end at the same moment would each see the other still open: the run's row lets them in one by one.
    await this.database.query('select id from run where id = $1 for update', [claim.runId]);
    await this.database.query(
      `update run_link set state = 'ended', outcome = $2, scrape_error = $3, stop_reason = $4, reviews_deleted = $5,
         ended_at = clock_timestamp(), lease_token = null, lease_until = null
       where id = $1`,
      [claim.id, result.outcome, result.scrapeError, result.stopReason, result.deleted],
    );
    await this.finishRunIfDone(claim);
  }

  private async finishRunIfDone(claim: ClaimedLink): Promise<void> {
    const [run] = await this.database.query<{ finishedAt: Date }>(
      `update run set finished_at = clock_timestamp()
       where id = $1 and finished_at is null and not exists (select from run_link where run_id = $1 and state <> 'ended')
       returning finished_at as "finishedAt"`,
      [claim.runId],
    );
    if (!run) return;
    const objects = await this.database.query<{ id: number }>(
      `select distinct object_id as id from run_link where run_id = $1 and outcome <> 'dropped' order by 1`,
      [claim.runId],
    );
    const payload = {
      run_id: claim.runId,
      object_ids: objects.map((object) => object.id),
      finished_at: wireTime(run.finishedAt),
    };
    const { accountId } = claim;
    await this.outbox.write(...(await this.reviewEvents(claim)), { name: COLLECTION_RUN_FINISHED, accountId, payload });
  }

  /** What the run found in objects that are on at its end; whether they are on later changes nothing any more. */
  private async reviewEvents({ accountId, runId }: ClaimedLink): Promise<readonly DomainEvent[]> {
    const found = await this.database.query<{ fact: ReviewFact; reviews: number; objectIds: number[] }>(
      `select f.fact, count(*) as reviews, array_agg(distinct f.object_id order by f.object_id) as "objectIds"
       from run_review f
       where f.run_id = $1 and exists (select from tracked_object o
         where o.account_id = $2 and o.id = f.object_id and o.is_active and o.deleted_at is null)
       group by f.fact order by f.fact`,
      [runId, accountId],
    );
    return found.map(({ fact, reviews, objectIds }) => ({
      name: REVIEW_EVENTS[fact],
      accountId,
      payload: { run_id: runId, object_ids: objectIds.map(Number), review_count: reviews },
    }));
  }
}

const LARGEST_COUNT = 2 ** 31 - 1;

/** A platform's counter, or null for one that counts nothing real: a page may say anything. */
function counted(count: number | null): number | null {
  return count !== null && Number.isInteger(count) && count >= 0 && count <= LARGEST_COUNT ? count : null;
}
