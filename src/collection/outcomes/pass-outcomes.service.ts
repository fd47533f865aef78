import { Inject, Injectable, Logger } from '@nestjs/common';
import { CONFIG, type Config } from '@libs/config';
import { Database, type PreparedStatement } from '@libs/database';
import { isUnavailable } from '@libs/kernel';
import { LeaseLost } from '@libs/leases';
import {
  isUnread,
  RequestDelayed,
  Temporary,
  Throttled,
  unreadParts,
  type OwnerRoad,
  type PublicRoad,
  type ReadBy,
} from '@libs/sources';
import { ConnectionsService } from '@src/connections';
import { NoticesService } from '@src/notices';
import { FinishPassService, RECORDED_AT_ONCE, type FinishedPass, type IntakeTarget } from '@src/reviews';
import { SourceCatalogue } from '@src/sources';
import {
  CollectionIsOff,
  failureKindOf,
  isRefusal,
  NotCollected,
  retryPauseMs,
  scrapeErrorCode,
  scrapeErrorText,
  SourceRests,
  VisitTooLong,
} from '../domain/failure';
import { classifyList, deletionRange, type PassSummary, type ReadCounts } from '../domain/pass';
import { RESTING, SourceHealthStore, SourcePaceStore } from '../health';
import { RunLeaseStore, type ClaimedLink } from '../persistence/run-lease.store';
import { PlanRunsService } from '../planning';
import { frozenNotice } from './domain/frozen-notice';
import { countPass } from './pass-metrics';
import { RunResultStore } from './persistence/run-result.store';

/** The road on which a pass read. */
export interface PassRoad {
  readonly road: PublicRoad | OwnerRoad;
  readonly isPublic: boolean;
  readonly readBy: ReadBy;
}

/** A pass that read enough. */
export interface EndedPass {
  readonly claim: ClaimedLink;
  readonly road: PassRoad;
  readonly target: IntakeTarget;
  readonly summary: PassSummary;
  /** It was to read the whole list. */
  readonly readsAll: boolean;
  /** Its link leads the visit. The fields of a visit's reviews are counted for the source once. */
  readonly leads: boolean;
  /** How many reviews it leaves for the next pass. */
  readonly leftOut: number;
  /** What it read and did not count yet. */
  readonly uncounted: ReadCounts;
  /** The period of the link on this road. */
  readonly everyMs: number;
}

/** How a pass ended before its list did. */
export interface EarlyEnd {
  readonly signal: AbortSignal;
  /** The error does not apply to this link, which took part in the visit of another one. It is released. */
  readonly isOfOther: boolean;
  readonly uncounted: ReadCounts;
}

/**
 * Writes how the passes of claimed links ended. Every transaction first locks the claim by its token, so a worker that
 * lost its lease writes nothing. After an interrupted pass, the pages that were written remain stored, and no review is
 * marked as missing or deleted.
 */
@Injectable()
export class PassOutcomesService {
  private readonly logger = new Logger(PassOutcomesService.name);

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly database: Database,
    private readonly catalogue: SourceCatalogue,
    private readonly finishing: FinishPassService,
    private readonly leases: RunLeaseStore,
    private readonly results: RunResultStore,
    private readonly pace: SourcePaceStore,
    private readonly health: SourceHealthStore,
    private readonly planner: PlanRunsService,
    private readonly connections: ConnectionsService,
    private readonly notices: NoticesService,
  ) {}

  /** Writes the outcome of a pass that read enough. Throws `LeaseLost`, or another error that `endEarly` writes. */
  async succeed(pass: EndedPass): Promise<void> {
    const { claim, target, summary } = pass;
    const range = judgedRange(pass);
    const finished = {
      beganAt: summary.beganAt,
      seenIds: [...summary.seenIds, ...(await this.mergeTwins(pass))],
      judges: range,
      confirmAfterMs: this.config.HREV_DELETION_CONFIRM_AFTER,
      beganEmpty: target.beganEmpty,
    };
    const missing = await this.findMissing(pass, finished);
    const warning = await this.database.transaction(async () => {
      const linkLocks = this.results.lockLinkStatements(claim, summary.object);
      const before = await this.leases.lockCollected(claim, linkLocks);
      const stored = await this.finishing.finishPass(target, finished, missing);
      const newWarning = stored.deletionsRefused ? 'many_reviews_missing' : range === null ? undefined : null;
      const link = { stored: stored.held, showsWindow: claim.showsWindow };
      await this.results.saveSuccess(claim, before, {
        ...summary,
        stopReason: summary.stop,
        warning: newWarning,
        seenFloor: stored.seenFloor,
        list: pass.leftOut === 0 ? classifyList(summary, link) : 'short',
        deleted: stored.deleted,
        uncounted: pass.uncounted,
        everyMs: pass.everyMs,
        fullEveryMs: this.config.HREV_COLLECT_FULL_EVERY,
      });
      await this.database.commitWith(this.sourceStatements(pass));
      return newWarning;
    });
    this.count(claim, 'success');
    this.logCollected(pass, warning ?? null);
  }

  /** Merges reviews that were stored once for each of two roads, and returns the ids of the merged ones. */
  private async mergeTwins({ claim, target, summary, readsAll }: EndedPass): Promise<readonly number[]> {
    const merged: number[] = [];
    const parts = readsAll ? await this.finishing.findTwins(target, summary.seenIds) : [];
    for (const pairs of parts)
      merged.push(...(await this.write(claim, () => this.finishing.mergeTwins(target, pairs))));
    return merged;
  }

  /** Finds the missing reviews that the end of the pass decides. Of many, those that no earlier pass missed are recorded now. */
  private async findMissing({ claim, target }: EndedPass, finished: FinishedPass): Promise<readonly number[]> {
    const missing = await this.finishing.findMissing(target, finished);
    if (missing.length <= RECORDED_AT_ONCE) return missing;
    const rest: number[] = [];
    for (let start = 0; start < missing.length; start += RECORDED_AT_ONCE) {
      const part = missing.slice(start, start + RECORDED_AT_ONCE);
      rest.push(...(await this.write(claim, () => this.finishing.recordMissed(target, finished, part))));
    }
    return rest;
  }

  /**
   * The statements that count the pass for its source. All visits of a source lock these rows, so they are sent last.
   */
  private sourceStatements({ claim, road, summary, leads }: EndedPass): readonly PreparedStatement[] {
    return [
      // The owner's API of a platform says nothing about its public pages.
      ...(road.isPublic ? [this.pace.resetRefusalsStatement(claim.sourceId)] : []),
      this.health.visitStatement(claim, 'success'),
      ...(leads ? [this.health.fieldsStatement(claim.sourceId, summary.fields)] : []),
      ...(leads && isUnread(summary.unread) ? [this.health.unreadStatement(claim.sourceId, summary.unread)] : []),
    ];
  }

  private logCollected({ claim, summary, leftOut }: EndedPass, warning: string | null): void {
    const unread = unreadParts(summary.unread);
    const entry = {
      ...attemptEntry(claim),
      read: summary.read,
      stop_reason: summary.stop,
      ...(unread === null ? {} : { unread }),
    };
    if (warning !== null)
      this.logger.warn({ msg: 'link collected; too many reviews were missing to delete any', ...entry, warning });
    else if (leftOut > 0)
      this.logger.warn({ msg: 'link collected in part; the next pass stores the rest', ...entry, left_out: leftOut });
    else this.logger.log({ msg: 'link collected', ...entry });
  }

  /**
   * Writes the outcome of a link whose pass did not begin, failed or was interrupted, and writes nothing if its lease
   * is lost: the worker with the new lease ends the run link. Logs why the attempt ended. Never rejects: if the outcome
   * cannot be written, the link is claimed again when its lease ends.
   */
  async endEarly(claim: ClaimedLink, error: unknown, end: EarlyEnd): Promise<void> {
    const { signal, uncounted } = end;
    try {
      if (error instanceof LeaseLost) throw error;
      if (error instanceof NotCollected) await this.drop(claim, error.message);
      else if (signal.reason instanceof VisitTooLong)
        await this.fail(claim, new Temporary('timeout', signal.reason.message), uncounted);
      else if (isInterrupted(error, end)) await this.release(claim, signal.aborted ? signal.reason : error);
      else await this.fail(claim, error, uncounted);
    } catch (failure) {
      this.count(claim, failure instanceof LeaseLost ? 'lease_lost' : 'unwritten');
      if (failure instanceof LeaseLost) this.logger.warn({ ...endedEarly(claim), detail: failure.message });
      else this.logUnwritten(claim, failure);
    }
  }

  /**
   * Records that the platform throttled or refused a visit, which `claim` leads. The owner's API of a platform
   * says nothing about its public pages, so its refusals do not close them. Never rejects.
   */
  async recordRefusal(claim: ClaimedLink, road: PassRoad, error: unknown): Promise<void> {
    try {
      if (error instanceof Throttled && !(error instanceof RequestDelayed) && error.retryAfterMs !== null)
        await this.pace.recordRetryAfter(claim, error.retryAfterMs);
      if (road.readBy === 'owner' || !isRefusal(error)) return;
      if (await this.pace.recordRefusal(claim)) await this.planner.planProbe(claim.sourceId);
    } catch (failure) {
      this.logUnwritten(claim, failure);
    }
  }

  private async drop(claim: ClaimedLink, detail: string): Promise<void> {
    await this.database.transaction(async () => {
      await this.leases.lock(claim);
      await this.results.saveDropped(claim);
    });
    this.count(claim, 'dropped');
    this.logger.log({ ...endedEarly(claim), detail });
  }

  /** Releases a link whose attempt was interrupted. */
  private async release(claim: ClaimedLink, reason: unknown): Promise<void> {
    await this.leases.release(claim);
    this.count(claim, 'interrupted');
    this.logger.log({ ...endedEarly(claim), detail: reason instanceof Error ? reason.message : String(reason) });
  }

  private async fail(claim: ClaimedLink, error: unknown, uncounted: ReadCounts): Promise<void> {
    const code = scrapeErrorCode(error);
    const pauseMs = retryPauseMs(error, claim.attempts);
    if (pauseMs !== null) {
      this.logger.warn({ ...endedEarly(claim), code, next_attempt_in_ms: pauseMs, ...cause(error) });
      await this.leases.retryLater(claim, pauseMs);
      return this.count(claim, 'retried');
    }
    const entry = { msg: 'link failed', ...attemptEntry(claim), code, ...cause(error) };
    if (code === 'internal') this.logger.error(entry);
    else this.logger.warn(entry);
    const isResting = error instanceof SourceRests;
    const scrapeError = scrapeErrorText(error);
    const kind = failureKindOf(code, !isResting);
    const platform = this.catalogue.platform(claim.sourceId)?.facts.displayName ?? 'its platform';
    await this.database.transaction(async () => {
      await this.leases.lock(claim);
      const isNewlyFrozen = await this.results.saveFailure(claim, { scrapeError, kind, uncounted });
      if (isNewlyFrozen) await this.notices.notify(frozenNotice({ ...claim, scrapeError, platform }));
      await this.database.commitWith([this.health.visitStatement(claim, isResting ? RESTING : code)]);
    });
    this.count(claim, isResting ? RESTING : code);
    // Whether the platform has revoked the connection.
    if (code === 'credentials_rejected') await this.connections.checkActive(claim);
  }

  private count({ sourceId }: ClaimedLink, outcome: string): void {
    countPass(this.catalogue.labelOf(sourceId), outcome);
  }

  /**
   * Runs `fn` in a transaction that first locks the claim. Throws `LeaseLost`, or `NotCollected` if the link was
   * disabled or deleted.
   */
  private write<T>(claim: ClaimedLink, fn: () => Promise<T>): Promise<T> {
    return this.database.transaction(async () => {
      await this.leases.lockCollected(claim);
      return fn();
    });
  }

  private logUnwritten(claim: ClaimedLink, err: unknown): void {
    const line = { msg: 'the result of a collection could not be stored', link_id: claim.linkId, err };
    if (isUnavailable(err)) this.logger.warn(line);
    else this.logger.error(line);
  }
}

/**
 * The range of dates in which the pass may report reviews as missing; null: none. A review may leave a selection
 * without being deleted.
 */
function judgedRange({ road: { road }, summary, leftOut }: EndedPass): ReturnType<typeof deletionRange> {
  if (leftOut > 0) return null;
  const isOrdered = road.order === 'newest_first' && road.shows !== 'selection';
  return deletionRange({ ...summary, newestFirst: isOrdered && summary.datesDescend });
}

/** Whether the attempt ended for a reason that says nothing about the link. */
const isInterrupted = (error: unknown, { signal, isOfOther }: EarlyEnd): boolean =>
  signal.aborted || isOfOther || error instanceof CollectionIsOff;

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
