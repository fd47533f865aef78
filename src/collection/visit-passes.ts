import type { PlatformSource, SnapshotPage, VisitEnd } from '@libs/sources';
import type { LinkPass } from './link-pass';
import type { PassOutcomes } from './pass-outcomes.service';
import type { ClaimedLink } from './persistence/run-lease.store';

/** The last pass of a visit has left it. */
export class VisitOver extends Error {}

/**
 * The passes that share a visit. Each has its own outcome: a pass that fails or has read enough leaves, and the visit continues for the others. The first
 * pass that joins leads: the refusals of the platform are recorded for its link only.
 */
export class VisitPasses {
  private readonly passes = new Set<LinkPass>();
  private leader: LinkPass | null = null;
  private readonly unwritten: unknown[] = [];
  private endVisit: () => void = () => undefined;
  /** Rejects when the last pass has left. */
  readonly over: Promise<never>;

  constructor(
    private readonly source: PlatformSource,
    private readonly outcomes: PassOutcomes,
    private readonly signal: AbortSignal,
  ) {
    this.over = new Promise<never>((_, reject) => (this.endVisit = () => reject(new VisitOver())));
    this.over.catch(() => undefined);
  }

  /** The links that share the visit. */
  get links(): readonly ClaimedLink[] {
    return [...this.passes].map(({ claim }) => claim);
  }

  join(pass: LinkPass): void {
    this.leader ??= pass;
    this.passes.add(pass);
    pass.failure.catch((error: unknown) => this.leave(pass, error));
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

  /** Ends all passes after the visit has ended. */
  async finish(end: VisitEnd): Promise<void> {
    await this.each(async (pass) => {
      await pass.flush();
      await this.succeed(pass, end);
    });
  }

  /**
   * Ends all passes with the error of the visit, and stores the pages that were read before. After an abort, pages that would have to
   * wait for a slot are dropped.
   */
  async fail(error: unknown): Promise<void> {
    await this.each(async (pass) => {
      await pass.flush().catch((writeError: unknown) => {
        if (!this.signal.aborted) throw writeError;
      });
      throw error;
    });
  }

  /** Throws if the outcome of a pass could not be written. */
  requireWritten(): void {
    if (this.unwritten.length > 0) throw this.unwritten[0];
  }

  private async each(work: (pass: LinkPass) => Promise<void>): Promise<void> {
    await Promise.all([...this.passes].map((pass) => work(pass).catch((error: unknown) => this.leave(pass, error))));
  }

  private async succeed(pass: LinkPass, end: VisitEnd | null): Promise<void> {
    await pass.stop();
    await this.outcomes.succeed(pass, pass.summary(end), { leads: pass === this.leader });
    this.remove(pass);
  }

  private async leave(pass: LinkPass, error: unknown): Promise<void> {
    if (!this.remove(pass)) return;
    try {
      await pass.stop();
      await this.outcomes.endEarly(pass.claim, this.source, error, {
        signal: this.signal,
        leads: pass === this.leader,
      });
    } catch (failure) {
      this.unwritten.push(failure);
    }
  }

  private remove(pass: LinkPass): boolean {
    const wasMember = this.passes.delete(pass);
    if (this.passes.size === 0) this.endVisit();
    return wasMember;
  }
}
