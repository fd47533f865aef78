import { Injectable } from '@nestjs/common';
import { Database, isUniqueViolation } from '@libs/database';
import { Outbox } from '@libs/events';
import type { CollectedReview } from '@libs/sources';
import { ChangeCounterStore, type Change } from '../persistence/change-counter.store';
import { AUTHORS_MASKED } from './events';
import { inTurns } from './loop-share';
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
import {
  combine,
  dateRange,
  UNCONDITIONAL,
  type FirstStatements,
  type IntakeTarget,
  type PageIntake,
  type SliceFrame,
  type SliceIntake,
} from './page-intake';
import { PassIds } from './persistence/review-identity';
import { ReviewIntakeStore } from './persistence/review-intake.store';
import { ReviewRoadStore } from './persistence/review-road.store';
import type { IntakeLink } from './persistence/review-row';
import { hasWeakId, ReviewIdentities, type Recognized, type SeenReviews } from './review-identities';

/** How the slices of a page are written. */
interface PageWork {
  readonly target: IntakeTarget;
  readonly frame: SliceFrame;
  /** Null for a page; for reviews that waited for the end of their pass, what it tells about them. */
  readonly recognized: Recognized | null;
}

/** A transaction writes at most this many characters, unless it writes only one review. */
const CHARACTERS_AT_ONCE = 2_000_000;
const MAX_ATTEMPTS = 5;

/**
 * Merges collected reviews into the stored ones: masks, compares, stores changes and records facts. It decides before
 * any lock is taken. With the account's change counter locked, it writes the rows that did not change since they were
 * read. It reads the others again and repeats the decision for them, while no other writer can change them (ADR 0016).
 * An unchanged review costs one index look-up and no write.
 */
@Injectable()
export class ReviewIntakeService {
  private readonly identities: ReviewIdentities;
  private readonly outbox: Outbox;

  constructor(
    private readonly store: ReviewIntakeStore,
    roads: ReviewRoadStore,
    private readonly counter: ChangeCounterStore,
    private readonly database: Database,
  ) {
    this.identities = new ReviewIdentities(roads, database);
    this.outbox = new Outbox(database);
  }

  /**
   * Merges one page. Iterates `reviews` once; a repeated review is merged once. A page is merged in slices, each in its
   * own transaction, and the work yields to the event loop between them. If a slice fails, the earlier slices of the
   * page stay stored. An empty page is one slice. A page of a pass with `passIds` returns the reviews that wait for the
   * end of the pass; otherwise they are merged at the end of the page.
   */
  async takePage(
    target: IntakeTarget,
    reviews: Iterable<CollectedReview>,
    frame: SliceFrame = {},
  ): Promise<PageIntake> {
    const parts: PageIntake[] = [];
    for await (const slice of slicesOfPage(reviews, target.passIds ?? new PassIds()))
      parts.push(await this.takeSlice({ target, frame, recognized: null }, slice));
    const page = combine(parts);
    if (target.passIds !== undefined || page.waiting.length === 0) return page;
    const seen = { ids: page.seenIds, from: null, isWhole: true, asOf: new Date() };
    return { ...combine([page, await this.takeWaiting(target, page.waiting, seen, frame)]), waiting: [] };
  }

  /**
   * Merges the reviews that waited for the end of a pass, those of `takePage`. A review is a stored one that the pass
   * did not see if they agree (contract §10.4): the stored one keeps its id, its curation and its history. Otherwise it
   * is new. After a pass that was stopped early, only reviews that are like no stored one are merged; the others are
   * left for the next pass.
   */
  async takeWaiting(
    target: IntakeTarget,
    waiting: Iterable<Incoming>,
    seen: SeenReviews,
    frame: SliceFrame = {},
  ): Promise<PageIntake> {
    const recognized = await this.identities.recognize(target, waiting, seen);
    const parts: PageIntake[] = [];
    for (const slice of slicesOfWaiting(waiting))
      parts.push(await this.takeSlice({ target: { ...target, isEmpty: false }, frame, recognized }, slice));
    return combine(parts);
  }

  /** Whether any of these reviews was written after the account's change number `change`, by any writer. */
  async anyWrittenSince(accountId: number, reviewIds: readonly number[], change: number): Promise<boolean> {
    return this.store.anyWrittenSince(accountId, reviewIds, change);
  }

  /** Whether the link has stored reviews that are not deleted. */
  async holdsReviews(link: IntakeLink): Promise<boolean> {
    return (await this.store.liveCount(link)) > 0;
  }

  /**
   * Merges one slice. A collection has a claim on the link, so it alone inserts reviews of it. Two callers without a
   * claim may insert the same review; the second one then violates the unique index, and its slice is repeated. A check
   * before each insert would cost one look-up each.
   */
  private async takeSlice(work: PageWork, slice: Slice): Promise<PageIntake> {
    for (let attempt = 1; ; attempt += 1) {
      // After a violation the link is not empty.
      const looksUp = work.target.isEmpty !== true || attempt > 1;
      const decision = await this.decide(work, slice, looksUp);
      if (slice.reviews.size > 1 && sizeOf(decision) > CHARACTERS_AT_ONCE) {
        const [first, second] = halvesOf(slice);
        return combine([await this.takeSlice(work, first), await this.takeSlice(work, second)]);
      }
      try {
        return await this.write(work, slice, decision);
      } catch (error) {
        const mayRepeat = !this.database.inTransaction && attempt < MAX_ATTEMPTS;
        if (!mayRepeat || !isUniqueViolation(error, 'review_external')) throw error;
      }
    }
  }

  /** Reads the stored reviews and decides, without locks. With `looksUp` false, none of the reviews is stored. */
  private async decide({ target, recognized }: PageWork, slice: Slice, looksUp: boolean): Promise<SliceDecision> {
    const { reviews, waiting, recording } = await this.identities.identify(target, slice.reviews, recognized);
    const hashes = new Map([...reviews].map(([storedId, { prepared }]) => [storedId, prepared.hash]));
    const known = await this.store.known(target, looksUp ? hashes : new Map());
    const unknown = [...reviews].filter(([storedId]) => !known.has(storedId)).map(([, review]) => review);
    const waits = (review: Incoming): boolean =>
      recognized === null && target.isEmpty !== true && hasWeakId(target, review);
    const changedIds = [...known]
      .filter(([id, { isAsStored }]) => !isAsStored || reviews.get(id)?.prepared.externalId !== id)
      .map(([, row]) => row.id);
    const fresh = await inTurns(
      newReviews(
        unknown.filter((review) => !waits(review)),
        target.rawPrivacy,
      ),
    );
    const stored = await this.store.stored(target.accountId, changedIds);
    const changes = await inTurns(decideChanges(stored, reviews, target.rawPrivacy));
    const knownIds = [...known.values()].map((row) => row.id);
    return { ...changes, reviews, fresh, knownIds, recording, waiting: [...waiting, ...unknown.filter(waits)] };
  }

  /**
   * Writes a slice in one transaction, or in none if it changes no row and the caller skips it. If no stored review
   * changes, it needs two round trips. The first takes the locks; the change counter is locked last. The second sends
   * the new reviews and COMMIT. Other writers of the account are blocked for one round trip.
   */
  private async write({ target, frame }: PageWork, slice: Slice, decision: SliceDecision): Promise<SliceIntake> {
    if (changesNothing(decision)) {
      const unchanged = intakeOf(slice, decision, [], 0);
      if (frame.skips?.(unchanged) === true) return unchanged;
    }
    return this.database.transaction(async () => {
      const { ids, change } = await this.lock(target, decision, frame.begin);
      const inserted = ids.map((id, n) => ({ id, facts: decision.fresh[n]?.facts ?? [] }));
      const changed = change === null ? [] : await this.writeChanges(target, decision, after(change, ids.length));
      await this.reportMasked(target, changed);
      const intake = intakeOf(slice, decision, ids, changed.length);
      await this.database.commitWith([
        ...(change === null ? [] : this.store.inserting(target, decision.fresh, ids, change)),
        ...decision.recording,
        ...this.store.facts(target.runId, target.objectId, [...inserted, ...changed]),
        ...(frame.end?.(intake) ?? []),
      ]);
      return intake;
    });
  }

  /**
   * Sends the caller's first statements, and allocates ids for the new reviews and change numbers; null if no row is
   * written.
   */
  private async lock(
    target: IntakeTarget,
    { fresh, rewritten, seen }: SliceDecision,
    begin: FirstStatements = UNCONDITIONAL,
  ): Promise<{ readonly ids: readonly number[]; readonly change: Change | null }> {
    const before = begin.statements;
    const rows = fresh.length + rewritten.length;
    const writes = rows + seen.length > 0;
    const statements = [
      ...before,
      ...(fresh.length > 0 ? [this.store.newIdsStatement(target, fresh.length)] : []),
      ...(writes ? [this.counter.nextStatement(target.accountId, rows)] : []),
    ];
    if (statements.length === 0) return { ids: [], change: null };
    const results = await this.database.together(statements);
    begin.check(results.slice(0, before.length));
    return {
      ids: fresh.length > 0 ? this.store.newIds(results[before.length] ?? []) : [],
      change: writes ? this.counter.changeOf(target.accountId, rows, results.at(-1) ?? []) : null,
    };
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
      const written = await this.store.update(changes.rewritten, allocated);
      const noted = await this.store.noteSeen(changes.seen, allocated);
      changed.push(...changes.rewritten.filter(({ id }) => written.has(id)));
      const ids = [...changes.rewritten, ...changes.seen].map(({ id }) => id);
      const remaining = ids.filter((id) => !written.has(id) && !noted.has(id));
      if (remaining.length === 0) return changed;
      const stored = await this.store.stored(target.accountId, remaining);
      changes = await inTurns(decideChanges(stored, reviews, target.rawPrivacy));
      allocated = await this.counter.next(target.accountId, changes.rewritten.length);
    }
  }

  /** Reports the reviews whose author was not masked before. */
  private async reportMasked({ accountId }: IntakeTarget, changed: readonly ChangedReview[]): Promise<void> {
    const ids = changed.filter(({ showedMore }) => showedMore).map(({ id }) => id);
    if (ids.length > 0) await this.outbox.write(AUTHORS_MASKED.of(accountId, { review_ids: ids }));
  }
}

/** The change numbers after the first `count`. */
const after = (change: Change, count: number): Change => ({ ...change, seq: change.seq + count });

/** The result of a slice whose new reviews have the ids `insertedIds`. */
function intakeOf(
  { read, isFirst }: Slice,
  { reviews, waiting, knownIds }: SliceDecision,
  insertedIds: readonly number[],
  changed: number,
): SliceIntake {
  const dates = [...reviews.values(), ...waiting].map(({ prepared }) => prepared.content.reviewDate);
  return {
    ...{ read, isFirst, changed, waiting, inserted: insertedIds.length },
    seenIds: [...knownIds, ...insertedIds],
    ...dateRange(dates),
  };
}
