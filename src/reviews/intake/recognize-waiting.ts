import type { Database } from '@libs/database';
import { matchUnseen, mayBeAnyOf } from './domain/carry-over';
import { ComparedReview } from './domain/compared-review';
import { joinMatches, type Matches } from './domain/match-reviews';
import type { LoopShare } from './loop-share';
import type { Incoming } from './page-decision';
import { isDerivedId } from './persistence/review-identity';
import { identifyingFields, type IntakeLink } from './persistence/review-row';
import { UnseenReviewStore } from './persistence/unseen-review.store';

/** What a pass has seen at its end. */
export interface SeenReviews {
  /** The stored ids of the reviews that it saw. */
  readonly ids: readonly number[];
  /** It saw every review that the pages show and that is dated after `from` (null: every one). */
  readonly from: string | null;
  /** False if it was stopped early: it may have seen other reviews later. */
  readonly isWhole: boolean;
  /** The time of the pass. */
  readonly asOf: Date;
}

/** At most this many stored reviews are compared with those that wait. */
const MAX_COMPARED = 100_000;

/** Recognizes reviews without ids of the platform, which wait for the end of their pass, among the stored reviews that it did not see. */
export class WaitingRecognition {
  private readonly unseen: UnseenReviewStore;

  constructor(database: Database) {
    this.unseen = new UnseenReviewStore(database);
  }

  /**
   * Returns which of the waiting reviews are stored under which id. A review with an id of the platform is never another one with such an
   * id.
   */
  async recognize(link: IntakeLink, waiting: Iterable<Incoming>, seen: SeenReviews, loop: LoopShare): Promise<Matches> {
    const incoming: ComparedReview[] = [];
    for (const { prepared } of waiting) {
      incoming.push(new ComparedReview(identifyingFields(prepared)));
      if (loop.isUsedUp) await loop.yieldLoop();
    }
    const rows = await this.unseen.find(link, seen.ids, seen.from);
    const isCandidate = mayBeAnyOf(incoming);
    const unseen = await this.candidates(
      link,
      rows.map((row) => row.id),
      isCandidate,
      loop,
    );
    const live = rows.filter(({ isDeleted }) => !isDeleted).length;
    const options = { asOf: seen.asOf, isSelection: live > seen.ids.length + incoming.length };
    const named = incoming.filter(({ id }) => !isDerivedId(id));
    const derived = unseen.filter(({ id }) => isDerivedId(id));
    const ofNamed = await run(matchUnseen(named, derived, options), loop);
    const taken = new Set(ofNamed.pairs.values());
    const rest = unseen.filter(({ id }) => !taken.has(id));
    const unnamed = incoming.filter(({ id }) => isDerivedId(id));
    return joinMatches([ofNamed, await run(matchUnseen(unnamed, rest, options), loop)]);
  }

  private async candidates(
    link: IntakeLink,
    ids: readonly number[],
    isCandidate: (stored: ComparedReview) => boolean,
    loop: LoopShare,
  ): Promise<readonly ComparedReview[]> {
    const found: ComparedReview[] = [];
    for await (const part of this.unseen.fields(link, ids)) {
      for (const fields of part) {
        const review = new ComparedReview(fields);
        if (found.length < MAX_COMPARED && isCandidate(review)) found.push(review);
        if (loop.isUsedUp) await loop.yieldLoop();
      }
    }
    return found;
  }
}

/** Runs a matching, and yields to the event loop meanwhile. */
export async function run(matching: Generator<void, Matches, void>, loop: LoopShare): Promise<Matches> {
  for (;;) {
    const step = matching.next();
    if (step.done === true) return step.value;
    if (loop.isUsedUp) await loop.yieldLoop();
  }
}
