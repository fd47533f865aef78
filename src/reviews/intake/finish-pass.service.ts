import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import { classifyMissing, missedFirst } from './domain/missing-reviews';
import { floorAbove } from './domain/seen-staircase';
import type { IntakeTarget } from './page-intake';
import { ChangeCounterStore } from '../persistence/change-counter.store';
import { ReviewIntakeStore } from './persistence/review-intake.store';
import { ReviewRoadStore, type IntakeRoad } from './persistence/review-road.store';
import { UnseenReviewStore } from './persistence/unseen-review.store';
import { TwinReviews, type Twins } from './twin-reviews';

/** A pass that ended without a failure. */
export interface FinishedPass {
  readonly beganAt: Date;
  readonly seenIds: readonly number[];
  /** The reviews that the pass may report as missing: those dated after `from` (null: all); null: none. */
  readonly judges: { readonly from: string | null } | null;
  readonly confirmAfterMs: number;
  /**
   * True if the link had no reviews when the pass began. All stored reviews are then those of the pass, and none can be
   * missing.
   */
  readonly beganEmpty?: boolean;
}

export interface PassVerdict {
  readonly deleted: number;
  /** True if deletions were refused because they would be a fifth of the link's reviews or more. */
  readonly deletionsRefused: boolean;
  /** The pass saw every review of this date or later. */
  readonly seenFloor: string;
  /** The number of stored reviews of the link that are not deleted. */
  readonly held: number;
}

const NONE_MARKED = { deleted: 0, deletionsRefused: false };

/** A transaction records at most this many missed reviews, because it blocks the other writers of the account. */
export const RECORDED_AT_ONCE = 1_000;

/**
 * Ends passes: marks reviews as missing or deleted that a pass did not see (contract §2.3, §10.3). What is found is
 * written in transactions of the caller, who holds the claim.
 */
@Injectable()
export class FinishPassService {
  private readonly unseen: UnseenReviewStore;
  private readonly twins: TwinReviews;

  constructor(
    private readonly store: ReviewIntakeStore,
    private readonly roads: ReviewRoadStore,
    private readonly counter: ChangeCounterStore,
    private readonly database: Database,
  ) {
    this.unseen = new UnseenReviewStore(database);
    this.twins = new TwinReviews(store, counter, database);
  }

  /**
   * Finds the reviews that were stored once for the road of the pass and once for another one, in parts of which each
   * is merged in one transaction. For a pass that reads the whole list, before `findMissing`. None if only one road
   * reads the link.
   */
  async findTwins(target: IntakeTarget, seenIds: readonly number[]): Promise<readonly (readonly Twins[])[]> {
    return target.road === undefined ? [] : this.twins.find(target, target.road, seenIds);
  }

  /** Merges a part of `findTwins`, and returns the ids of the merged reviews, which the pass has seen. */
  async mergeTwins(target: IntakeTarget, pairs: readonly Twins[]): Promise<readonly number[]> {
    return target.road === undefined ? [] : this.twins.merge(target, target.road, pairs);
  }

  /**
   * Finds the stored reviews that the pass did not see and may report as missing. A link may have a million of them, so
   * they are read before the transaction that ends the pass. If there are more than `RECORDED_AT_ONCE`, record parts of
   * them with `recordMissed` first.
   */
  async findMissing(target: IntakeTarget, { judges, seenIds, beganEmpty }: FinishedPass): Promise<readonly number[]> {
    if (judges === null || beganEmpty === true) return [];
    const ofLink = await this.unseen.notSeen(target, seenIds, judges.from);
    const road = judgingRoad(target);
    return road === null ? ofLink : this.roads.readBy(target, road, ofLink);
  }

  /**
   * Records those of the missing reviews `ids` that no earlier pass missed, and returns the others, which the end of the
   * pass decides. What was recorded remains true if the pass cannot be ended later, because it has read its whole list.
   */
  async recordMissed(
    target: IntakeTarget,
    { beganAt, judges }: FinishedPass,
    ids: readonly number[],
  ): Promise<readonly number[]> {
    const locked = await this.counter.next(target.accountId, 0);
    const first = missedFirst(await this.unseen.missing(ids, judges?.from ?? null, locked));
    await this.unseen.noteMissed(target.linkId, first, beganAt, locked);
    const recorded = new Set(first);
    return ids.filter((id) => !recorded.has(id));
  }

  /**
   * Marks deleted reviews, and returns the date from which the pass saw all reviews. `missing` are those of
   * `findMissing` that are not recorded.
   */
  async finishPass(target: IntakeTarget, pass: FinishedPass, missing: readonly number[]): Promise<PassVerdict> {
    const { judges, beganEmpty = false, seenIds } = pass;
    if (beganEmpty) return { deleted: 0, deletionsRefused: false, seenFloor: floorAbove(null), held: seenIds.length };
    return this.database.transaction(async () => {
      const marked =
        judges === null || missing.length === 0 ? NONE_MARKED : await this.markMissing(target, pass, missing);
      const { live, newestUnseen } = await this.unseen.listState(target, seenIds);
      return { ...marked, seenFloor: floorAbove(newestUnseen), held: live };
    });
  }

  /** With the change counter locked, reads the rows of the missing reviews again and decides. */
  private async markMissing(
    target: IntakeTarget,
    { beganAt, judges, confirmAfterMs }: FinishedPass,
    missing: readonly number[],
  ): Promise<Pick<PassVerdict, 'deleted' | 'deletionsRefused'>> {
    const road = judgingRoad(target);
    const locked = await this.counter.next(target.accountId, 0);
    const rows = await this.unseen.missing(missing, judges?.from ?? null, locked);
    const reviewsOfLink = await (road === null ? this.store.liveCount(target) : this.roads.liveCount(target, road));
    const verdict = classifyMissing(rows, { beganAt, reviewsOfLink, confirmAfterMs });
    await this.unseen.noteMissed(target.linkId, verdict.firstMissed, beganAt, locked);
    if (verdict.delete.length > 0)
      await this.unseen.markDeleted(verdict.delete, await this.counter.next(target.accountId, verdict.delete.length));
    const deleted = verdict.delete.map((id) => ({ id, facts: ['deleted'] as const }));
    await this.database.together(this.store.facts(target.runId, target.objectId, deleted));
    return { deleted: verdict.delete.length, deletionsRefused: verdict.refused };
  }
}

/**
 * The road whose reviews a pass may report as missing; null: those of all roads, because the road of the pass lists
 * them.
 */
function judgingRoad({ road }: IntakeTarget): IntakeRoad | null {
  return road === undefined || road.showsEvery === true ? null : road;
}
