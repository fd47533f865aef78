import { RequestDelayed, type PlatformSource, type SnapshotPage, type Unread, type VisitEnd } from '@libs/sources';
import type { LinkPass } from './link-pass';
import type { ObjectRoad } from './object-roads.service';
import type { PassOutcomes } from './pass-outcomes.service';
import type { ClaimedLink } from './persistence/run-lease.store';
import { NOTHING_READ, type ReadCounts } from './uncounted-pages';
import { VisitWrites } from './write-limit';

/** The last pass of a visit has left it. */
export class VisitOver extends Error {}

/**
 * The passes that share a visit. Each has its own outcome: a pass that fails or has read enough leaves, and the visit continues for the
 * others. The requests are those of the leader's account, so the refusals of the platform are recorded for the leader only, even after its pass has left.
 */
export class VisitPasses {
  private readonly passes = new Set<LinkPass>();
  private readonly endings = new VisitWrites();
  /** The outcomes of passes that left, which are being written. */
  private readonly leaving: Promise<void>[] = [];
  private readonly unwritten: unknown[] = [];
  private endVisit: () => void = () => undefined;
  /** Rejects when the last pass has left. */
  readonly over: Promise<never>;

  constructor(
    private readonly leader: ClaimedLink,
    private readonly source: PlatformSource,
    private readonly outcomes: PassOutcomes,
    private readonly signal: AbortSignal,
  ) {
    this.over = new Promise<never>((_, reject) => (this.endVisit = () => reject(new VisitOver())));
    this.over.catch(() => undefined);
  }

  join(pass: LinkPass): void {
    this.passes.add(pass);
    pass.failure.catch((error: unknown) => this.leave(pass, error));
  }

  /** Ends a link of the visit whose pass did not begin. */
  async refuse(claim: ClaimedLink, error: unknown): Promise<void> {
    await this.endEarly(claim, error, NOTHING_READ);
  }

  /** Whether any link of the visit has stored reviews that are not deleted: the platform then showed reviews on this page before. */
  async holdReviews(): Promise<boolean> {
    for (const { claim } of this.passes) if (await this.outcomes.holdsReviews(claim)) return true;
    return false;
  }

  /**
   * Stores a page in all passes; those that have read enough end. Resolves when the next page may be read; throws `VisitOver` if none is
   * needed.
   */
  async add(page: SnapshotPage): Promise<void> {
    await this.each(async (pass) => {
      await pass.add(page);
      if (pass.isDone) await this.succeed(pass, null);
    });
    if (this.passes.size === 0) throw new VisitOver();
  }

  /** Counts what the visit could not read besides its pages, in all passes. */
  addUnread(unread: Unread): void {
    for (const { reader } of this.passes) reader.addUnread(unread);
  }

  /** Ends all passes after the visit has ended. */
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
    if (!this.signal.aborted) await this.noteUnwritten(this.outcomes.recordRefusal(this.leader, road, error));
    await this.each(async (pass) => {
      await flushed(pass).catch((writeError: unknown) => {
        if (!this.signal.aborted) throw writeError;
      });
      throw error;
    });
  }

  /** Resolves when the outcomes of all passes are written; throws if one could not be written. */
  async ended(): Promise<void> {
    await Promise.all(this.leaving);
    if (this.unwritten.length > 0) throw this.unwritten[0];
  }

  private async each(work: (pass: LinkPass) => Promise<void>): Promise<void> {
    await Promise.all([...this.passes].map((pass) => work(pass).catch((error: unknown) => this.leave(pass, error))));
  }

  private async succeed(pass: LinkPass, end: VisitEnd | null): Promise<void> {
    await pass.stop();
    await pass.settle(end);
    const leads = pass.claim === this.leader;
    await this.endings.run(pass.claim.accountId, () => this.outcomes.succeed(pass, pass.summary(end), { leads }));
    this.remove(pass);
  }

  private async leave(pass: LinkPass, error: unknown): Promise<void> {
    if (!this.remove(pass)) return;
    const ending = pass.stop().then(() => this.endEarly(pass.claim, error, pass.uncounted.counts));
    this.leaving.push(ending);
    await ending;
  }

  private endEarly(claim: ClaimedLink, error: unknown, uncounted: ReadCounts): Promise<void> {
    const options = { signal: this.signal, isOfOther: this.isOfOther(claim, error), uncounted };
    const write = (): Promise<void> => this.outcomes.endEarly(claim, this.source, error, options);
    return this.noteUnwritten(this.endings.run(claim.accountId, write));
  }

  /** Whether the error is a limit of requests that applies to the leader, and not to this link. */
  private isOfOther(claim: ClaimedLink, error: unknown): boolean {
    if (claim === this.leader || !(error instanceof RequestDelayed)) return false;
    // A part of the day's requests is reserved for first collections.
    return error.isOfAccount || (claim.isFirst && !this.leader.isFirst);
  }

  private noteUnwritten(write: Promise<void>): Promise<void> {
    return write.catch((failure: unknown) => void this.unwritten.push(failure));
  }

  private remove(pass: LinkPass): boolean {
    const wasMember = this.passes.delete(pass);
    if (this.passes.size === 0) this.endVisit();
    return wasMember;
  }
}

/** Stores what a pass has read before its visit was stopped. */
async function flushed(pass: LinkPass): Promise<void> {
  await pass.flush();
  await pass.settle('stopped');
}
