import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '@libs/config';
import { Database } from '@libs/database';
import { AppError } from '@libs/kernel';
import { Wakeups } from '@libs/queue';
import { readByOf, roadNamed, shortestPeriodMs, type OwnerRoad, type PublicRoad } from '@libs/sources';
import { AuditTrail } from '@src/audit';
import { ObjectDirectory } from '@src/objects';
import { SourceCatalogue } from '@src/sources';
import { movesUpAt, priorityClass, type RunCause } from '../domain/priority-class';
import { awaitsProof, nextDueTime, periodOf, wantsFullPass, type PeriodicLink } from '../domain/schedule';
import { inRunSpans } from './run-spans';
import { RunPlanningStore, type PlannableLink, type PlannedLink } from './persistence/run-planning.store';

/** Wake-up: runs were planned. */
export const RUNS_PLANNED = 'runs-planned';

const BATCH_LINKS = 100;

/** Options of "collect now". */
export interface CollectNow {
  /** Read the whole list. */
  readonly full: boolean;
  /** Skip links that were collected less than this many milliseconds ago. */
  readonly minGapMs: number;
  /** Throw 409 if there is no link to collect, instead of creating an empty run. */
  readonly refusesEmpty?: boolean;
}

/** Plans runs of the due links, and of an object's links when a client requests "collect now". */
@Injectable()
export class PlanRunsService {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly database: Database,
    private readonly store: RunPlanningStore,
    private readonly objects: ObjectDirectory,
    private readonly catalogue: SourceCatalogue,
    private readonly wakeups: Wakeups,
    private readonly trail: AuditTrail,
  ) {}

  /**
   * Plans a batch of due links, one run per account and cause, and sets each link's next due time. Any number of planners may run
   * concurrently. If more links are due than fit the batch (`hasMore`), accounts share the batch.
   */
  planSome(): Promise<{ readonly planned: number; readonly hasMore: boolean }> {
    return this.database.transaction(() => this.planBatch());
  }

  /**
   * Plans a run of an object's links now. Links that already wait in an open run get a higher priority instead. Returns the new
   * run. If no link is left to plan, returns the open run, or an empty run that has ended. Throws 404 for an object of another
   * account, 409 for a disabled object, and 402 if the account is suspended or its trial is over.
   */
  async collectNow(accountId: number, objectId: number, options: CollectNow): Promise<number> {
    const object = await this.objects.requireOwned(accountId, objectId);
    if (!object.isActive) throw new AppError('conflict', 'The object is switched off');
    const runId = await this.database.transaction(async () => {
      const target = { type: 'object', id: objectId } as const;
      await this.trail.recordOfPerson({ action: 'collection.requested', accountId, target });
      return this.planObject(accountId, objectId, options);
    });
    this.wakeups.send(RUNS_PLANNED);
    return runId;
  }

  /**
   * Plans a run of an object's link on a source that was just connected, even if the link was collected recently: that visit may
   * have failed because the connection was missing. Does nothing if the link, the object or the account is inactive, or the link is
   * in an open run. Runs in the caller's transaction.
   */
  async collectConnected(accountId: number, objectId: number, sourceId: number): Promise<void> {
    const links = await this.store.linksOfObject(accountId, objectId);
    const collectable = links.filter((link) => link.sourceId === sourceId && isCollectable(link));
    if (collectable.length === 0) return;
    await this.createNow(collectable);
    this.wakeAfterCommit();
  }

  /**
   * Plans a probe of a source: an immediate visit of a working link that is due within the hour, of an account that the source
   * has not refused. The probe replaces the scheduled visit of the link. Returns false if there is no such link.
   */
  async planProbe(sourceId: number): Promise<boolean> {
    const isPlanned = await this.database.transaction(async () => {
      const [link] = await this.store.lockProbe(sourceId);
      if (!link) return false;
      await this.store.createRuns(inRunSpans([this.planLink(link, 'scheduled', false)], 'its links'), [
        { linkId: link.linkId, nextRunAt: this.nextRun(link) },
      ]);
      await this.store.raisePriority([link.linkId]);
      return true;
    });
    if (isPlanned) this.wakeups.send(RUNS_PLANNED);
    return isPlanned;
  }

  /**
   * Plans a visit of one link now, for the operator who tries a source: in the caller's transaction, also while the source is paused.
   * Returns null if the source has no link that can be visited.
   */
  async planTryout(sourceId: number, linkId: number | null): Promise<{ linkId: number; runId: number } | null> {
    const [link] = await this.store.lockTryout(sourceId, linkId);
    if (!link) return null;
    const [planned] = link.inOpenRun ? [await this.store.openRunOfLink(link.linkId)] : await this.createNow([link]);
    if (typeof planned !== 'number') return null;
    await this.store.raisePriority([link.linkId]);
    this.wakeAfterCommit();
    return { linkId: link.linkId, runId: planned };
  }

  /**
   * Plans a visit of one link now, in the caller's transaction. Returns false if it cannot be collected; a link that waits in an open run
   * gets a higher priority.
   */
  async collectLink(accountId: number, linkId: number): Promise<boolean> {
    const [link] = await this.store.lockLink(accountId, linkId);
    if (!link || !(link.inOpenRun || isCollectable(link))) return false;
    if (!link.inOpenRun) await this.createNow([link]);
    await this.store.raisePriority([linkId]);
    this.wakeAfterCommit();
    return true;
  }

  /** Plans the due links that show the page of a claimed link, so that its visit can serve them. */
  async planDueOfPage(page: { readonly sourceId: number; readonly url: string }): Promise<void> {
    await this.database.transaction(async () => this.planDueLinks(await this.store.lockDueOfPage(page)));
  }

  /** The period of a link that is collected on this road, in milliseconds. */
  periodOn(road: PublicRoad | OwnerRoad): number {
    return this.periodOf({ readBy: readByOf(road), frozenAt: null, lastingFailures: 0 }, road);
  }

  private async planBatch(): Promise<{ planned: number; hasMore: boolean }> {
    const { links, hasMore } = await this.store.lockDue(BATCH_LINKS);
    return { planned: await this.planDueLinks(links), hasMore };
  }

  /** Plans locked links that are due. Returns how many. */
  private async planDueLinks(links: readonly PlannableLink[]): Promise<number> {
    // Their collection may have been switched off since they were found.
    const due = links.filter((link) => !link.isPaused);
    if (due.length === 0) return 0;
    const nextTimes = due.map((link) => ({ linkId: link.linkId, nextRunAt: link.isOn ? this.nextRun(link) : null }));
    const collectable = due.filter((link) => isCollectable(link) && !link.isPlannedForDueTime);
    const planned = collectable.map((link) =>
      this.planLink(link, link.lastScrapedAt === null ? 'first' : 'scheduled', false),
    );
    await this.store.createRuns(inRunSpans(planned, 'its links'), nextTimes);
    return planned.length;
  }

  private async planObject(accountId: number, objectId: number, options: CollectNow): Promise<number> {
    const links = await this.store.linksOfObject(accountId, objectId);
    // The API's guard checks this too. The command line has no guard, and an empty run would appear as a success.
    if (links.some((link) => !link.accountPays))
      throw new AppError('payment_required', 'The account is suspended or its trial is over: nothing is collected');
    const waitingLinkIds = links.filter((link) => link.inOpenRun).map((link) => link.linkId);
    await this.store.raisePriority(waitingLinkIds, options.full);
    const collectable = links.filter((link) => isCollectable(link) && isOldEnough(link, options.minGapMs));
    const [runId] = await this.createNow(collectable, options.full);
    if (runId !== undefined) return runId;
    const openRunId = await this.store.openRunOf(accountId, objectId);
    if (openRunId === null && options.refusesEmpty) throw new AppError('conflict', whyNone(links));
    if (openRunId === null) return this.store.createEmptyRun(accountId, 'manual');
    return openRunId;
  }

  /** Creates runs of links that are collected now, on request. Returns their ids. */
  private createNow(links: readonly PlannableLink[], full = false): Promise<number[]> {
    const planned = links.map((link) => this.planLink({ ...link, dueAt: link.now }, 'manual', full));
    return this.store.createRuns(inRunSpans(planned, 'this work'));
  }

  private wakeAfterCommit(): void {
    this.database.afterCommit('wake-up of collection', () => this.wakeups.send(RUNS_PLANNED));
  }

  private planLink(link: PlannableLink, cause: RunCause, full: boolean): PlannedLink {
    const platform = this.catalogue.platform(link.sourceId);
    // The road is chosen when the visit begins; a pass on an unordered road reads everything in any case.
    const order = platform === undefined ? 'unordered' : (platform.publicRoad?.order ?? 'newest_first');
    const everyMs = this.periodOfDue(link);
    const times = {
      confirmAfterMs: this.config.HREV_DELETION_CONFIRM_AFTER,
      everyMs,
      proofEveryMs: this.config.HREV_COLLECT_EVERY,
    };
    const state = { ...link, order, awaitsProof: awaitsProof(link, link.now, times) };
    const wantsFull = full || wantsFullPass(state, link.now, this.config.HREV_COLLECT_FULL_EVERY);
    return {
      ...link,
      cause,
      priority: priorityClass(cause, link.lastScrapedAt !== null),
      movesUpAt: movesUpAt(link.dueAt, everyMs),
      wantsFull,
    };
  }

  private nextRun(link: PlannableLink): Date {
    return new Date(nextDueTime(link.pageKey, link.now.getTime(), this.periodOfDue(link)));
  }

  private periodOfDue(link: PlannableLink): number {
    const platform = this.catalogue.platform(link.sourceId);
    return this.periodOf(link, platform && roadNamed(platform, link.road));
  }

  private periodOf(link: PeriodicLink, road: PublicRoad | OwnerRoad | undefined): number {
    const { HREV_COLLECT_EVERY: publicMs, HREV_COLLECT_OWNER_EVERY: ownerMs } = this.config;
    return periodOf(link, road === undefined ? 0 : shortestPeriodMs(road), { publicMs, ownerMs });
  }
}

function isCollectable(link: PlannableLink): boolean {
  return link.isOn && link.accountPays && !link.isPaused && !link.inOpenRun;
}

/** Why an object has no link to collect. */
function whyNone(links: readonly PlannableLink[]): string {
  const isOff = links.some((link) => link.isOn && link.isPaused);
  return isOff
    ? 'The operator has switched off the collection of its links'
    : 'The object has no enabled link to collect';
}

function isOldEnough(link: PlannableLink, minGapMs: number): boolean {
  return link.lastScrapedAt === null || link.now.getTime() - link.lastScrapedAt.getTime() >= minGapMs;
}
