import { RequestDelayed, type PlatformSource, type SnapshotPage, type Unread, type VisitEnd } from '@libs/sources';
import { activeTraceparent, failActiveSpan, NO_SPAN, openSpan, type OpenSpan } from '@libs/traces';
import { NOTHING_READ, type ReadCounts } from '../domain/pass';
import type { PassOutcomesService } from '../outcomes';
import type { ClaimedLink } from '../persistence/run-lease.store';
import { LinkPass } from './link-pass';
import type { ObjectRoad } from './object-roads.service';
import type { PassIntakeService } from './pass-intake.service';
import { visitSpan } from './visit-span';
import { VisitWrites, type WriteLimit } from './write-limit';

/**
 * The passes that share a visit. Each has its own outcome: a pass that fails or has read enough leaves, and the visit continues for the
 * others. The requests are those of the leader's account, so the refusals of the platform are recorded for the leader only, even after its pass has left.
 */
export class VisitPasses {
  private readonly passes = new Set<LinkPass>();
  private readonly writes: VisitWrites;
  private readonly endings = new VisitWrites();
  /** The spans of the links that take part: each is in the trace of its own run, because the accounts have nothing in common. */
  private readonly spans = new Map<ClaimedLink, OpenSpan>();

  /** `writesOfProcess` limits the writes of each account over all visits. */
  constructor(
    private readonly leader: ClaimedLink,
    private readonly intake: PassIntakeService,
    private readonly outcomes: PassOutcomesService,
    writesOfProcess: WriteLimit,
    private readonly signal: AbortSignal,
  ) {
    this.writes = new VisitWrites(writesOfProcess);
  }

  /**
   * Begins the pass of a link of the visit, and returns when it began. A link whose pass cannot begin ends: see `end`.
   */
  async begin(claim: ClaimedLink, source: PlatformSource, road: ObjectRoad): Promise<Date> {
    if (claim !== this.leader)
      this.spans.set(claim, openSpan({ ...visitSpan(claim, source.facts.slug), links: [activeTraceparent()] }));
    const begun = await this.inSpan(claim, () => this.intake.begin(claim, source, road));
    this.passes.add(new LinkPass(begun, this.intake, this.writes, this.signal));
    return begun.beganAt;
  }

  /** Whether all passes have left: no more pages are needed. */
  get areOver(): boolean {
    return this.passes.size === 0;
  }

  /** Whether any link of the visit has stored reviews that are not deleted: the platform then showed reviews on this page before. */
  async hasStoredReviews(): Promise<boolean> {
    for (const { claim } of this.passes) if (await this.intake.hasStoredReviews(claim)) return true;
    return false;
  }

  /** Counts what the visit could not read besides its pages, in all passes. */
  addUnread(unread: Unread): void {
    for (const pass of this.passes) pass.addUnread(unread);
  }

  /** Stores a page in all passes; those that have read enough end. Resolves when the next page may be read. */
  async store(page: SnapshotPage): Promise<void> {
    await this.each(async (pass) => {
      await pass.add(page);
      if (pass.isDone) await this.succeed(pass, null);
    });
  }

  /** Ends all passes after the list has ended. */
  async finish(end: VisitEnd): Promise<void> {
    await this.each(async (pass) => {
      await pass.flush();
      await this.succeed(pass, end);
    });
  }

  /**
   * Ends all passes with the error of the visit, and stores the pages that were read before. After an abort, pages that would have to
   * wait for a slot are dropped, and the error is not the platform's.
   */
  async fail(error: unknown, road: ObjectRoad): Promise<void> {
    if (!this.signal.aborted) await this.outcomes.recordRefusal(this.leader, road, error);
    await this.each(async (pass) => {
      try {
        await pass.flush();
        await pass.settle('stopped');
      } catch (writeError) {
        if (!this.signal.aborted) throw writeError;
      }
      throw error;
    });
  }

  /** Ends a link of the visit that has no pass, or whose pass has read `uncounted` since its last write. */
  async end(claim: ClaimedLink, error: unknown, uncounted: ReadCounts = NOTHING_READ): Promise<void> {
    const options = { signal: this.signal, isOfOther: this.isOfOther(claim, error), uncounted };
    const end = (): Promise<void> => this.outcomes.endEarly(claim, error, options);
    await this.inSpan(claim, async () => {
      failActiveSpan(error);
      await this.endings.run(claim.accountId, end);
    }).finally(() => this.endSpan(claim));
  }

  /** Works on all passes at the same time. A pass whose work fails leaves the visit. */
  private async each(work: (pass: LinkPass) => Promise<void>): Promise<void> {
    await Promise.all(
      [...this.passes].map((pass) =>
        this.inSpan(pass.claim, () => work(pass)).catch((error: unknown) => this.leave(pass, error)),
      ),
    );
  }

  private async succeed(pass: LinkPass, end: VisitEnd | null): Promise<void> {
    await pass.settle(end);
    const ended = { ...pass.ended(end), leads: pass.claim === this.leader };
    await this.endings.run(pass.claim.accountId, () => this.outcomes.succeed(ended));
    this.passes.delete(pass);
    this.endSpan(pass.claim);
  }

  private async leave(pass: LinkPass, error: unknown): Promise<void> {
    this.passes.delete(pass);
    await pass.stop();
    await this.end(pass.claim, error, pass.uncounted);
  }

  /** Whether the error is a limit of requests that applies to the leader, and not to this link. */
  private isOfOther(claim: ClaimedLink, error: unknown): boolean {
    if (claim === this.leader || !(error instanceof RequestDelayed)) return false;
    // A part of the day's requests is reserved for first collections.
    return error.isOfAccount || (claim.isFirst && !this.leader.isFirst);
  }

  /** Runs work on one link in its span; for the leader, this is the span of the visit. */
  private inSpan<T>(claim: ClaimedLink, work: () => Promise<T>): Promise<T> {
    return (this.spans.get(claim) ?? NO_SPAN).run(work);
  }

  private endSpan(claim: ClaimedLink): void {
    this.spans.get(claim)?.end();
    this.spans.delete(claim);
  }
}
