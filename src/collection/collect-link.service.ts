import { setTimeout as pause } from 'node:timers/promises';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { CONFIG, type Config } from '@libs/config';
import { Database, type Part, type Row } from '@libs/database';
import {
  Blocked,
  RequestDelayed,
  RedirectedAway,
  pageAddress,
  Temporary,
  Throttled,
  type PlatformSource,
  type SnapshotPage,
  type Visit,
  type VisitEnd,
  type VisitTools,
} from '@libs/sources';
import { replaceShortUrl } from '@src/links';
import { ReviewIntakeService, type IntakeTarget } from '@src/reviews';
import { NoticesService } from '@src/notices';
import { SourceCatalogue } from '@src/sources';
import { AccountWriteLimit } from './account-write-limit';
import { MAX_LEASES, failureKindOf, retryPauseMs, scrapeErrorCode, scrapeErrorText } from './domain/failure';
import { frozenNotice } from './domain/frozen-notice';
import { classifyList, deletionRange } from './domain/pass';
import { PassReader, type PassSummary } from './domain/pass-reader';
import { onTimeMs } from './domain/schedule';
import { nextOf } from './next-of';
import { ObjectRoads, roadsWithSameIds, type ObjectRoad } from './object-roads.service';
import { PageWriter } from './page-writer';
import { LeaseLost, RunLeaseStore, type ClaimedLink } from './persistence/run-lease.store';
import { RunResultStore } from './persistence/run-result.store';
import { RESTING, SourceHealthStore } from './persistence/source-health.store';
import { SourcePaceStore } from './persistence/source-pace.store';
import { PlanRunsService } from './plan-runs.service';
import { VisitToolsFactory } from './visit-tools.factory';

/** How long an aborted adapter may take to clean up. */
const CLEANUP_LIMIT_MS = 5_000;

/** The abort reason of a visit that reached its time limit. */
export class VisitTooLong extends Error {}

/** What a visit of a link reads. */
interface LinkVisit {
  readonly claim: ClaimedLink;
  readonly source: PlatformSource;
  readonly road: ObjectRoad;
  readonly target: IntakeTarget;
  readonly beganAt: Date;
  readonly readsAll: boolean;
}

/** The row of `setInProgressStatement`. */
interface BegunRow {
  readonly beganAt: Date;
  readonly isEmpty: boolean;
  readonly keepsRoads: boolean;
  readonly earlierRoad: string | null;
  readonly keptRoads: boolean;
}

interface BegunPass extends Pick<BegunRow, 'beganAt' | 'isEmpty' | 'keepsRoads'> {
  /** The earlier pass read on another road. */
  readonly isOtherRoad: boolean;
}

/** The link was disabled or deleted during its visit. */
class LinkDisabled extends Error {}

/**
 * Collects one claimed link: visits its page, passes the pages of reviews to the intake in order, and ends the run link. Every
 * transaction first locks the claim by its token, so a worker that lost its lease writes nothing. After an interrupted visit, the
 * pages that were written remain stored, and no review is marked as missing or deleted.
 */
@Injectable()
export class CollectLinkService {
  private readonly logger = new Logger(CollectLinkService.name);
  private readonly writes = new AccountWriteLimit();

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
    private readonly roads: ObjectRoads,
    private readonly notices: NoticesService,
    private readonly health: SourceHealthStore,
  ) {}

  /**
   * Does not throw for errors of the platform. `signal` is aborted when the lease is lost, the time limit is reached or the process
   * stops.
   */
  async collect(claim: ClaimedLink, signal: AbortSignal): Promise<void> {
    try {
      await this.collectOrThrow(claim, signal).catch((error: unknown) => this.saveUnfinished(claim, error, signal));
    } catch (error) {
      // The worker with the new lease ends the run link.
      if (!(error instanceof LeaseLost)) throw error;
    }
  }

  /** Writes the outcome of a visit that failed or was interrupted. */
  private async saveUnfinished(claim: ClaimedLink, error: unknown, signal: AbortSignal): Promise<void> {
    if (error instanceof LeaseLost) throw error;
    if (error instanceof LinkDisabled) await this.write(claim, () => this.results.saveDropped(claim));
    else if (signal.reason instanceof VisitTooLong)
      await this.fail(claim, new Temporary('timeout', signal.reason.message));
    else if (signal.aborted) await this.leases.release(claim);
    else await this.fail(claim, error);
  }

  private async collectOrThrow(claim: ClaimedLink, signal: AbortSignal): Promise<void> {
    const source = this.catalogue.platform(claim.sourceId);
    if (!claim.collectable || source === undefined) return this.write(claim, () => this.results.saveDropped(claim));
    const road = await this.roads.choose(source, claim);
    // A platform that refuses its public pages still serves its interface for owners.
    if (claim.sourceClosedUntil !== null && road.isPublic) {
      throw new Blocked(
        `the platform refused earlier visits; the next visit is possible after ${claim.sourceClosedUntil.toISOString().slice(0, 19)}`,
      );
    }
    if (claim.attempts > MAX_LEASES) throw new Error('the workers that collected this link died several times');

    const { beganAt, isEmpty, keepsRoads, isOtherRoad } = await this.begin(claim, road);
    const listRoad = { name: road.listRoad, sameIds: roadsWithSameIds(source, road.listRoad) };
    const target: IntakeTarget = {
      ...claim,
      rawPrivacy: source.facts.rawPrivacy,
      isEmpty,
      road: keepsRoads ? listRoad : undefined,
    };
    const readsAll = claim.wantsFull || isOtherRoad || road.road.order === 'unordered';
    const pass = await this.read({ claim, source, road, target, beganAt, readsAll }, signal);
    await this.succeed(claim, road, target, pass);
  }

  private async read(
    { claim, source, road, target, beganAt, readsAll }: LinkVisit,
    signal: AbortSignal,
  ): Promise<PassSummary> {
    const tools = this.toolsFactory.forVisit(source, claim, beganAt, signal);
    const url = await this.pageUrl(claim, source, tools);
    const reader = new PassReader(beganAt, readsAll ? null : { fullPassNewest: claim.knownNewest });
    const asideRoad = { name: road.asideRoad, sameIds: roadsWithSameIds(source, road.asideRoad) };
    let reachedKnownGround = false;
    let isEmpty = target.isEmpty === true;
    const write = async (page: SnapshotPage, count: number): Promise<void> => {
      const isAside = page.isAside === true;
      const pageTarget = { ...target, isEmpty, road: isAside && target.road ? asideRoad : target.road };
      // Later pages may repeat reviews of the first page.
      isEmpty = false;
      const reviews = isAside ? page.reviews : reader.recordOrder(page.reviews);
      const intake = await this.intake.takePage(pageTarget, reviews, {
        begin: { statements: this.leases.lockStatements(claim), check: (rows) => this.requireEnabled(rows) },
        end: (slice) => [this.leases.countStatement(claim, { ...slice, pages: slice.isFirst ? count : 0 })],
      });
      if (isAside) reader.addAside(intake);
      else
        reachedKnownGround = reader.addPage(intake, page.object) && (await this.isKnownGround(claim, intake.seenIds));
    };
    const writer = new PageWriter(write, (work) => this.writes.run(claim.accountId, work, signal));
    const end = await this.readPages(road.begin(url, tools), writer, signal, {
      mayStop: !reader.readsAll,
      reachedKnownGround: () => reachedKnownGround,
    });
    return end === null ? reader.stopAtKnown() : reader.finish(end);
  }

  /**
   * Reads the pages of a visit and writes them. Returns how the list ended, or null if the pass `mayStop` before the end of the
   * list and reached known ground.
   */
  private async readPages(
    pages: Visit,
    writer: PageWriter,
    signal: AbortSignal,
    pass: { readonly mayStop: boolean; reachedKnownGround(): boolean },
  ): Promise<VisitEnd | null> {
    const interrupted = rejectionOnAbort(signal);
    try {
      for (;;) {
        const step = await nextOf(pages, [interrupted, writer.failure]);
        signal.throwIfAborted();
        if (!step.done) await writer.add(step.value);
        if (step.done || pass.mayStop) await writer.flush();
        if (step.done) return step.value;
        if (pass.reachedKnownGround()) return null;
      }
    } catch (error) {
      // Writes the pages that were read before the error. After an abort, pages that would have to wait for a slot are dropped.
      await writer.flush().catch((writeError: unknown) => {
        if (!signal.aborted) throw writeError;
      });
      throw error;
    } finally {
      const ended = pages.return({ coverage: 'window' });
      await writer.stop();
      // Do not wait for an adapter that ignores its abort signal.
      await (signal.aborted ? Promise.race([ended, pause(CLEANUP_LIMIT_MS, undefined, { ref: false })]) : ended);
    }
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

  /** Returns the page's address. A short link is resolved once and then replaced by the address of the page. */
  private async pageUrl(claim: ClaimedLink, source: PlatformSource, tools: VisitTools): Promise<string> {
    const address = await pageAddress(claim.url, source, tools);
    if (source.match(new URL(claim.url))?.kind === 'short')
      await this.write(claim, () => replaceShortUrl(this.database, claim.linkId, address));
    return address;
  }

  private async succeed(
    claim: ClaimedLink,
    { road, isPublic }: ObjectRoad,
    target: IntakeTarget,
    pass: PassSummary,
  ): Promise<void> {
    const isOrdered = road.order === 'newest_first';
    const warning = await this.database.transaction(async () => {
      const before = await this.sendIfEnabled(claim, this.results.lockLinkStatements(claim, pass.object));
      const range = deletionRange({ ...pass, newestFirst: isOrdered && pass.newestFirst });
      const stored = await this.intake.finishPass(target, {
        beganAt: pass.beganAt,
        seenIds: pass.seenIds,
        judges: range,
        confirmAfterMs: this.config.HREV_DELETION_CONFIRM_AFTER,
        beganEmpty: target.isEmpty,
      });
      const newWarning = stored.deletionsRefused ? 'many_reviews_missing' : range === null ? undefined : null;
      await this.results.saveSuccess(claim, before, {
        beganAt: pass.beganAt,
        stopReason: pass.stop,
        warning: newWarning,
        object: pass.object,
        seenFloor: stored.seenFloor,
        newestDate: pass.newestDate,
        list: classifyList(pass, { stored: stored.held, showsWindow: claim.showsWindow }),
        deleted: stored.deleted,
        fields: pass.fields,
        everyMs: this.config.HREV_COLLECT_EVERY,
        fullEveryMs: this.config.HREV_COLLECT_FULL_EVERY,
      });
      await this.database.commitWith([
        ...(isPublic ? [this.pace.resetRefusalsStatement(claim.sourceId)] : []),
        this.health.visitStatement(claim, 'success', this.onTimeMs),
        this.health.fieldsStatement(claim.sourceId, pass.fields),
      ]);
      return newWarning;
    });
    const entry = { link_id: claim.linkId, run_id: claim.runId, read: pass.read, stop_reason: pass.stop };
    if (warning)
      this.logger.warn({ msg: 'link collected; too many reviews were missing to delete any', ...entry, warning });
    else this.logger.log({ msg: 'link collected', ...entry });
  }

  private async fail(claim: ClaimedLink, error: unknown): Promise<void> {
    if (error instanceof Throttled && !(error instanceof RequestDelayed) && error.retryAfterMs !== null)
      await this.pace.recordRetryAfter(claim, error.retryAfterMs);
    if (isRefusal(error) && claim.sourceClosedUntil === null && (await this.pace.recordRefusal(claim)))
      await this.planner.planProbe(claim.sourceId);
    const pauseMs = retryPauseMs(error, claim.attempts);
    if (pauseMs !== null) return this.leases.retryLater(claim, pauseMs);

    const code = scrapeErrorCode(error);
    const entry = { msg: 'link failed', link_id: claim.linkId, run_id: claim.runId, code };
    if (code === 'internal') this.logger.error({ ...entry, err: error });
    else this.logger.warn({ ...entry, detail: scrapeErrorText(error) });
    const isResting = claim.sourceClosedUntil !== null;
    const scrapeError = scrapeErrorText(error);
    const kind = failureKindOf(code, !isResting);
    await this.write(claim, async () => {
      const isNewlyFrozen = await this.results.saveFailure(claim, { scrapeError, kind });
      if (isNewlyFrozen)
        await this.notices.notify(frozenNotice({ ...claim, scrapeError, platform: this.platformOf(claim) }));
      await this.database.commitWith([this.health.visitStatement(claim, isResting ? RESTING : code, this.onTimeMs)]);
    });
    if (code === 'credentials_rejected') await this.toolsFactory.checkConnection(claim);
  }

  private platformOf({ sourceId }: ClaimedLink): string {
    return this.catalogue.platform(sourceId)?.facts.displayName ?? 'its platform';
  }

  private get onTimeMs(): number {
    return onTimeMs(this.config.HREV_COLLECT_EVERY);
  }

  /**
   * Sets the link's status to in progress, and its road. From the second road on, the roads of each review are kept, and the first pass
   * on another road reads everything.
   */
  private begin(claim: ClaimedLink, { road, listRoad, readBy }: ObjectRoad): Promise<BegunPass> {
    return this.database.transaction(async () => {
      const [[begun] = []] = await this.sendIfEnabled(claim, [
        this.results.setInProgressStatement(claim, { name: road.name, readBy, keepsRoads: listRoad !== road.name }),
      ]);
      if (!begun) throw new Error('the claimed link has no row in link_collection');
      const { earlierRoad, keptRoads, ...rest } = begun as unknown as BegunRow;
      const isOtherRoad = earlierRoad !== null && earlierRoad !== road.name;
      if (isOtherRoad && !keptRoads) await this.intake.keepRoads(claim, earlierRoad);
      return { ...rest, isOtherRoad };
    });
  }

  /**
   * Locks the claim and sends `statements` in the same round trip; returns their rows. Throws `LeaseLost`, or `LinkDisabled` if the
   * link was disabled or deleted.
   */
  private async sendIfEnabled(claim: ClaimedLink, statements: readonly Part[]): Promise<Row[][]> {
    const lock = this.leases.lockStatements(claim);
    const rows = await this.database.together([...lock, ...statements]);
    this.requireEnabled(rows);
    return rows.slice(lock.length);
  }

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

/** Whether the platform refused the visit. A redirect to another host is not a refusal. */
function isRefusal(error: unknown): boolean {
  return error instanceof Blocked && !(error instanceof RedirectedAway);
}

/** Returns a promise that rejects when `signal` is aborted, even if the adapter ignores the signal. */
function rejectionOnAbort(signal: AbortSignal): Promise<never> {
  const interrupted = new Promise<never>((_, reject) => {
    const stop = (): void => reject(signal.reason as Error);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
  interrupted.catch(() => undefined);
  return interrupted;
}
