import { setTimeout as pause } from 'node:timers/promises';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { CONFIG, type Config } from '@libs/config';
import { Database, type Part, type Row } from '@libs/database';
import {
  Blocked,
  HeldBack,
  LedAway,
  pageAddress,
  Temporary,
  Throttled,
  type PlatformSource,
  type SnapshotPage,
  type VisitEnd,
  type VisitTools,
} from '@libs/sources';
import { ReviewIntakeService, type IntakeTarget } from '@src/reviews';
import { SourceCatalogue } from '@src/sources';
import { AccountRotation } from './account-rotation';
import { MOST_LEASES, bearingOf, retryPauseMs, scrapeErrorCode, scrapeErrorText } from './domain/failure';
import { judgeList, judgedRange } from './domain/pass';
import { PassReader, type Reading } from './domain/pass-reader';
import { nextOf } from './next-of';
import { PageWriter } from './page-writer';
import { LeaseLost, RunLeaseStore, type ClaimedLink } from './persistence/run-lease.store';
import { RunResultStore } from './persistence/run-result.store';
import { SourcePaceStore } from './persistence/source-pace.store';
import { PlanRunsService } from './plan-runs.service';
import { VisitToolsFactory } from './visit-tools.factory';

/** How long an interrupted adapter may take to clean up. */
const CLEANUP_LIMIT_MS = 5_000;

/** The reason a visit is aborted with when it has had all the time a visit may take. */
export class VisitTooLong extends Error {}

/** The link was switched off or deleted while it was read. */
class SwitchedOff extends Error {}

/**
 * Collects one claimed link: visits its page, hands each page of reviews to the intake once those before it are written, and
 * ends the link's part of the run. Every write is made in a transaction that first holds the claim, so a worker that was
 * taken over writes nothing, and a visit cut in the middle keeps what it saved and decides nothing.
 */
@Injectable()
export class CollectLinkService {
  private readonly logger = new Logger(CollectLinkService.name);
  private readonly turns = new AccountRotation();

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly database: Database,
    private readonly catalogue: SourceCatalogue,
    private readonly intake: ReviewIntakeService,
    private readonly leases: RunLeaseStore,
    private readonly results: RunResultStore,
    private readonly pace: SourcePaceStore,
    private readonly planner: PlanRunsService,
    private readonly toolsFactory: VisitToolsFactory,
  ) {}

  /** Never throws for what a platform does; `signal` aborted means the claim is lost or the process stops. */
  async collect(claim: ClaimedLink, signal: AbortSignal): Promise<void> {
    try {
      await this.collectOrThrow(claim, signal).catch((error: unknown) => this.settle(claim, error, signal));
    } catch (error) {
      // Whoever took the link over ends it.
      if (!(error instanceof LeaseLost)) throw error;
    }
  }

  /** Writes what came of a visit that did not reach its end. */
  private async settle(claim: ClaimedLink, error: unknown, signal: AbortSignal): Promise<void> {
    if (error instanceof LeaseLost) throw error;
    if (error instanceof SwitchedOff) await this.write(claim, () => this.results.saveDropped(claim));
    else if (signal.reason instanceof VisitTooLong)
      await this.fail(claim, new Temporary('timeout', signal.reason.message));
    else if (signal.aborted) await this.leases.release(claim);
    else await this.fail(claim, error);
  }

  private async collectOrThrow(claim: ClaimedLink, signal: AbortSignal): Promise<void> {
    const source = this.catalogue.platform(claim.sourceId);
    if (!claim.collectable || source === undefined) return this.write(claim, () => this.results.saveDropped(claim));
    if (claim.sourceClosedUntil !== null) {
      throw new Blocked(
        `the platform refused earlier visits; it is asked again after ${claim.sourceClosedUntil.toISOString().slice(0, 19)}`,
      );
    }
    if (claim.attempts > MOST_LEASES) throw new Error('the workers that collected this link ended again and again');

    const { beganAt, isEmpty } = await this.begin(claim);
    const target: IntakeTarget = { ...claim, rawPrivacy: source.facts.rawPrivacy, isEmpty };
    const reading = await this.read(claim, source, target, beganAt, signal);
    await this.succeed(claim, target, reading);
  }

  private async read(
    claim: ClaimedLink,
    source: PlatformSource,
    target: IntakeTarget,
    beganAt: Date,
    signal: AbortSignal,
  ): Promise<Reading> {
    const tools = await this.toolsFactory.forVisit(source, claim, beganAt, signal);
    const url = await this.pageUrl(claim, source, tools);
    const reader = new PassReader(beganAt, claim.wantsFull ? null : { fullPassNewest: claim.knownNewest });
    let isKnown = false;
    let isEmpty = target.isEmpty === true;
    const write = async (page: SnapshotPage, count: number): Promise<void> => {
      const known = { ...target, isEmpty };
      // Pages behind the first may repeat what was on it.
      isEmpty = false;
      const intake = await this.intake.takePage(known, reader.noting(page.reviews), {
        begin: { statements: this.leases.holding(claim), check: (rows) => this.requireOn(rows) },
        end: (slice) => [this.leases.counting(claim, { ...slice, pages: slice.isFirst ? count : 0 })],
      });
      isKnown = reader.take(intake, page.object) && (await this.isKnownGround(claim, intake.seenIds));
    };
    const writer = new PageWriter(write, (work) => this.turns.take(claim.accountId, work, signal));
    const end = await this.readPages(source.visit(url, tools), writer, signal, {
      mayStop: !reader.readsAll,
      isKnown: () => isKnown,
    });
    return end === null ? reader.stopAtKnown() : reader.finish(end);
  }

  /** Reads a visit to its end, or, where the pass `mayStop`, to known ground: then null. Every page that was read is written. */
  private async readPages(
    pages: ReturnType<PlatformSource['visit']>,
    writer: PageWriter,
    signal: AbortSignal,
    pass: { readonly mayStop: boolean; isKnown(): boolean },
  ): Promise<VisitEnd | null> {
    const interrupted = interruption(signal);
    try {
      for (;;) {
        const step = await nextOf(pages, [interrupted, writer.failed]);
        signal.throwIfAborted();
        if (!step.done) await writer.add(step.value);
        if (step.done || pass.mayStop) await writer.flush();
        if (step.done) return step.value;
        if (pass.isKnown()) return null;
      }
    } catch (error) {
      // What was read before the visit broke is kept; where it was interrupted, unless others are before it.
      await writer.flush().catch((failure: unknown) => {
        if (!signal.aborted) throw failure;
      });
      throw error;
    } finally {
      const ended = pages.return({ coverage: 'window' });
      await writer.stop();
      // A deaf adapter never ends; its place is worth more than its manners.
      await (signal.aborted ? Promise.race([ended, pause(CLEANUP_LIMIT_MS, undefined, { ref: false })]) : ended);
    }
  }

  /**
   * Whether everything on a quiet page was stored as it is when the last pass of the link ended. What a pass wrote that did
   * not end says nothing of what lies behind it. Asked of each review's change number, so nothing has to be noted when a
   * pass breaks, which a killed worker could not do.
   */
  private async isKnownGround(claim: ClaimedLink, reviewIds: readonly number[]): Promise<boolean> {
    if (claim.knownChange === null) return false;
    return !(await this.intake.anyWrittenSince(claim.accountId, reviewIds, claim.knownChange));
  }

  /** The page's address; a short link is followed once and replaced by the page it stands for. */
  private async pageUrl(claim: ClaimedLink, source: PlatformSource, tools: VisitTools): Promise<string> {
    const address = await pageAddress(claim.url, source, tools);
    if (source.match(new URL(claim.url))?.kind === 'short')
      await this.write(claim, () => this.results.setUrl(claim, address));
    return address;
  }

  private async succeed(claim: ClaimedLink, target: IntakeTarget, reading: Reading): Promise<void> {
    const isOrdered = this.catalogue.platform(claim.sourceId)?.facts.order === 'newest_first';
    const warning = await this.database.transaction(async () => {
      const before = await this.sendWhileOn(claim, this.results.holdingLink(claim, reading.object));
      const judges = judgedRange({ ...reading, newestFirst: isOrdered && reading.newestFirst });
      const verdict = await this.intake.finishPass(target, {
        beganAt: reading.beganAt,
        seenIds: reading.seenIds,
        judges,
        confirmAfterMs: this.config.HREV_DELETION_CONFIRM_AFTER,
        beganEmpty: target.isEmpty,
      });
      const noted = verdict.deletionsRefused ? 'many_reviews_missing' : judges === null ? undefined : null;
      await this.results.saveSuccess(claim, before, {
        beganAt: reading.beganAt,
        stopReason: reading.stop,
        warning: noted,
        object: reading.object,
        seenFloor: verdict.seenFloor,
        newestDate: reading.newestDate,
        list: judgeList(reading, { held: verdict.held, showsWindow: claim.showsWindow }),
        deleted: verdict.deleted,
        everyMs: this.config.HREV_COLLECT_EVERY,
        fullEveryMs: this.config.HREV_COLLECT_FULL_EVERY,
      });
      await this.database.commitWith([this.pace.answered(claim.sourceId)]);
      return noted;
    });
    const entry = { link_id: claim.linkId, run_id: claim.runId, read: reading.read, stop_reason: reading.stop };
    if (warning)
      this.logger.warn({ msg: 'link collected; so much was missing that nothing was deleted', ...entry, warning });
    else this.logger.log({ msg: 'link collected', ...entry });
  }

  private async fail(claim: ClaimedLink, error: unknown): Promise<void> {
    if (error instanceof Throttled && !(error instanceof HeldBack) && error.retryAfterMs !== null)
      await this.pace.holdBack(claim, error.retryAfterMs);
    if (isRefusal(error) && claim.sourceClosedUntil === null && (await this.pace.noteBlocked(claim)))
      await this.planner.visitOther(claim.sourceId);
    const pauseMs = retryPauseMs(error, claim.attempts);
    if (pauseMs !== null) return this.leases.retryLater(claim, pauseMs);

    const code = scrapeErrorCode(error);
    const entry = { msg: 'link failed', link_id: claim.linkId, run_id: claim.runId, code };
    if (code === 'internal') this.logger.error({ ...entry, err: error });
    else this.logger.warn({ ...entry, detail: scrapeErrorText(error) });
    await this.write(claim, () =>
      this.results.saveFailure(claim, {
        scrapeError: scrapeErrorText(error),
        bearing: bearingOf(code, claim.sourceClosedUntil === null),
      }),
    );
  }

  /** Shows that the link is being read; tells when that began, by the database's clock, and whether the link has no review at all. */
  private begin(claim: ClaimedLink): Promise<{ beganAt: Date; isEmpty: boolean }> {
    return this.database.transaction(async () => {
      const [[begun] = []] = await this.sendWhileOn(claim, [this.results.showingInProgress(claim)]);
      if (!begun) throw new Error('a link without a collection was claimed');
      return begun as { beganAt: Date; isEmpty: boolean };
    });
  }

  /**
   * Sends the first statements of a transaction that belongs to the claim or does not happen, and gives their rows; throws
   * `SwitchedOff` where nobody wants the link read any more.
   */
  private async sendWhileOn(claim: ClaimedLink, statements: readonly Part[]): Promise<Row[][]> {
    const holding = this.leases.holding(claim);
    const rows = await this.database.together([...holding, ...statements]);
    this.requireOn(rows);
    return rows.slice(holding.length);
  }

  private requireOn(rows: readonly Row[][]): void {
    if (!this.leases.isCollectable(rows)) throw new SwitchedOff();
  }

  /** A transaction that belongs to the claim or does not happen. */
  private write<T>(claim: ClaimedLink, fn: () => Promise<T>): Promise<T> {
    return this.database.transaction(async () => {
      await this.leases.hold(claim);
      return fn();
    });
  }
}

/** Whether the platform's own hosts refused the visit. */
function isRefusal(error: unknown): boolean {
  return error instanceof Blocked && !(error instanceof LedAway);
}

/** Rejects when the visit is interrupted, also where an adapter does not hear its signal. */
function interruption(signal: AbortSignal): Promise<never> {
  const interrupted = new Promise<never>((_, reject) => {
    const stop = (): void => reject(signal.reason as Error);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
  interrupted.catch(() => undefined);
  return interrupted;
}
