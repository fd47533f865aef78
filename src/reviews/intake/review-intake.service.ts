import { Injectable } from '@nestjs/common';
import { Database, isUniqueViolation, type Row, type Statement } from '@libs/database';
import { Outbox } from '@libs/events';
import { inTurns } from '@libs/kernel';
import type { CollectedReview } from '@libs/sources';
import { ChangeCounterStore, type Change } from '../persistence/change-counter.store';
import { loadDetector } from './text-language';
import { AUTHORS_MASKED } from './events';
import {
  changesNothing,
  decideChanges,
  halvesOf,
  newReviews,
  sizeOf,
  slicesOfPage,
  slicesOfWaiting,
  type ChangedReview,
  type Changes,
  type Incoming,
  type Slice,
  type SliceDecision,
} from './page-decision';
import { dateRange, sumOfSlices, type IntakeTarget, type PageIntake } from './page-intake';
import { PassIds } from './persistence/review-identity';
import { ReviewIntakeStore } from './persistence/review-intake.store';
import { ReviewRoadStore } from './persistence/review-road.store';
import { ImportedMeanwhile, ImportedReviews } from './imported-reviews';
import type { IntakeLink } from './persistence/review-row';
import { hasWeakId, ReviewIdentities, type Recognized, type SeenReviews } from './review-identities';

/** A slice, and where it is stored. */
interface TargetedSlice extends Slice {
  readonly target: IntakeTarget;
  /** Null for a slice of a page; for reviews that waited for the end of their pass, what it tells about them. */
  readonly recognized: Recognized | null;
}

/** A slice, decided and not yet written. */
export interface DecidedSlice extends TargetedSlice {
  readonly decision: SliceDecision;
  /** The result of a slice that changes no row, and need not be written; null of others. */
  readonly unchanged: PageIntake | null;
}

/** A slice in its transaction. */
export interface WrittenSlice {
  readonly intake: PageIntake;
  /** Its last statements: the new reviews and the facts. The transaction ends with them: `Database.commitWith`. */
  readonly statements: readonly Statement[];
}

/** A transaction writes at most this many characters, unless it writes only one review. */
const CHARACTERS_AT_ONCE = 2_000_000;
/** Callers without a claim may insert the same reviews several times in a row. */
const MAX_ATTEMPTS = 5;

/**
 * Merges collected reviews into the stored ones: masks, compares, stores changes and records facts. It decides before
 * any lock is taken. With the account's change counter locked, it writes the rows that did not change since they were
 * read. It reads the others again and repeats the decision for them, while no other writer can change them (ADR 0016).
 * An unchanged review costs one index look-up and no write.
 *
 * A page is decided in slices (`decidePage`), and each is written (`write`) in a transaction, which is repeated if necessary
 * (`storeSlice`). The transaction is that of the caller, who may have to lock a claim first and to count the slice; `takePage` is for
 * callers without a claim.
 */
@Injectable()
export class ReviewIntakeService {
  private readonly identities: ReviewIdentities;
  private readonly imported: ImportedReviews;
  private readonly outbox: Outbox;

  constructor(
    private readonly store: ReviewIntakeStore,
    roads: ReviewRoadStore,
    private readonly counter: ChangeCounterStore,
    private readonly database: Database,
  ) {
    this.identities = new ReviewIdentities(roads, database);
    this.imported = new ImportedReviews(store, database);
    this.outbox = new Outbox(database);
  }

  /**
   * Decides a page, in slices of bounded size. Iterates `reviews` once; a repeated review is merged once. An empty page
   * is one slice. Write each slice before the next one is taken: it may show reviews of the earlier ones. The work
   * yields to the event loop.
   */
  async *decidePage(
    target: IntakeTarget,
    reviews: Iterable<CollectedReview>,
  ): AsyncGenerator<DecidedSlice, void, void> {
    for await (const slice of slicesOfPage(reviews, target.passIds ?? new PassIds()))
      yield* this.decideParts({ ...slice, target, recognized: null });
  }

  /**
   * Decides the reviews that waited for the end of a pass, those of its pages. A review is a stored one that the pass
   * did not see if they agree (contract §10.4): the stored one keeps its id, its curation and its history. Otherwise it
   * is new. After a pass that was stopped early, only reviews that are like no stored one are merged; the others are
   * left for the next pass.
   */
  async *decideWaiting(
    target: IntakeTarget,
    waiting: Iterable<Incoming>,
    seen: SeenReviews,
  ): AsyncGenerator<DecidedSlice, void, void> {
    const recognized = await this.identities.recognize(target, waiting, seen);
    for (const slice of slicesOfWaiting(waiting))
      yield* this.decideParts({ ...slice, target: { ...target, isEmpty: false }, recognized });
  }

  /**
   * The statements that allocate what a slice needs: ids of new reviews, and the change number last, because it blocks
   * the other writers of the account. Send them in the caller's transaction, in one round trip with its own first ones.
   */
  allocating({ target, decision: { fresh, rewritten, seen, importedChange } }: DecidedSlice): readonly Statement[] {
    const rows = fresh.length + rewritten.length;
    return [
      ...(fresh.length > 0 ? [this.store.newIdsStatement(target, fresh.length)] : []),
      ...(rows + seen.length > 0 ? [this.counter.nextStatement(target.accountId, rows)] : []),
      // After the number, so that it sees what imports of the account have committed.
      ...(importedChange === null ? [] : [this.imported.newestChangeStatement(target)]),
    ];
  }

  /**
   * Writes a slice in the caller's transaction, which must end with the returned statements. `allocated` are the rows of
   * the statements of `allocating`. Sends nothing if no stored review changes. Throws `ImportedMeanwhile` if an import brought
   * reviews of the link since the decision.
   */
  async write({ target, decision }: DecidedSlice, allocated: readonly Row[][]): Promise<WrittenSlice> {
    const { fresh, rewritten, importedChange } = decision;
    if (importedChange !== null && this.imported.newestChange(allocated.at(-1) ?? []) > importedChange)
      throw new ImportedMeanwhile();
    const ids = fresh.length > 0 ? this.store.newIds(allocated[0] ?? []) : [];
    const numbers = allocated.at(importedChange === null ? -1 : -2);
    const change = numbers && this.counter.changeOf(target.accountId, fresh.length + rewritten.length, numbers);
    const inserted = ids.map((id, n) => ({ id, facts: fresh[n]?.facts ?? [] }));
    const changed = change === undefined ? [] : await this.writeChanges(target, decision, after(change, ids.length));
    await this.reportMasked(target, changed);
    return {
      intake: intakeOf(decision, ids, changed.length),
      statements: [
        ...(change === undefined ? [] : this.store.inserting(target, fresh, ids, change)),
        ...decision.recording,
        ...this.store.facts(target.runId, target.objectId, [...inserted, ...changed]),
      ],
    };
  }

  /**
   * Stores a slice with `commit`, the transaction that writes it. If another caller has inserted one of its reviews, or an import
   * reviews that may be the same, decides the slice again and repeats `commit`, which runs at most five times; throws every other error. The worker with the claim on a link is the only
   * one that inserts its reviews, so a check before each insert would cost a look-up for nothing.
   */
  async storeSlice(slice: DecidedSlice, commit: (slice: DecidedSlice) => Promise<PageIntake>): Promise<PageIntake> {
    let decided = slice;
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await commit(decided);
      } catch (error) {
        const isOutdated = error instanceof ImportedMeanwhile || isUniqueViolation(error, 'review_external');
        if (attempt === MAX_ATTEMPTS || this.database.inTransaction || !isOutdated) throw error;
        decided = await this.decide(slice, true);
      }
    }
  }

  /**
   * Merges the list of a link for a caller without a claim; the page is the whole pass. Each slice is a transaction: if
   * one fails, the earlier ones stay stored.
   */
  async takePage(target: IntakeTarget, reviews: Iterable<CollectedReview>): Promise<PageIntake> {
    const page = await this.storeAll(this.decidePage(target, reviews));
    if (page.waiting.length === 0) return page;
    const seen = { ids: page.seenIds, from: null, isWhole: true, asOf: new Date() };
    const waited = await this.storeAll(this.decideWaiting(target, page.waiting, seen));
    return { ...sumOfSlices([page, waited]), waiting: [] };
  }

  /** Whether any of these reviews was written after the account's change number `change`, by any writer. */
  async anyWrittenSince(accountId: number, reviewIds: readonly number[], change: number): Promise<boolean> {
    return this.store.anyWrittenSince(accountId, reviewIds, change);
  }

  /** Whether the link has stored reviews that are not deleted. */
  async holdsReviews(link: IntakeLink): Promise<boolean> {
    return (await this.store.liveCount(link)) > 0;
  }

  /** Decides a slice, or its halves if it is too large for one transaction. */
  private async *decideParts(slice: TargetedSlice): AsyncGenerator<DecidedSlice, void, void> {
    const decided = await this.decide(slice, slice.target.isEmpty !== true);
    if (slice.reviews.size === 1 || sizeOf(decided.decision) <= CHARACTERS_AT_ONCE) yield decided;
    else for (const half of halvesOf(slice)) yield* this.decideParts({ ...slice, ...half });
  }

  /** Reads the stored reviews and decides, without locks. With `looksUp` false, none of the reviews is stored. */
  private async decide(slice: TargetedSlice, looksUp: boolean): Promise<DecidedSlice> {
    const { target, recognized } = slice;
    const identity = await this.identities.identify(target, slice.reviews, recognized);
    const { reviews: identified, waiting, recording } = identity;
    const hashes = new Map([...identified].map(([storedId, { prepared }]) => [storedId, prepared.hash]));
    const known = new Map(await this.store.known(target, looksUp ? hashes : new Map()));
    const mayBeStored = recognized === null && target.isEmpty !== true && target.beganEmpty !== true;
    const waits = (review: Incoming): boolean => mayBeStored && hasWeakId(target, review);
    const isNew = ([storedId, review]: readonly [string, Incoming]): boolean => !known.has(storedId) && !waits(review);
    const found = await this.imported.recognize(target, new Map([...identified].filter(isNew)), looksUp);
    const reviews = withStoredIds(identified, found.pairs);
    for (const [storedId, row] of found.known) known.set(storedId, row);
    const unknown = [...reviews].filter(([storedId]) => !known.has(storedId)).map(([, review]) => review);
    if (unknown.length > 0) await loadDetector();
    const changedIds = [...known]
      .filter(([id, { isAsStored }]) => !isAsStored || reviews.get(id)?.prepared.externalId !== id)
      .map(([, row]) => row.id);
    const fresh = await inTurns(
      newReviews(
        unknown.filter((review) => !waits(review)),
        target,
      ),
    );
    const stored = await this.store.stored(target.accountId, changedIds);
    const changes = await inTurns(decideChanges(stored, reviews, target));
    const knownIds = [...known.values()].map((row) => row.id);
    const allWaiting = [...waiting, ...unknown.filter(waits)];
    const decision = {
      ...{ ...changes, reviews, fresh, knownIds, recording, waiting: allWaiting },
      importedChange: fresh.length + found.pairs.size > 0 ? found.newestChange : null,
    };
    return { ...slice, decision, unchanged: changesNothing(decision) ? intakeOf(decision, [], 0) : null };
  }

  private async storeAll(slices: AsyncIterable<DecidedSlice>): Promise<PageIntake> {
    const parts: PageIntake[] = [];
    for await (const slice of slices)
      parts.push(slice.unchanged ?? (await this.storeSlice(slice, (decided) => this.commit(decided))));
    return sumOfSlices(parts);
  }

  private async commit(slice: DecidedSlice): Promise<PageIntake> {
    return this.database.transaction(async () => {
      const allocated = await this.database.together(this.allocating(slice));
      const { intake, statements } = await this.write(slice, allocated);
      await this.database.commitWith(statements);
      return intake;
    });
  }

  /**
   * Writes the stored reviews that change, and returns those that were rewritten. Reviews that another writer changed
   * since they were read are read again, and decided again.
   */
  private async writeChanges(
    target: IntakeTarget,
    { reviews, rewritten, seen }: SliceDecision,
    change: Change,
  ): Promise<readonly ChangedReview[]> {
    const changed: ChangedReview[] = [];
    let [changes, allocated]: [Changes, Change] = [{ rewritten, seen }, change];
    for (;;) {
      const written = await this.store.update(changes.rewritten, allocated, target);
      const noted = await this.store.noteSeen(changes.seen, allocated);
      changed.push(...changes.rewritten.filter(({ id }) => written.has(id)));
      const ids = [...changes.rewritten, ...changes.seen].map(({ id }) => id);
      const remaining = ids.filter((id) => !written.has(id) && !noted.has(id));
      if (remaining.length === 0) return changed;
      const stored = await this.store.stored(target.accountId, remaining);
      changes = await inTurns(decideChanges(stored, reviews, target));
      allocated = await this.counter.next(target.accountId, changes.rewritten.length);
    }
  }

  /** Reports the reviews whose author was not masked before. */
  private async reportMasked({ accountId }: IntakeTarget, changed: readonly ChangedReview[]): Promise<void> {
    const ids = changed.filter(({ showedMore }) => showedMore).map(({ id }) => id);
    if (ids.length > 0) await this.outbox.write(AUTHORS_MASKED.of(accountId, { review_ids: ids }));
  }
}

/** The reviews by the ids under which they are stored; `pairs` are those ids of reviews that an import has brought under another id. */
function withStoredIds(
  reviews: ReadonlyMap<string, Incoming>,
  pairs: ReadonlyMap<string, string>,
): ReadonlyMap<string, Incoming> {
  if (pairs.size === 0) return reviews;
  return new Map([...reviews].map(([id, review]) => [pairs.get(id) ?? id, review]));
}

/** The change numbers after the first `count`. */
const after = (change: Change, count: number): Change => ({ ...change, seq: change.seq + count });

/** The result of a slice whose new reviews have the ids `insertedIds`. */
function intakeOf(
  { reviews, waiting, knownIds }: SliceDecision,
  insertedIds: readonly number[],
  changed: number,
): PageIntake {
  const dates = [...reviews.values(), ...waiting].map(({ prepared }) => prepared.content.reviewDate);
  return {
    changed,
    waiting,
    inserted: insertedIds.length,
    seenIds: [...knownIds, ...insertedIds],
    ...dateRange(dates),
  };
}
