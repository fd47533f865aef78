import type { Database, Part } from '@libs/database';
import type { Matches } from './domain/match-reviews';
import type { LoopShare } from './loop-share';
import type { Incoming } from './page-decision';
import { ReviewRoadStore, type IntakeRoad } from './persistence/review-road.store';
import type { IntakeLink } from './persistence/review-row';
import { run, WaitingRecognition, type SeenReviews } from './recognize-waiting';

export type { SeenReviews } from './recognize-waiting';

/** The reviews of a slice by the ids under which they are stored. The id of a review that differs is its new id. */
export interface Identified {
  readonly reviews: ReadonlyMap<string, Incoming>;
  /** Those that can be identified only at the end of the pass. */
  readonly waiting: readonly Incoming[];
  /** Statements that record under which id a review was read. */
  readonly recording: readonly Part[];
}

/** Finds out under which ids the reviews of a slice, given by the ids under which they were read, are stored. */
export interface Identify {
  (reviews: ReadonlyMap<string, Incoming>): Promise<Identified>;
  /** Whether a review that is not stored may be a stored one under another id. */
  readonly mayWait: (review: Incoming) => boolean;
}

/** What identifying needs to know about the link. */
interface IdentifiedLink extends IntakeLink {
  readonly isEmpty?: boolean;
  readonly road?: IntakeRoad | undefined;
  readonly hasWeakIds?: boolean;
  readonly passIds?: object;
}

/** Identifies collected reviews: by their ids, and otherwise by what they have in common with stored ones (contract §10.4). */
export class ReviewIdentities {
  private readonly recognition: WaitingRecognition;

  constructor(
    private readonly roads: ReviewRoadStore,
    database: Database,
  ) {
    this.recognition = new WaitingRecognition(database);
  }

  /** Identifies the reviews of a page by their ids. What is certain only at the end of the pass waits. */
  ofPage(link: IdentifiedLink, loop: LoopShare): Identify {
    // Otherwise the page is the whole pass, and nothing follows.
    const waits = link.passIds !== undefined;
    const mayWait = (review: Incoming): boolean => link.isEmpty !== true && hasWeakId(link, review);
    return Object.assign((reviews: ReadonlyMap<string, Incoming>) => this.byIds(link, reviews, { waits, loop }), {
      mayWait,
    });
  }

  /**
   * Identifies the reviews that waited for the end of a pass. If it was stopped early, only those that are like no stored review are
   * identified and the others are left out, because the rest of the list may show the stored ones.
   */
  async atEnd(
    link: IdentifiedLink,
    waiting: Iterable<Incoming>,
    seen: SeenReviews,
    loop: LoopShare,
  ): Promise<Identify> {
    const weak = {
      *[Symbol.iterator]() {
        for (const review of waiting) if (hasWeakId(link, review)) yield review;
      },
    };
    const { pairs, ambiguous } = await this.recognition.recognize(link, weak, seen, loop);
    const isLeftOut = (id: string, review: Incoming): boolean =>
      !seen.isWhole && (!hasWeakId(link, review) || pairs.has(id) || ambiguous.has(id));
    const identify = async (reviews: ReadonlyMap<string, Incoming>): Promise<Identified> => {
      const [carried, rest] = [new Map<string, Incoming>(), new Map<string, Incoming>()];
      for (const [id, review] of reviews) {
        if (isLeftOut(id, review)) continue;
        const storedId = pairs.get(id);
        if (storedId === undefined) rest.set(id, review);
        else carried.set(storedId, review);
      }
      const identified = await this.byIds(link, rest, { waits: false, loop });
      return {
        reviews: new Map([...carried, ...identified.reviews]),
        waiting: [],
        recording: [...identified.recording, ...this.roads.renaming(link, link.road, newIdsOf(carried))],
      };
    };
    return Object.assign(identify, { mayWait: () => false });
  }

  private async byIds(
    link: IdentifiedLink,
    reviews: ReadonlyMap<string, Incoming>,
    { waits, loop }: { readonly waits: boolean; readonly loop: LoopShare },
  ): Promise<Identified> {
    const { road } = link;
    if (road === undefined || reviews.size === 0) return { reviews, waiting: [], recording: [] };
    const prepared = [...reviews.values()].map((review) => review.prepared);
    const match = (matching: Generator<void, Matches, void>): Promise<Matches> => run(matching, loop);
    const { storedIds, waitingIds, recording } = await this.roads.identify(link, road, prepared, { waits, match });
    const byStoredId = new Map<string, Incoming>();
    for (const [id, review] of reviews) {
      const storedId = storedIds.get(id);
      if (storedId !== undefined)
        byStoredId.set(storedId, { ...review, prepared: { ...review.prepared, externalId: storedId } });
    }
    return { reviews: byStoredId, waiting: [...waitingIds].flatMap((id) => reviews.get(id) ?? []), recording };
  }
}

/** Whether the id of a review may change although the review is the same. */
function hasWeakId({ hasWeakIds = false }: IdentifiedLink, { collected }: Incoming): boolean {
  return hasWeakIds || collected.externalId === null;
}

/** The new id of each review by the id under which it is stored. */
function newIdsOf(carried: ReadonlyMap<string, Incoming>): ReadonlyMap<string, string> {
  return new Map([...carried].map(([storedId, { prepared }]) => [storedId, prepared.externalId]));
}
