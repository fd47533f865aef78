import type { Database, Statement } from '@libs/database';
import { inTurns, LoopShare } from '@libs/kernel';
import { candidatesAmong } from './candidates';
import { matchUnseen, mayBeAnyOf } from './domain/carry-over';
import { ComparedReview } from './domain/compared-review';
import { joinMatches, type Matches } from './domain/match-reviews';
import { matchEdited, uncertainMatches } from './domain/match-roads';
import type { Incoming } from './page-decision';
import type { IntakeTarget } from './page-intake';
import { isDerivedId } from './persistence/review-identity';
import type { ReviewRoadStore } from './persistence/review-road.store';
import { identifyingFields } from './persistence/review-row';
import { UnseenReviewStore } from './persistence/unseen-review.store';

/** What a pass has seen at its end. */
export interface SeenReviews {
  /** The stored ids of the reviews that it saw. */
  readonly ids: readonly number[];
  /** It saw every review that the pages show and that is dated after `from` (null: every one). */
  readonly from: string | null;
  /** False if it was stopped early or its list broke off: it may have seen other reviews later. */
  readonly isWhole: boolean;
  /** The time of the pass. */
  readonly asOf: Date;
}

/** What the end of a pass tells about the reviews that waited for it. */
export interface Recognized extends Pick<Matches, 'pairs' | 'ambiguous'> {
  readonly isWhole: boolean;
}

/** The reviews of a slice by the ids under which they are stored. The id of a review that differs is its new id. */
export interface Identified {
  readonly reviews: ReadonlyMap<string, Incoming>;
  /** Those that can be identified only at the end of the pass. */
  readonly waiting: readonly Incoming[];
  /** Statements that record under which id a review was read. */
  readonly recording: readonly Statement[];
}

/**
 * Finds out under which ids collected reviews are stored: by the ids under which they were read, and otherwise by what
 * they have in common with stored ones (contract §10.4).
 */
export class ReviewIdentities {
  private readonly unseen: UnseenReviewStore;

  constructor(
    private readonly roads: ReviewRoadStore,
    database: Database,
  ) {
    this.unseen = new UnseenReviewStore(database);
  }

  /**
   * Identifies the reviews of a slice, given by the ids under which they were read. `recognized` is null for a page:
   * what is certain only at the end of the pass then waits for it. If the pass was stopped early, only those of the
   * waiting reviews that are like no stored one are identified, because the rest of the list may show the stored ones.
   */
  async identify(
    target: IntakeTarget,
    read: ReadonlyMap<string, Incoming>,
    recognized: Recognized | null,
  ): Promise<Identified> {
    // Without `passIds` the page is the whole pass, and nothing follows.
    if (recognized === null) return this.byRoad(target, read, target.passIds !== undefined);
    const [carried, rest] = [new Map<string, Incoming>(), new Map<string, Incoming>()];
    for (const [id, review] of read) {
      if (isLeftOut(target, id, review, recognized)) continue;
      const storedId = recognized.pairs.get(id);
      if (storedId === undefined) rest.set(id, review);
      else carried.set(storedId, review);
    }
    const { reviews, recording } = await this.byRoad(target, rest, false);
    const newIds = new Map([...carried].map(([storedId, { prepared }]) => [storedId, prepared.externalId]));
    return {
      reviews: new Map([...carried, ...reviews]),
      waiting: [],
      recording: [...recording, ...this.roads.renaming(target, target.road, newIds)],
    };
  }

  /**
   * Recognizes reviews whose ids may change, which wait for the end of their pass, among the stored reviews that it did
   * not see. A review with an id of the platform is never another one with such an id.
   */
  async recognize(target: IntakeTarget, waiting: Iterable<Incoming>, seen: SeenReviews): Promise<Recognized> {
    const rows = await this.unseen.find(target, seen.ids, seen.from);
    // Thousands of reviews may wait, and take memory as long as they are compared.
    if (rows.length === 0) return { pairs: new Map(), ambiguous: new Set(), isWhole: seen.isWhole };
    const [incoming, loop]: [ComparedReview[], LoopShare] = [[], new LoopShare()];
    for (const review of waiting) {
      if (hasWeakId(target, review)) incoming.push(new ComparedReview(identifyingFields(review.prepared)));
      if (loop.isUsedUp) await loop.yieldLoop();
    }
    const ids = rows.map((row) => row.id);
    const candidates = await candidatesAmong(this.unseen, target, ids, mayBeAnyOf(incoming));
    const unseen = candidates.map(({ review }) => review);
    const live = rows.filter(({ isDeleted, isImported }) => !isDeleted && !isImported).length;
    const options = { asOf: seen.asOf, isSelection: live > seen.ids.length + incoming.length };
    const named = incoming.filter(({ id }) => !isDerivedId(id));
    const derived = unseen.filter(({ id }) => isDerivedId(id));
    const ofNamed = await inTurns(matchUnseen(named, derived, options));
    const taken = new Set(ofNamed.pairs.values());
    const rest = unseen.filter(({ id }) => !taken.has(id));
    const unnamed = incoming.filter(({ id }) => isDerivedId(id));
    const ofUnnamed = await inTurns(matchUnseen(unnamed, rest, options));
    return { ...joinMatches([ofNamed, ofUnnamed]), isWhole: seen.isWhole };
  }

  /**
   * Identifies the reviews of a link that several roads read: by the ids of the road and of roads with the same ids,
   * otherwise by their content. A review that is not found has its own id, after the name of the road if another review
   * is stored under that id. With `waits`, a review that may be an edited form of a stored one is not decided: a later
   * page may show the stored one. If only one road reads the link, the ids under which the reviews were read are those
   * of the store.
   */
  private async byRoad(target: IntakeTarget, read: ReadonlyMap<string, Incoming>, waits: boolean): Promise<Identified> {
    const { road } = target;
    if (road === undefined || read.size === 0) return { reviews: read, waiting: [], recording: [] };
    const known = await this.roads.known(target, road, [...read.keys()]);
    const unknown = [...read].filter(([id]) => !known.has(id)).map(([, { prepared }]) => identifyingFields(prepared));
    const others = await this.roads.otherReviews(target, road, unknown);
    const matches = await inTurns(matchEdited(unknown, others));
    const waitingIds = waits ? uncertainMatches(matches) : new Set<string>();
    const taken = await this.roads.taken(target, unknown);
    const ownId = (id: string): string => (taken.has(id) ? `${road.name}:${id}` : id);
    const storedIdOf = (id: string): string => known.get(id)?.storedId ?? matches.pairs.get(id) ?? ownId(id);
    const [reviews, unrecorded] = [new Map<string, Incoming>(), new Map<string, string>()];
    for (const [id, review] of read) {
      if (waitingIds.has(id)) continue;
      const externalId = storedIdOf(id);
      reviews.set(externalId, { ...review, prepared: { ...review.prepared, externalId } });
      if (known.get(id)?.isRecorded !== true) unrecorded.set(id, externalId);
    }
    return {
      reviews,
      waiting: [...read].filter(([id]) => waitingIds.has(id)).map(([, review]) => review),
      recording: this.roads.recording(target, road, unrecorded),
    };
  }
}

/** Whether the id of a review may change although the review is the same. */
export function hasWeakId({ hasWeakIds = false }: IntakeTarget, { collected }: Incoming): boolean {
  return hasWeakIds || collected.externalId === null;
}

function isLeftOut(target: IntakeTarget, id: string, review: Incoming, recognized: Recognized): boolean {
  const { isWhole, pairs, ambiguous } = recognized;
  return !isWhole && (!hasWeakId(target, review) || pairs.has(id) || ambiguous.has(id));
}
