import { Inject, Injectable, Logger } from '@nestjs/common';
import { CONFIG, type Config } from '@libs/config';
import { Database, type Row } from '@libs/database';
import { LeaseLost } from '@libs/leases';
import {
  Blocked,
  isUnread,
  RequestDelayed,
  DisallowedByRobots,
  RedirectedAway,
  roadsWithSameIds,
  shortestPeriodMs,
  showsEvery,
  Temporary,
  Throttled,
  unreadParts,
  type PlatformSource,
} from '@libs/sources';
import { replaceShortUrl } from '@src/links';
import { NoticesService } from '@src/notices';
import {
  FinishPassService,
  PassIds,
  ReviewIntakeService,
  type IntakeTarget,
  type SliceFrame,
  type SliceIntake,
} from '@src/reviews';
import { MAX_LEASES, failureKindOf, retryPauseMs, scrapeErrorCode, scrapeErrorText } from './domain/failure';
import { frozenNotice } from './domain/frozen-notice';
import { classifyList, deletionRange } from './domain/pass';
import { PassReader, type PassSummary } from './domain/pass-reader';
import { periodOf } from './domain/schedule';
import { LinkPass, type PassWork } from './link-pass';
import type { ObjectRoad } from './object-roads.service';
import { RunLeaseStore, type ClaimedLink } from './persistence/run-lease.store';
import { RunResultStore } from './persistence/run-result.store';
import { RESTING, SourceHealthStore } from './persistence/source-health.store';
import { SourcePaceStore } from './persistence/source-pace.store';
import { periodsOf } from './periods';
import { PlanRunsService } from './plan-runs.service';
import { UncountedPages, type ReadCounts } from './uncounted-pages';
import { VisitToolsFactory } from './visit-tools.factory';
import { VisitWrites, WRITES_PER_ACCOUNT, WriteLimit } from './write-limit';

/** The abort reason of a visit that reached its time limit. */
export class VisitTooLong extends Error {}

/** The link was disabled or deleted during its visit. */
export class LinkDisabled extends Error {
  constructor() {
    super('the link or its object was disabled or deleted');
  }
}

/** How a pass ended before its list did. */
export interface EarlyEnd {
  readonly signal: AbortSignal;
  /** The error does not apply to this link, which took part in the visit of another one. It is released. */
  readonly isOfOther: boolean;
  readonly uncounted: ReadCounts;
}

/** The row of `setInProgressStatement`. */
interface BegunRow {
  readonly beganAt: Date;
  readonly isEmpty: boolean;
  readonly keepsRoads: boolean;
  readonly earlierRoad: string | null;
  readonly firstRoad: string | null;
  readonly firstRoadUntil: number | null;
}

/**
 * Begins the passes of claimed links, and writes their outcomes. Every transaction first locks the claim by its token, so a worker that
 * lost its lease writes nothing. After an interrupted pass, the pages that were written remain stored, and no review is marked as
 * missing or deleted.
 */
@Injectable()
export class PassOutcomes {
  private readonly logger = new Logger(PassOutcomes.name);
  private readonly writes = new WriteLimit(WRITES_PER_ACCOUNT);

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly database: Database,
    private readonly intake: ReviewIntakeService,
    private readonly passes: FinishPassService,
    private readonly leases: RunLeaseStore,
    private readonly results: RunResultStore,
    private readonly pace: SourcePaceStore,
    private readonly planner: PlanRunsService,
    private readonly toolsFactory: VisitToolsFactory,
    private readonly notices: NoticesService,
    private readonly health: SourceHealthStore,
  ) {}

  /**
   * Sets the link's status to in progress, and its road. From the second road on, the roads of each review are kept, and the first pass
   * on another road reads everything. `visitWrites` limits the writes of the visit.
   */
  async begin(
    claim: ClaimedLink,
    source: PlatformSource,
    road: ObjectRoad,
    visitWrites: VisitWrites,
    signal: AbortSignal,
  ): Promise<LinkPass> {
    if (claim.attempts > MAX_LEASES) throw new Error('the workers that collected this link died several times');
    const begun = await this.markInProgress(claim, road);
    const isOtherRoad = begun.earlierRoad !== null && begun.earlierRoad !== road.road.name;
    const first = begun.firstRoad === null ? null : { name: begun.firstRoad, until: begun.firstRoadUntil ?? 0 };
    const roadOf = (name: string): IntakeTarget['road'] => ({
      ...{ name, first, sameIds: roadsWithSameIds(source, name), showsEvery: showsEvery(source, name) },
    });
    const target: IntakeTarget = {
      ...claim,
      rawPrivacy: source.facts.rawPrivacy,
      isEmpty: begun.isEmpty,
      hasWeakIds: source.facts.idStability === 'weak',
      passIds: new PassIds(),
      road: begun.keepsRoads ? roadOf(road.listRoad) : undefined,
    };
    const readsAll = claim.wantsFull || isOtherRoad || road.road.order === 'unordered';
    const reader = new PassReader(begun.beganAt, readsAll ? null : { fullPassNewest: claim.knownNewest });
    const asideTarget = begun.keepsRoads ? { ...target, road: roadOf(road.asideRoad) } : target;
    const uncounted = new UncountedPages();
    const targets = { list: target, aside: asideTarget };
    const work: PassWork = {
      take: (reviews, kind, { isEmpty, pages }) =>
        this.intake.takePage({ ...targets[kind], isEmpty }, reviews, this.frameOf(claim, uncounted, pages)),
      takeWaiting: (waiting, kind, seen) =>
        this.intake.takeWaiting(targets[kind], waiting, seen, this.frameOf(claim, uncounted, 0)),
      isKnownGround: (reviewIds) => this.isKnownGround(claim, reviewIds),
      inSlot: (write) =>
        visitWrites.run(claim.accountId, () => this.writes.run(claim.accountId, write, signal), signal),
    };
    return new LinkPass(claim, road, target, reader, uncounted, work);
  }

  /** What a pass adds to the transactions that write its reviews. `pages` is the number of pages that the first slice counts. */
  private frameOf(claim: ClaimedLink, uncounted: UncountedPages, pages: number): SliceFrame {
    const pagesOf = (slice: SliceIntake): number => (slice.isFirst ? pages : 0);
    return {
      begin: { statements: this.leases.lockStatements(claim), check: (rows) => this.requireEnabled(rows) },
      end: (slice) => {
        const counts = {
          pages: pagesOf(slice) + uncounted.counts.pages,
          read: slice.read + uncounted.counts.reviews,
        };
        return [this.leases.countStatement(claim, { ...slice, ...counts })];
      },
      skips: (slice) => uncounted.add({ pages: pagesOf(slice), reviews: slice.read }),
      written: () => uncounted.clear(),
    };
  }

  /**
   * Writes the outcome of a pass that read enough. Throws `LeaseLost`, or another error that `endEarly` writes. The fields of a visit's
   * reviews are counted for the source once, for the link that leads it.
   */
  async succeed(
    { claim, road, target, reader, uncounted, leftOut }: LinkPass,
    pass: PassSummary,
    { leads }: { readonly leads: boolean },
  ): Promise<void> {
    // A review may leave a selection without being deleted.
    const isOrdered = road.road.order === 'newest_first' && road.road.shows !== 'selection';
    const isWhole = leftOut === 0;
    const range = isWhole ? deletionRange({ ...pass, newestFirst: isOrdered && pass.newestFirst }) : null;
    const lock = this.leases.lockStatements(claim);
    const begin = { statements: lock, check: (rows: readonly Row[][]) => this.requireEnabled(rows) };
    const merged = reader.readsAll ? await this.passes.mergeTwins(target, pass.seenIds, begin) : [];
    const finished = {
      beganAt: pass.beganAt,
      seenIds: [...pass.seenIds, ...merged],
      judges: range,
      confirmAfterMs: this.config.HREV_DELETION_CONFIRM_AFTER,
      beganEmpty: target.isEmpty,
    };
    const missing = await this.passes.findMissing(target, finished, begin);
    const warning = await this.database.transaction(async () => {
      let before: Row[][] = [];
      const stored = await this.passes.finishPass(target, finished, missing, {
        statements: [...lock, ...this.results.lockLinkStatements(claim, pass.object)],
        check: (rows) => {
          this.requireEnabled(rows);
          before = rows.slice(lock.length);
        },
      });
      const newWarning = stored.deletionsRefused ? 'many_reviews_missing' : range === null ? undefined : null;
      await this.results.saveSuccess(claim, before, {
        beganAt: pass.beganAt,
        stopReason: pass.stop,
        warning: newWarning,
        object: pass.object,
        seenFloor: stored.seenFloor,
        newestDate: pass.newestDate,
        list: isWhole ? classifyList(pass, { stored: stored.held, showsWindow: claim.showsWindow }) : 'short',
        deleted: stored.deleted,
        fields: pass.fields,
        unread: pass.unread,
        uncounted: uncounted.counts,
        everyMs: this.everyMs(road),
        fullEveryMs: this.config.HREV_COLLECT_FULL_EVERY,
      });
      await this.database.commitWith([
        // The owner's interface of a platform says nothing about its public pages.
        ...(road.isPublic ? [this.pace.resetRefusalsStatement(claim.sourceId)] : []),
        this.health.visitStatement(claim, 'success'),
        ...(leads ? [this.health.fieldsStatement(claim.sourceId, pass.fields)] : []),
        ...(leads && isUnread(pass.unread) ? [this.health.unreadStatement(claim.sourceId, pass.unread)] : []),
      ]);
      return newWarning;
    });
    this.logCollected(claim, pass, { warning: warning ?? null, leftOut });
  }

  private logCollected(
    claim: ClaimedLink,
    pass: PassSummary,
    { warning, leftOut }: { readonly warning: string | null; readonly leftOut: number },
  ): void {
    const unread = unreadParts(pass.unread);
    const entry = {
      ...{ ...attemptEntry(claim), read: pass.read, stop_reason: pass.stop },
      ...(unread === null ? {} : { unread }),
    };
    if (warning !== null)
      this.logger.warn({ msg: 'link collected; too many reviews were missing to delete any', ...entry, warning });
    else if (leftOut > 0)
      this.logger.warn({ msg: 'link collected in part; the next pass stores the rest', ...entry, left_out: leftOut });
    else this.logger.log({ msg: 'link collected', ...entry });
  }

  /**
   * Writes the outcome of a link whose pass failed or was interrupted, and writes nothing if its lease is lost: the worker with the new
   * lease ends the run link. Logs why the attempt ended.
   */
  async endEarly(
    claim: ClaimedLink,
    source: PlatformSource | undefined,
    error: unknown,
    { signal, isOfOther, uncounted }: EarlyEnd,
  ): Promise<void> {
    try {
      if (error instanceof LeaseLost) throw error;
      if (error instanceof LinkDisabled) await this.drop(claim, error.message);
      else if (signal.reason instanceof VisitTooLong)
        await this.fail(claim, source, new Temporary('timeout', signal.reason.message), uncounted);
      else if (signal.aborted || isOfOther) await this.release(claim, signal.aborted ? signal.reason : error);
      else await this.fail(claim, source, error, uncounted);
    } catch (failure) {
      if (!(failure instanceof LeaseLost)) throw failure;
      this.logger.warn({ ...endedEarly(claim), detail: failure.message });
    }
  }

  /**
   * Records that the platform throttled or refused a visit, which `claim` leads. The owner's interface of a platform says nothing about its
   * public pages, so its refusals do not close them.
   */
  async recordRefusal(claim: ClaimedLink, road: ObjectRoad, error: unknown): Promise<void> {
    if (error instanceof Throttled && !(error instanceof RequestDelayed) && error.retryAfterMs !== null)
      await this.pace.recordRetryAfter(claim, error.retryAfterMs);
    if (road.readBy === 'owner' || !isRefusal(error)) return;
    if (await this.pace.recordRefusal(claim)) await this.planner.planProbe(claim.sourceId);
  }

  /** Whether the link has stored reviews that are not deleted. */
  async holdsReviews(claim: ClaimedLink): Promise<boolean> {
    return this.intake.holdsReviews(claim);
  }

  /** Drops a link that cannot be collected, for the reason `detail`. */
  async drop(claim: ClaimedLink, detail: string): Promise<void> {
    await this.write(claim, () => this.results.saveDropped(claim));
    this.logger.log({ ...endedEarly(claim), detail });
  }

  /** Releases a link whose attempt was interrupted. */
  private async release(claim: ClaimedLink, reason: unknown): Promise<void> {
    await this.leases.release(claim);
    this.logger.log({ ...endedEarly(claim), detail: reason instanceof Error ? reason.message : String(reason) });
  }

  /** Replaces the short address of a link. */
  async replaceAddress(claim: ClaimedLink, address: string): Promise<void> {
    await this.write(claim, () => replaceShortUrl(this.database, claim.linkId, address));
  }

  private async fail(
    claim: ClaimedLink,
    source: PlatformSource | undefined,
    error: unknown,
    uncounted: ReadCounts,
  ): Promise<void> {
    const code = scrapeErrorCode(error);
    const pauseMs = retryPauseMs(error, claim.attempts);
    if (pauseMs !== null) {
      this.logger.warn({ ...endedEarly(claim), code, next_attempt_in_ms: pauseMs, ...cause(error) });
      return this.leases.retryLater(claim, pauseMs);
    }
    const entry = { msg: 'link failed', ...attemptEntry(claim), code, ...cause(error) };
    if (code === 'internal') this.logger.error(entry);
    else this.logger.warn(entry);
    const isResting = error instanceof SourceRests;
    const scrapeError = scrapeErrorText(error);
    const kind = failureKindOf(code, !isResting);
    const platform = source?.facts.displayName ?? 'its platform';
    await this.write(claim, async () => {
      const isNewlyFrozen = await this.results.saveFailure(claim, { scrapeError, kind, uncounted });
      if (isNewlyFrozen) await this.notices.notify(frozenNotice({ ...claim, scrapeError, platform }));
      await this.database.commitWith([this.health.visitStatement(claim, isResting ? RESTING : code)]);
    });
    if (code === 'credentials_rejected') await this.toolsFactory.checkConnection(claim);
  }

  private markInProgress(claim: ClaimedLink, objectRoad: ObjectRoad): Promise<BegunRow> {
    const { road, listRoad, readBy } = objectRoad;
    const linkRoad = { name: road.name, readBy, keepsRoads: listRoad !== road.name, everyMs: this.everyMs(objectRoad) };
    return this.database.transaction(async () => {
      const rows = await this.database.commitWith([
        ...this.leases.lockStatements(claim),
        this.results.setInProgressStatement(claim, linkRoad),
      ]);
      // After the commit, to spare a round trip: a lost claim changes nothing, and a link that is off is dropped.
      this.requireEnabled(rows);
      const [row] = rows.at(-1) ?? [];
      if (!row) throw new Error('the claimed link has no row in link_collection');
      return row as unknown as BegunRow;
    });
  }

  /**
   * Whether a quiet page is known ground: no review on it was written since the last pass that ended. An unfinished pass may have
   * written the reviews of the page without reading the later pages. Compares change numbers, so an interrupted pass needs to
   * record nothing.
   */
  private async isKnownGround(claim: ClaimedLink, reviewIds: readonly number[]): Promise<boolean> {
    if (claim.knownChange === null) return false;
    return !(await this.intake.anyWrittenSince(claim.accountId, reviewIds, claim.knownChange));
  }

  /** The period of a link that is collected on this road. */
  private everyMs({ road, readBy }: ObjectRoad): number {
    const link = { readBy, frozenAt: null, lastingFailures: 0 };
    return periodOf(link, shortestPeriodMs(road), periodsOf(this.config));
  }

  /** Checks the rows of `lockStatements`. Throws `LeaseLost`, or `LinkDisabled` if the link was disabled or deleted. */
  private requireEnabled(rows: readonly Row[][]): void {
    if (!this.leases.isCollectable(rows)) throw new LinkDisabled();
  }

  /** Runs `fn` in a transaction that first locks the claim. Throws `LeaseLost`. */
  private write<T>(claim: ClaimedLink, fn: () => Promise<T>): Promise<T> {
    return this.database.transaction(async () => {
      await this.leases.lock(claim);
      return fn();
    });
  }
}

/** The fields of a log entry about an attempt to collect a link. */
const attemptEntry = (claim: ClaimedLink) => ({
  link_id: claim.linkId,
  run_id: claim.runId,
  attempt: claim.attempts,
});

const endedEarly = (claim: ClaimedLink) => ({ msg: 'attempt ended early', ...attemptEntry(claim) });

/** The text for a fault of a platform; of an error of the service itself, such as a statement that took too long, the error. */
const cause = (error: unknown): object =>
  scrapeErrorCode(error) === 'internal' ? { err: error } : { detail: scrapeErrorText(error) };

/** The source is closed after refusals, so the link was not visited. */
export class SourceRests extends Blocked {}

/** Whether the platform refused the visit. A redirect to another host is not a refusal, nor is a rule that the operator obeys. */
function isRefusal(error: unknown): boolean {
  const isOwn = [RedirectedAway, DisallowedByRobots, SourceRests].some((kind) => error instanceof kind);
  return error instanceof Blocked && !isOwn;
}
