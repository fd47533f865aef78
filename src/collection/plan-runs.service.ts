import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '@libs/config';
import { Database } from '@libs/database';
import { AppError } from '@libs/kernel';
import { Wakeups } from '@libs/queue';
import { ObjectDirectory } from '@src/objects';
import { SourceCatalogue } from '@src/sources';
import { FROZEN_EVERY_MS, awaitsProof, nextSlot, wantsFullPass } from './domain/schedule';
import { movesUpAt, priorityClass, type RunCause } from './domain/priority-class';
import { RunPlanningStore, type DueLink, type PlannedLink } from './persistence/run-planning.store';
import { RUNS_PLANNED } from './queues';

const DUE_AT_ONCE = 100;

/** How "collect now" shall collect. */
export interface CollectNow {
  /** Read the whole list, whatever is due. */
  readonly full: boolean;
  /** Leave out links collected less than this ago. */
  readonly minGapMs: number;
  /** 409 where no link is left to collect, instead of a run that ends as it begins. */
  readonly refusesEmpty?: boolean;
}

/** Makes runs: of what is due, and of what somebody asks for. */
@Injectable()
export class PlanRunsService {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly database: Database,
    private readonly store: RunPlanningStore,
    private readonly objects: ObjectDirectory,
    private readonly catalogue: SourceCatalogue,
    private readonly wakeups: Wakeups,
  ) {}

  /** As `planSome`, until nothing is left that nobody else is planning. Returns how many links were planned. */
  async planDue(): Promise<number> {
    let planned = 0;
    for (;;) {
      const batch = await this.planSome();
      planned += batch.planned;
      if (!batch.isMore) return planned;
    }
  }

  /**
   * Plans a batch of due links, one run for each account and cause, and moves each link to its next slot. Safe with any number
   * of planners. Where more are due (`isMore`) the batch is shared by the accounts.
   */
  planSome(): Promise<{ readonly planned: number; readonly isMore: boolean }> {
    return this.database.transaction(() => this.planBatch());
  }

  /**
   * Collects an object's links now; those that wait in an open run already go first. Returns the run; where all its links are
   * in an open run already, that one. Refuses:
   * 404 for an object that is not the account's, 409 for one that is switched off, 402 where the account is suspended or its
   * trial is over.
   */
  async collectNow(accountId: number, objectId: number, how: CollectNow): Promise<number> {
    const object = await this.objects.requireOwned(accountId, objectId);
    if (!object.isActive) throw new AppError('conflict', 'The object is switched off');
    const runId = await this.database.transaction(() => this.planObject(accountId, objectId, how));
    this.wakeups.send(RUNS_PLANNED);
    return runId;
  }

  /**
   * Collects the page of an object on a source that has just taken the object's connection, however lately it was collected: the
   * visit before may have failed for want of it. Nothing where the page, the object or the account is off by now, or where an
   * open run holds the page. In the caller's transaction.
   */
  async collectConnected(accountId: number, objectId: number, sourceId: number): Promise<void> {
    const links = await this.store.linksOfObject(accountId, objectId);
    const wanted = links.filter((link) => link.sourceId === sourceId && isCollectable(link));
    if (wanted.length === 0) return;
    await this.store.createRuns(wanted.map((link) => this.planLink({ ...link, dueAt: link.now }, 'manual', false)));
    this.database.afterCommit('wake-up of collection', () => this.wakeups.send(RUNS_PLANNED));
  }

  /**
   * Plans a good link of another account than those that the source refused, to be visited at once: its visit stands for the
   * slot that it had within the hour. False where there is none.
   */
  async visitOther(sourceId: number): Promise<boolean> {
    const isPlanned = await this.database.transaction(async () => {
      const [link] = await this.store.takeOther(sourceId);
      if (!link) return false;
      await this.store.createRuns(
        [this.planLink(link, 'scheduled', false)],
        [{ linkId: link.linkId, nextRunAt: this.nextRun(link) }],
      );
      await this.store.hasten([link.linkId]);
      return true;
    });
    if (isPlanned) this.wakeups.send(RUNS_PLANNED);
    return isPlanned;
  }

  private async planBatch(): Promise<{ planned: number; isMore: boolean }> {
    const { links: due, isMore } = await this.store.takeDue(DUE_AT_ONCE);
    if (due.length === 0) return { planned: 0, isMore };
    const moved = due.map((link) => ({ linkId: link.linkId, nextRunAt: link.isOn ? this.nextRun(link) : null }));
    const wanted = due.filter((link) => isCollectable(link) && !link.slotTaken);
    const links = wanted.map((link) => this.planLink(link, link.lastScrapedAt === null ? 'first' : 'scheduled', false));
    await this.store.createRuns(links, moved);
    return { planned: links.length, isMore };
  }

  private async planObject(accountId: number, objectId: number, how: CollectNow): Promise<number> {
    const links = await this.store.linksOfObject(accountId, objectId);
    // Of a client's request the guard says so; the command line has no guard, and an empty run would pass for a success.
    if (links.some((link) => !link.accountPays))
      throw new AppError('payment_required', 'The account is suspended or its trial is over: nothing is collected');
    const waiting = links.filter((link) => link.inOpenRun).map((link) => link.linkId);
    await this.store.hasten(waiting, how.full);
    const wanted = links.filter((link) => isCollectable(link) && isOldEnough(link, how.minGapMs));
    const [runId] = await this.store.createRuns(
      wanted.map((link) => this.planLink({ ...link, dueAt: link.now }, 'manual', how.full)),
    );
    if (runId !== undefined) return runId;
    const open = await this.store.openRunOf(accountId, objectId);
    if (open === null && how.refusesEmpty) throw new AppError('conflict', 'The object has no enabled link to collect');
    if (open === null) return this.store.createEmptyRun(accountId, 'manual');
    return open;
  }

  private planLink(link: DueLink, cause: RunCause, full: boolean): PlannedLink {
    const order = this.catalogue.platform(link.sourceId)?.facts.order ?? 'unordered';
    const times = { confirmAfterMs: this.config.HREV_DELETION_CONFIRM_AFTER, everyMs: this.config.HREV_COLLECT_EVERY };
    const known = { ...link, order, awaitsProof: awaitsProof(link, link.now, times) };
    const wantsFull = full || wantsFullPass(known, link.now, this.config.HREV_COLLECT_FULL_EVERY);
    return {
      ...link,
      cause,
      turnClass: priorityClass(cause, link.lastScrapedAt !== null),
      slot: link.dueAt,
      movesUpAt: movesUpAt(link.dueAt, this.periodOf(link)),
      wantsFull,
    };
  }

  private nextRun(link: DueLink): Date {
    return new Date(nextSlot(link.linkId, link.now.getTime(), this.periodOf(link)));
  }

  private periodOf(link: DueLink): number {
    return link.frozenAt === null ? this.config.HREV_COLLECT_EVERY : FROZEN_EVERY_MS;
  }
}

function isCollectable(link: DueLink): boolean {
  return link.isOn && link.accountPays && !link.inOpenRun;
}

function isOldEnough(link: DueLink, minGapMs: number): boolean {
  return link.lastScrapedAt === null || link.now.getTime() - link.lastScrapedAt.getTime() >= minGapMs;
}
