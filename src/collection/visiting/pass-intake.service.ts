import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import { roadsWithSameIds, showsEvery, type CollectedReview, type PlatformSource } from '@libs/sources';
import { spannedPart } from '@libs/traces';
import { replaceShortUrl } from '@src/links';
import {
  PassIds,
  ReviewIntakeService,
  sumOfSlices,
  type DecidedSlice,
  type IntakeTarget,
  type PageIntake,
  type SeenReviews,
  type WaitingReviews,
} from '@src/reviews';
import { MAX_LEASES } from '../domain/failure';
import type { ReadCounts } from '../domain/pass';
import { RunLeaseStore, type ClaimedLink } from '../persistence/run-lease.store';
import { PlanRunsService } from '../planning';
import type { ObjectRoad } from './object-roads.service';
import { PassStartStore, type PassStart } from './persistence/pass-start.store';
import { UncountedPages } from './uncounted-pages';

/** The pages of the list, or the pages beside it. */
export type PageKind = 'list' | 'aside';

/** A pass that has begun. */
export interface BegunPass {
  readonly claim: ClaimedLink;
  readonly road: ObjectRoad;
  readonly beganAt: Date;
  /** It reads the whole list. */
  readonly readsAll: boolean;
  /** The period of the link on this road. */
  readonly everyMs: number;
  /** Where the reviews are stored. */
  readonly targets: Readonly<Record<PageKind, IntakeTarget>>;
  readonly uncounted: UncountedPages;
}

/**
 * Begins the passes of claimed links, and stores what they read. Every transaction first locks the claim by its token.
 */
@Injectable()
export class PassIntakeService {
  constructor(
    private readonly database: Database,
    private readonly starts: PassStartStore,
    private readonly leases: RunLeaseStore,
    private readonly intake: ReviewIntakeService,
    private readonly planner: PlanRunsService,
  ) {}

  /**
   * Sets the link's status to in progress, and its road. From the second road on, the roads of each review are kept,
   * and the first pass on another road reads everything. Throws `LeaseLost`, `NotCollected` if the link was disabled or
   * deleted, and another error if too many workers have claimed the link and not finished it.
   */
  async begin(claim: ClaimedLink, source: PlatformSource, road: ObjectRoad): Promise<BegunPass> {
    if (claim.attempts > MAX_LEASES) throw new Error('the workers that collected this link died several times');
    const { name, order } = road.road;
    const everyMs = this.planner.periodOn(road.road);
    const readsOtherRoad = road.listRoad !== name;
    const start = await this.starts.begin(claim, { name, readBy: road.readBy, readsOtherRoad, everyMs });
    const isOtherRoad = start.earlierRoad !== null && start.earlierRoad !== name;
    const list: IntakeTarget = {
      ...claim,
      rawPrivacy: source.facts.rawPrivacy,
      contentDays: source.facts.contentLimit?.days ?? null,
      beganEmpty: start.isEmpty,
      hasWeakIds: source.facts.idStability === 'weak',
      passIds: new PassIds(),
      road: intakeRoad(source, start, road.listRoad),
    };
    return {
      claim,
      road,
      everyMs,
      beganAt: start.beganAt,
      readsAll: claim.wantsFull || isOtherRoad || order === 'unordered',
      targets: { list, aside: { ...list, road: intakeRoad(source, start, road.asideRoad) } },
      uncounted: new UncountedPages(),
    };
  }

  /**
   * Stores the reviews of a page, which may be several joined `pages`. `linkIsEmpty`: no page of the link was stored
   * before.
   */
  async takePage(
    pass: BegunPass,
    kind: PageKind,
    reviews: Iterable<CollectedReview>,
    { linkIsEmpty, pages }: { readonly linkIsEmpty: boolean; readonly pages: number },
  ): Promise<PageIntake> {
    return this.store(pass, this.intake.decidePage({ ...pass.targets[kind], isEmpty: linkIsEmpty }, reviews), pages);
  }

  /** Stores the reviews that waited for the end of the pass. */
  async takeWaiting(pass: BegunPass, kind: PageKind, waiting: WaitingReviews, seen: SeenReviews): Promise<PageIntake> {
    return this.store(pass, this.intake.decideWaiting(pass.targets[kind], waiting, seen), 0);
  }

  /**
   * Whether a quiet page is known ground: no review on it was written since the last pass that ended. An unfinished pass may have
   * written the reviews of the page without reading the later pages. Compares change numbers, so an interrupted pass needs to
   * record nothing.
   */
  async isKnownGround(claim: ClaimedLink, reviewIds: readonly number[]): Promise<boolean> {
    if (claim.knownChange === null) return false;
    return !(await this.intake.anyWrittenSince(claim.accountId, reviewIds, claim.knownChange));
  }

  /** Whether the link has stored reviews that are not deleted. */
  async hasStoredReviews(claim: ClaimedLink): Promise<boolean> {
    return this.intake.holdsReviews(claim);
  }

  /** Replaces the short address of a link. Throws `LeaseLost`. */
  async replaceAddress(claim: ClaimedLink, address: string): Promise<void> {
    await this.database.transaction(async () => {
      await this.leases.lock(claim);
      await replaceShortUrl(this.database, claim.linkId, address);
    });
  }

  /** Stores slices in their order. `pages` is the number of pages that the first one counts. */
  private async store(pass: BegunPass, slices: AsyncIterable<DecidedSlice>, pages: number): Promise<PageIntake> {
    const parts: PageIntake[] = [];
    for await (const slice of slices) {
      const counts = { pages: parts.length === 0 ? pages : 0, reviews: slice.read };
      if (slice.unchanged !== null && pass.uncounted.add(counts)) parts.push(slice.unchanged);
      else parts.push(await this.storeSlice(pass, slice, counts));
    }
    return sumOfSlices(parts);
  }

  private async storeSlice(pass: BegunPass, slice: DecidedSlice, counts: ReadCounts): Promise<PageIntake> {
    const stored = await spannedPart({ name: 'store slice' }, async (span) => {
      const intake = await this.intake.storeSlice(slice, (decided) => this.commit(pass, decided, counts));
      const { inserted, changed } = intake;
      span.set({ 'hrev.reviews.read': counts.reviews, 'hrev.reviews.new': inserted, 'hrev.reviews.changed': changed });
      return intake;
    });
    pass.uncounted.clear();
    return stored;
  }

  /** The transaction of a slice: the claim is locked, the reviews are written, and the run link counts them. */
  private async commit({ claim, uncounted }: BegunPass, slice: DecidedSlice, counts: ReadCounts): Promise<PageIntake> {
    return this.database.transaction(async () => {
      const allocated = await this.leases.lockCollected(claim, this.intake.allocating(slice));
      const { intake, statements } = await this.intake.write(slice, allocated);
      const total = { pages: counts.pages + uncounted.counts.pages, read: counts.reviews + uncounted.counts.reviews };
      await this.database.commitWith([...statements, this.leases.countStatement(claim, { ...intake, ...total })]);
      return intake;
    });
  }
}

/** The road of stored reviews; undefined if only one road has read the link. */
function intakeRoad(source: PlatformSource, start: PassStart, name: string): IntakeTarget['road'] {
  if (!start.keepsRoads) return undefined;
  const first = start.firstRoad === null ? null : { name: start.firstRoad, until: start.firstRoadUntil ?? 0 };
  return { name, first, sameIds: roadsWithSameIds(source, name), showsEvery: showsEvery(source, name) };
}
