import type { Database } from '@libs/database';
import { inTurns } from '@libs/kernel';
import { matchTwins } from './domain/match-roads';
import { factsOfChange, mergeContent } from './domain/review-content';
import type { ChangeCounterStore } from '../persistence/change-counter.store';
import { contentHash } from './persistence/review-identity';
import { inParts, type RawRow, type RecordsOfSource, type ReviewIntakeStore } from './persistence/review-intake.store';
import type { IntakeRoad } from './persistence/review-road.store';
import type { IntakeLink, ReviewReport, RewrittenReview, StoredReview } from './persistence/review-row';
import { TwinReviewStore, type TwinReview } from './persistence/twin-review.store';
import { UnseenReviewStore } from './persistence/unseen-review.store';

/** Two rows of one review: `seen` is the one that the pass has seen. */
export interface Twins {
  readonly kept: number;
  readonly gone: number;
  readonly seen: number;
}

/** A transaction merges at most this many pairs, because it blocks the other writers of the account. */
const PAIRS_AT_ONCE = 200;

/**
 * Merges reviews that were stored twice, once for each of two roads: they were edited between the passes of the roads,
 * or stored by a version that did not recognize them.
 */
export class TwinReviews {
  private readonly twins: TwinReviewStore;
  private readonly unseen: UnseenReviewStore;

  constructor(
    private readonly store: ReviewIntakeStore,
    private readonly counter: ChangeCounterStore,
    private readonly database: Database,
  ) {
    this.twins = new TwinReviewStore(database);
    this.unseen = new UnseenReviewStore(database);
  }

  /**
   * Finds the pairs of a review that the pass has seen and only its road has read, and one that only other roads have
   * read, in parts of `PAIRS_AT_ONCE`. The one that is hidden or pinned is kept, else the one that has a reply, else the
   * older one. A pair of which both are hidden or pinned is left.
   */
  async find(link: IntakeLink, road: IntakeRoad, seenIds: readonly number[]): Promise<readonly (readonly Twins[])[]> {
    const others = await this.twins.ofOtherRoads(link, road, seenIds);
    if (others.length === 0) return [];
    const dates = others.map(({ reviewDate }) => reviewDate);
    const own = await this.twins.ofRoadAlone(link, road, seenIds, dates);
    const { pairs } = await inTurns(matchTwins(own, others));
    const byId = new Map([...own, ...others].map((review) => [review.externalId, review]));
    const found = [...pairs].flatMap(([seen, other]) => twinsOf(byId.get(seen), byId.get(other)));
    return inParts(found, PAIRS_AT_ONCE);
  }

  /**
   * Merges pairs in the caller's transaction: with the change counter locked, the rows are read again and written. The
   * kept ones get the content that the pass has seen, and the others are marked as deleted. Returns the ids of the kept
   * ones.
   */
  async merge(
    target: IntakeLink & RecordsOfSource & { readonly runId: number },
    road: IntakeRoad,
    pairs: readonly Twins[],
  ): Promise<readonly number[]> {
    const { accountId, runId, objectId } = target;
    const locked = await this.counter.next(accountId, pairs.length);
    const rows = await this.store.stored(
      accountId,
      pairs.flatMap(({ kept, gone }) => [kept, gone]),
    );
    const raws = await this.store.raws(
      accountId,
      pairs.map(({ seen }) => seen),
    );
    const rawById = new Map(raws.map((row) => [row.id, row]));
    const byId = new Map(rows.map((row) => [row.id, row]));
    const live = pairs.flatMap((pair) => liveTwins(pair, byId));
    const seenOf = ({ pair, kept, gone }: LiveTwins): StoredReview => (pair.seen === kept.id ? kept : gone);
    const rewritten = live.map((twins) => rewrittenOf(twins.kept, seenOf(twins), rawById));
    await this.store.update(rewritten, locked, target);
    const goneRows = live.map(({ gone }) => gone.id);
    await this.unseen.markDeleted(goneRows, await this.counter.next(accountId, goneRows.length));
    const changed = live.map(({ kept }, n) => reportOf(kept, rewritten[n] as RewrittenReview));
    const deleted = goneRows.map((id) => ({ id, facts: ['deleted'] as const }));
    const [goneIds, keptIds] = [live.map(({ gone }) => gone.externalId), live.map(({ kept }) => kept.externalId)];
    await this.database.together([
      ...this.twins.recording(target, road, goneIds, keptIds),
      ...this.store.facts(runId, objectId, [...changed, ...deleted]),
    ]);
    return pairs.map(({ kept }) => kept);
  }
}

function twinsOf(seen: TwinReview | undefined, other: TwinReview | undefined): readonly Twins[] {
  if (seen === undefined || other === undefined || (seen.isCurated && other.isCurated)) return [];
  const kept = onlyOf(seen, other, 'isCurated') ?? onlyOf(seen, other, 'isAnswered') ?? older(seen, other);
  return [{ kept: kept.id, gone: kept === seen ? other.id : seen.id, seen: seen.id }];
}

/** The one that alone has a property; null if both have it, or none. */
function onlyOf(one: TwinReview, other: TwinReview, property: 'isCurated' | 'isAnswered'): TwinReview | null {
  if (one[property] === other[property]) return null;
  return one[property] ? one : other;
}

const older = (one: TwinReview, other: TwinReview): TwinReview => (one.id < other.id ? one : other);

interface LiveTwins {
  readonly pair: Twins;
  readonly kept: StoredReview;
  readonly gone: StoredReview;
}

/** The rows of a pair if neither was deleted since they were compared. */
function liveTwins(pair: Twins, rows: ReadonlyMap<number, StoredReview>): readonly LiveTwins[] {
  const [kept, gone] = [rows.get(pair.kept), rows.get(pair.gone)];
  return kept?.isDeleted === false && gone?.isDeleted === false ? [{ pair, kept, gone }] : [];
}

/** The kept row with the content of the row that the pass has seen. */
function rewrittenOf(kept: StoredReview, seen: StoredReview, raws: ReadonlyMap<number, RawRow>): RewrittenReview {
  const { id, version, externalId } = kept;
  const { raw = null, readAt: rawReadAt = null } = raws.get(seen.id) ?? {};
  const content = mergeContent(kept.content, seen.content, { replyKnown: seen.content.replyText !== null });
  const awaitsOwnReply = kept.ownReplyAgeMs !== null;
  return { id, version, externalId, content, hash: contentHash(content), raw, rawReadAt, awaitsOwnReply };
}

function reportOf(kept: StoredReview, { content, hash }: RewrittenReview): ReviewReport {
  return { id: kept.id, facts: factsOfChange(kept, content, hash !== kept.hash) };
}
