import { inTurns, LoopShare } from '@libs/kernel';
import type { CollectedReview } from '@libs/sources';
import { candidatesAmong, type Candidate } from './candidates';
import { mayBeAnyOf } from './domain/carry-over';
import { ComparedReview, type IdentifyingFields } from './domain/compared-review';
import { decideLine, type LineDecision, type LineReview, type StoredForLine } from './domain/decide-import';
import { matchImported } from './domain/match-imported';
import { comparedReviews, joinMatches, type Matches } from './domain/match-reviews';
import { contentOf } from './domain/review-content';
import type { ImportedReviewStore } from './persistence/imported-review.store';
import { contentHash, isDerivedId, PassIds } from './persistence/review-identity';
import type { ReviewIntakeStore } from './persistence/review-intake.store';
import type { ReviewRoadStore } from './persistence/review-road.store';
import { identifyingFields, type IntakeLink, type PreparedReview, type StoredReview } from './persistence/review-row';
import type { UnseenReviewStore } from './persistence/unseen-review.store';

/** A review of a file. */
export interface ReviewOfFile {
  readonly collected: CollectedReview;
  /** Where the file got it from; null if it does not say. */
  readonly origin: string | null;
}

/** What an import did with a review, or would do. `ambiguous`: it may be one of several stored reviews, and nothing was done. */
export type ImportOutcome = 'created' | 'updated' | 'present' | 'ambiguous';

export interface OutcomeOfReview {
  readonly outcome: ImportOutcome;
  /** The stored review; null where there is none, or none yet. */
  readonly reviewId: number | null;
}

/** A review of a file in the form in which it would be stored. */
export interface ImportLine extends LineReview, PreparedReview {
  readonly origin: string | null;
}

/** A stored review that a line is. */
type StoredLine = StoredReview & StoredForLine;
/** `same_as`: the review of another line of the file, by its external id. */
export type ImportDecision =
  | LineDecision<StoredLine>
  | { readonly kind: 'same_as'; readonly externalId: string }
  | { readonly kind: 'ambiguous' };
/** By the external ids of the lines. */
export type ImportDecisions = ReadonlyMap<string, ImportDecision>;

/** The lines of a part of a file. */
export interface LinesOfPart {
  readonly lines: readonly ImportLine[];
  readonly idOfEach: readonly string[];
}

/** Where the stored reviews are read. */
export interface ImportStores {
  readonly store: ReviewIntakeStore;
  readonly roads: ReviewRoadStore;
  readonly rows: ImportedReviewStore;
  readonly unseen: UnseenReviewStore;
}

/** A candidate without a row: the review of a line that is not stored. */
const NO_ROW = 0;

/** The reviews of a file that are of one link, part by part. The parts are at most 1,000 reviews. */
export class FileOfLink {
  /** What earlier parts did with the reviews, by external id. */
  readonly done = new Map<string, OutcomeOfReview>();
  private readonly ids = new PassIds();
  /**
   * The stored reviews that lines with an id of the platform were, and those that lines without one were. A file may have a review with and
   * without its id, but two lines of one kind are two reviews.
   */
  private readonly taken = { named: new Set<number>(), unnamed: new Set<number>() };
  /** In a trial, the reviews with ids that earlier parts would create. */
  private readonly pending: IdentifyingFields[] = [];

  /** `roads`: the names of all roads of the source of the link. */
  constructor(
    readonly link: IntakeLink,
    private readonly roads: readonly string[],
  ) {}

  /** The reviews of a part, each once, and the external id of each place of it. */
  async linesOf(reviews: readonly ReviewOfFile[]): Promise<LinesOfPart> {
    const [lines, idOfEach, loop] = [new Map<string, ImportLine>(), [] as string[], new LoopShare()];
    for (const { collected, origin } of reviews) {
      const content = contentOf(collected);
      const externalId = this.ids.idOf(collected, content);
      idOfEach.push(externalId);
      const line = {
        externalId,
        content,
        hash: contentHash(content),
        raw: null,
        origin,
        isNamed: !isDerivedId(externalId),
      };
      if (!lines.has(externalId) && !this.done.has(externalId)) lines.set(externalId, line);
      if (loop.isUsedUp) await loop.yieldLoop();
    }
    return { lines: [...lines.values()], idOfEach };
  }

  /** What is done with the lines, which are compared with the stored reviews of the link and with each other. */
  async decide(lines: readonly ImportLine[], stores: ImportStores): Promise<ImportDecisions> {
    const { store } = stores;
    const known = await this.knownOf(lines, stores);
    const unknown = lines.filter(({ externalId }) => !known.has(externalId)).map(identifyingFields);
    const compared = await inTurns(comparedReviews(unknown));
    const ids = unknown.length === 0 ? [] : await stores.rows.idsLike(this.link, unknown, 'all');
    const candidates = await candidatesAmong(stores.unseen, this.link, ids, mayBeAnyOf(compared));
    const matches = await this.match(lines, known, compared, candidates);
    const rowOf = new Map(candidates.map(({ review, id }) => [review.id, id]));
    const idOf = ({ externalId }: ImportLine): number =>
      known.get(externalId) ?? rowOf.get(matches.pairs.get(externalId) ?? '') ?? NO_ROW;
    const rowIds = [...new Set(lines.map(idOf))].filter((id) => id !== NO_ROW);
    const stored = new Map((await store.stored(this.link.accountId, rowIds)).map((row) => [row.id, row]));
    const [decisions, rewritten] = [new Map<string, ImportDecision>(), new Set<number>()];
    // Those with ids first: they are the stronger ones.
    for (const line of [...lines].sort((one, other) => Number(other.isNamed) - Number(one.isNamed))) {
      const [row, twin] = [stored.get(idOf(line)), matches.pairs.get(line.externalId)];
      if (matches.ambiguous.has(line.externalId)) decisions.set(line.externalId, { kind: 'ambiguous' });
      else if (row === undefined && twin !== undefined)
        decisions.set(line.externalId, { kind: 'same_as', externalId: twin });
      else {
        const decision = decideLine(line, row === undefined ? null : storedLine(row, rewritten.has(row.id)));
        decisions.set(line.externalId, isUnchanged(decision) ? { kind: 'present', stored: decision.stored } : decision);
        if (row !== undefined) rewritten.add(row.id);
      }
    }
    return decisions;
  }

  /** Records what was done with the lines, whose new rows have these ids, for later parts. In a trial, they have none. */
  finish(lines: readonly ImportLine[], decisions: ImportDecisions, newIds: ReadonlyMap<string, number>): void {
    for (const line of lines) {
      const decision = decisions.get(line.externalId);
      if (decision !== undefined && decision.kind !== 'same_as')
        this.finishOne(line, outcomeOf(decision, newIds.get(line.externalId) ?? null));
    }
    // Only now: the line that these repeat may come after them.
    for (const { externalId } of lines) {
      const decision = decisions.get(externalId);
      if (decision?.kind !== 'same_as') continue;
      const reviewId = this.done.get(decision.externalId)?.reviewId ?? null;
      this.done.set(externalId, { outcome: 'present', reviewId });
    }
  }

  private finishOne(line: ImportLine, outcome: OutcomeOfReview): void {
    this.done.set(line.externalId, outcome);
    if (outcome.reviewId !== null) this.taken[line.isNamed ? 'named' : 'unnamed'].add(outcome.reviewId);
    else if (outcome.outcome === 'created' && line.isNamed) this.pending.push(identifyingFields(line));
  }

  /** The rows of lines that are stored under their ids, or under an id under which a road has read them. */
  private async knownOf(
    lines: readonly ImportLine[],
    { store, roads }: ImportStores,
  ): Promise<ReadonlyMap<string, number>> {
    if (lines.length === 0) return new Map();
    const ids = lines.map(({ externalId }) => externalId);
    const byRoad = await roads.known(this.link, { name: '', sameIds: this.roads, first: null }, ids);
    const storedIdOf = (id: string): string => byRoad.get(id)?.storedId ?? id;
    const rows = await store.known(this.link, new Map(lines.map((line) => [storedIdOf(line.externalId), line.hash])));
    return new Map(
      ids.flatMap((id) => {
        const row = rows.get(storedIdOf(id));
        return row === undefined ? [] : [[id, row.id] as const];
      }),
    );
  }

  /** Compares the lines that are not known with the candidates, and those without ids also with those of other lines. */
  private async match(
    lines: readonly ImportLine[],
    known: ReadonlyMap<string, number>,
    unknown: readonly ComparedReview[],
    candidates: readonly Candidate[],
  ): Promise<Matches> {
    const free = (isNamed: boolean): readonly ComparedReview[] => {
      const taken = new Set(this.taken[isNamed ? 'named' : 'unnamed']);
      for (const line of lines) if (line.isNamed === isNamed) taken.add(known.get(line.externalId) ?? NO_ROW);
      return candidates.filter(({ id }) => !taken.has(id)).map(({ review }) => review);
    };
    const options = { asOf: new Date(), isDerived };
    const named = unknown.filter((review) => !isDerived(review));
    const ofNamed = await matchImported(named, free(true), options);
    const fresh = named.filter(({ id }) => !ofNamed.pairs.has(id) && !ofNamed.ambiguous.has(id));
    const others = [...this.pending.map((fields) => new ComparedReview(fields)), ...fresh];
    const ofUnnamed = await matchImported(unknown.filter(isDerived), [...free(false), ...others], options);
    return joinMatches([ofNamed, ofUnnamed]);
  }
}

const isDerived = ({ id }: ComparedReview): boolean => isDerivedId(id);

const storedLine = (row: StoredReview, isTaken: boolean): StoredLine => ({
  ...row,
  isTaken,
  isNamed: !isDerivedId(row.externalId),
});

/** Whether a rewritten review would be as it is; then its id does not change either. */
const isUnchanged = (decision: LineDecision<StoredLine>): decision is LineDecision<StoredLine> & { kind: 'rewrite' } =>
  decision.kind === 'rewrite' &&
  !decision.isRestored &&
  contentHash(decision.content) === decision.stored.hash &&
  (decision.externalId === decision.stored.externalId || isDerivedId(decision.externalId));

function outcomeOf(decision: Exclude<ImportDecision, { kind: 'same_as' }>, newId: number | null): OutcomeOfReview {
  if (decision.kind === 'create') return { outcome: 'created', reviewId: newId };
  if (decision.kind === 'ambiguous') return { outcome: 'ambiguous', reviewId: null };
  const outcome = decision.kind === 'present' ? 'present' : decision.isRestored ? 'created' : 'updated';
  return { outcome, reviewId: decision.stored.id };
}
