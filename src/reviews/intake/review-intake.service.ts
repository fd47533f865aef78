import { Injectable } from '@nestjs/common';
import { Database, isUniqueViolation, type Part } from '@libs/database';
import { Outbox } from '@libs/events';
import type { CollectedReview } from '@libs/sources';
import { factsOfNew, type ReviewFact } from './domain/review-content';
import type { RawPrivacy } from './domain/scrub-raw';
import { AUTHORS_MASKED } from './events';
import { UNCONDITIONAL, type FirstStatements } from './first-statements';
import { LoopShare } from './loop-share';
import { decide, newReviews, PageReading, type Incoming, type PageDecision } from './page-decision';
import { ChangeCounterStore, type Change } from '../persistence/change-counter.store';
import type { NewReview } from './persistence/review-copy';
import { PassIds } from './persistence/review-identity';
import { ReviewIntakeStore } from './persistence/review-intake.store';
import { ReviewRoadStore, type IntakeRoad } from './persistence/review-road.store';
import type { IntakeLink } from './persistence/review-row';
import { ReviewIdentities, type Identify, type SeenReviews } from './review-identities';
import type { WaitingReview } from './waiting-reviews';

export interface IntakeTarget extends IntakeLink {
  readonly runId: number;
  readonly rawPrivacy: RawPrivacy;
  /** True if the link has no reviews and only the caller inserts them: none are looked up. If a review exists, the slice is repeated. */
  readonly isEmpty?: boolean;
  /** The road that reads the reviews, if more than one road reads the link. A pass then deletes only reviews that this road has read. */
  readonly road?: IntakeRoad | undefined;
  /** True if the ids of the platform may be missing or change (`idStability: weak`). */
  readonly hasWeakIds?: boolean;
  /** The ids of the reviews of a pass of several pages. Without them, the page is the whole pass. */
  readonly passIds?: PassIds;
}

/** Dates of reviews; null if none is dated. */
interface DateRange {
  readonly newestDate: string | null;
  readonly oldestDate: string | null;
}

/** The result of one page. */
export interface PageIntake extends DateRange {
  /** The stored ids of all reviews on the page. */
  readonly seenIds: readonly number[];
  readonly inserted: number;
  readonly changed: number;
  /** The reviews that may be stored under another id. They are stored at the end of the pass, by `takeWaiting`. */
  readonly waiting: readonly WaitingReview[];
}

/** One part of a page, written in one transaction. */
export interface SliceIntake extends PageIntake {
  /** The number of reviews that were read from the page for this slice, including repeats. */
  readonly read: number;
  readonly isFirst: boolean;
}

type SlicePosition = Pick<SliceIntake, 'read' | 'isFirst'>;

/** What the caller adds to the transaction that writes a slice. */
export interface SliceFrame {
  readonly begin?: FirstStatements;
  /** Sent together with the last statements. */
  end?(slice: SliceIntake): readonly Part[];
  /**
   * Called for a slice that changes no row. If it returns true, there is no transaction for the slice, and `begin` and `end` are not used.
   */
  skips?(slice: SliceIntake): boolean;
  /** Called after the transaction of a slice has committed. */
  readonly written?: () => void;
}

/** A slice after reading and deciding, before any lock is taken. */
interface Slice {
  readonly reviews: ReadonlyMap<string, Incoming>;
  readonly knownIds: readonly number[];
  readonly fresh: readonly NewReview[];
  readonly decision: PageDecision;
  readonly waiting: readonly Incoming[];
  /** Statements that record under which id a review was read. */
  readonly recording: readonly Part[];
}

/** The stored reviews that a slice has written. */
interface WrittenDecision {
  readonly changed: number;
  readonly facts: readonly { readonly id: number; readonly fact: ReviewFact }[];
  /** Those whose author was not masked before. */
  readonly unmasked: readonly number[];
}

/** How the slices of a page are written. */
interface SliceWork {
  readonly target: IntakeTarget;
  readonly frame: SliceFrame;
  readonly loop: LoopShare;
  readonly identify: Identify;
}

/** A transaction writes at most this many reviews and, unless it writes only one, this many characters. */
const REVIEWS_AT_ONCE = 1_000;
const CHARACTERS_AT_ONCE = 2_000_000;
const MAX_ATTEMPTS = 5;

/**
 * Merges collected reviews into the stored ones: masks, compares, stores changes and records facts. It decides before any lock is taken.
 * With the account's change counter locked, it writes the rows that did not change since they were read. It reads the others again and
 * repeats the decision for them, while no other writer can change them (ADR 0016). An unchanged review costs one index look-up and no
 * write.
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
   * Merges one page. Iterates `reviews` once; a repeated review is merged once. A page is merged in slices, each in its own transaction, and
   * the work yields to the event loop between them. If a slice fails, the earlier slices of the page stay stored. An empty page is one
   * slice. A page of a pass with `passIds` returns the reviews that wait for the end of the pass; otherwise they are merged at the end of
   * the page.
   */
  async takePage(
    target: IntakeTarget,
    reviews: Iterable<CollectedReview>,
    frame: SliceFrame = {},
  ): Promise<PageIntake> {
    const [parts, waiting, loop]: [PageIntake[], Incoming[], LoopShare] = [[], [], new LoopShare()];
    const page = new PageReading(reviews, target.passIds ?? new PassIds());
    const work = { target, frame, loop, identify: this.identities.ofPage(target, loop) };
    for (;;) {
      const { read, fresh } = await page.next(REVIEWS_AT_ONCE, loop);
      const isFirst = parts.length === 0;
      if (isFirst || read > 0) parts.push(await this.takeSlice(work, fresh, { read, isFirst }, waiting));
      if (read < REVIEWS_AT_ONCE) break;
    }
    const intake = combine(parts);
    if (target.passIds !== undefined || waiting.length === 0) return intake;
    const seen = { ids: intake.seenIds, from: null, isWhole: true, asOf: new Date() };
    return { ...combine([intake, await this.takeWaiting(target, waiting, seen, frame)]), waiting: [] };
  }

  /**
   * Merges the reviews that waited for the end of a pass, those of `takePage`. A review is a stored one that the pass did not see if they
   * agree (contract §10.4): the stored one keeps its id, its curation and its history. Otherwise it is new. After a pass that was stopped
   * early, only reviews that are like no stored one are merged; the others are left for the next pass.
   */
  async takeWaiting(
    target: IntakeTarget,
    waiting: Iterable<Incoming>,
    seen: SeenReviews,
    frame: SliceFrame = {},
  ): Promise<PageIntake> {
    const [parts, loop]: [PageIntake[], LoopShare] = [[], new LoopShare()];
    const identify = await this.identities.atEnd(target, waiting, seen, loop);
    const work = { target: { ...target, isEmpty: false }, frame, loop, identify };
    for (const slice of slicesOf(waiting))
      parts.push(await this.takeSlice(work, slice, { read: 0, isFirst: false }, []));
    return combine(parts);
  }

  /**
   * Merges one slice, and adds those of its reviews that wait to `waiting`. A collection has a claim on the link, so it alone inserts
   * reviews of it. Two callers without a claim may insert the same review; the second one then violates the unique index, and its slice is
   * repeated. A check before each insert would cost one look-up each.
   */
  private async takeSlice(
    work: SliceWork,
    reviews: ReadonlyMap<string, Incoming>,
    position: SlicePosition,
    waiting: Incoming[],
  ): Promise<PageIntake> {
    const { target, frame } = work;
    for (let attempt = 1; ; attempt += 1) {
      // After a violation the link is not empty, and its reviews are looked up.
      const slice = await this.read(work, reviews, target.isEmpty === true && attempt === 1);
      if (reviews.size > 1 && sizeOf(slice) > CHARACTERS_AT_ONCE)
        return this.takeHalves(work, reviews, position, waiting);
      try {
        const written =
          skippedIntake(slice, position, frame) ??
          (await this.database.transaction(() => this.writeSlice(target, slice, position, frame)));
        waiting.push(...slice.waiting);
        return written;
      } catch (error) {
        const mayRetry = !this.database.inTransaction && attempt < MAX_ATTEMPTS;
        if (!mayRetry || !isUniqueViolation(error, 'review_external')) throw error;
      }
    }
  }

  private async takeHalves(
    work: SliceWork,
    reviews: ReadonlyMap<string, Incoming>,
    position: SlicePosition,
    waiting: Incoming[],
  ): Promise<PageIntake> {
    const [all, half] = [[...reviews], Math.ceil(reviews.size / 2)];
    return combine([
      await this.takeSlice(work, new Map(all.slice(0, half)), position, waiting),
      await this.takeSlice(work, new Map(all.slice(half)), { read: 0, isFirst: false }, waiting),
    ]);
  }

  /** Whether any of these reviews was written after the account's change number `change`, by any writer. */
  async anyWrittenSince(accountId: number, reviewIds: readonly number[], change: number): Promise<boolean> {
    return this.store.anyWrittenSince(accountId, reviewIds, change);
  }

  /** Whether the link has stored reviews that are not deleted. */
  async holdsReviews(link: IntakeLink): Promise<boolean> {
    return (await this.store.liveCount(link)) > 0;
  }

  /** Reads the stored reviews and decides, without locks. */
  private async read(
    { target, loop, identify }: SliceWork,
    read: ReadonlyMap<string, Incoming>,
    isEmpty: boolean,
  ): Promise<Slice> {
    const { reviews, recording, waiting } = await identify(read);
    const candidates = [...(isEmpty ? [] : reviews)].map(([storedId, { prepared }]) => ({
      ...prepared,
      externalId: storedId,
    }));
    const known = await this.store.known(target, candidates);
    const [fresh, later]: [Incoming[], Incoming[]] = [[], [...waiting]];
    for (const [storedId, review] of reviews)
      if (!known.has(storedId)) (!isEmpty && identify.mayWait(review) ? later : fresh).push(review);
    const isChanged = (storedId: string): boolean =>
      known.get(storedId)?.isAsStored !== true || reviews.get(storedId)?.prepared.externalId !== storedId;
    const changedIds = [...known].filter(([storedId]) => isChanged(storedId)).map(([, row]) => row.id);
    return {
      reviews,
      waiting: later,
      knownIds: [...known.values()].map((row) => row.id),
      fresh: await newReviews(fresh, target.rawPrivacy, loop),
      decision: await decide(await this.store.stored(target.accountId, changedIds), reviews, target.rawPrivacy, loop),
      recording,
    };
  }

  /**
   * Needs two round trips if no stored review changes. The first takes the locks; the change counter is locked last. The second sends
   * the new reviews and COMMIT. Other writers of the account are blocked for one round trip.
   */
  private async writeSlice(
    target: IntakeTarget,
    slice: Slice,
    position: SlicePosition,
    frame: SliceFrame,
  ): Promise<SliceIntake> {
    const { fresh, recording } = slice;
    const [ids, change] = await this.allocate(target, slice, frame);
    const facts = ids.flatMap((id, n) => factsOfNew((fresh[n] as NewReview).content).map((fact) => ({ id, fact })));
    const statements: Part[] = [];
    let changed = 0;
    if (change !== null) {
      const written = await this.writeDecision(target, slice, { ...change, seq: change.seq + ids.length });
      facts.push(...written.facts);
      changed = written.changed;
      if (written.unmasked.length > 0)
        await this.outbox.write(AUTHORS_MASKED.of(target.accountId, { review_ids: written.unmasked }));
      statements.push(...this.store.inserting(target, fresh, ids, change));
    }
    const intake = { ...intakeOf(slice, ids), changed, ...position };
    statements.push(...recording, ...this.store.facts(target.runId, target.objectId, facts));
    statements.push(...(frame.end?.(intake) ?? []));
    if (frame.written !== undefined) this.database.afterCommit('the end of a slice', frame.written);
    await this.database.commitWith(statements);
    return intake;
  }

  /** Sends the caller's first statements, and allocates ids for the new reviews and change numbers; null if no row is written. */
  private async allocate(
    target: IntakeTarget,
    { fresh, decision }: Slice,
    { begin = UNCONDITIONAL }: SliceFrame,
  ): Promise<[ids: readonly number[], change: Change | null]> {
    const before = begin.statements;
    const rows = fresh.length + decision.rewritten.length;
    const writes = rows + decision.seen.length > 0;
    const statements = [
      ...before,
      ...(fresh.length > 0 ? [this.store.newIdsStatement(target, fresh.length)] : []),
      ...(writes ? [this.counter.nextStatement(target.accountId, rows)] : []),
    ];
    if (statements.length === 0) return [[], null];
    const results = await this.database.together(statements);
    begin.check(results.slice(0, before.length));
    const ids = fresh.length > 0 ? this.store.newIds(results[before.length] ?? []) : [];
    return [ids, writes ? this.counter.changeOf(target.accountId, rows, results.at(-1) ?? []) : null];
  }

  /** Writes the decision. Reviews that another writer changed since they were read are read again, and decided again. */
  private async writeDecision(target: IntakeTarget, slice: Slice, change: Change): Promise<WrittenDecision> {
    const [facts, unmasked]: [{ id: number; fact: ReviewFact }[], number[]] = [[], []];
    let [{ decision }, allocated, changed] = [slice, change, 0];
    for (;;) {
      const { rewritten, seen, facts: factsOf } = decision;
      const written = await this.store.update(rewritten, allocated);
      const noted = await this.store.noteSeen(seen, allocated);
      changed += written.size;
      for (const id of written) {
        facts.push(...(factsOf.get(id) ?? []).map((fact) => ({ id, fact })));
        if (decision.unmasked.has(id)) unmasked.push(id);
      }
      const remainingIds = [...rewritten, ...seen]
        .filter(({ id }) => !written.has(id) && !noted.has(id))
        .map(({ id }) => id);
      if (remainingIds.length === 0) return { changed, facts, unmasked };
      const stored = await this.store.stored(target.accountId, remainingIds);
      decision = await decide(stored, slice.reviews, target.rawPrivacy, new LoopShare());
      allocated = await this.counter.next(target.accountId, decision.rewritten.length);
    }
  }
}

/** The result of a slice that changes no row and needs no transaction; null for others. */
function skippedIntake(slice: Slice, position: SlicePosition, { skips }: SliceFrame): SliceIntake | null {
  const { fresh, decision, recording } = slice;
  if (fresh.length + decision.rewritten.length + decision.seen.length + recording.length > 0) return null;
  const intake = { ...intakeOf(slice, []), changed: 0, ...position };
  return skips?.(intake) === true ? intake : null;
}

/** The result of a slice whose new reviews have these ids. */
function intakeOf({ knownIds, reviews, waiting }: Slice, ids: readonly number[]): Omit<PageIntake, 'changed'> {
  return {
    seenIds: [...knownIds, ...ids],
    inserted: ids.length,
    waiting: waiting.map(({ position, prepared: { externalId } }) => ({ position, externalId })),
    ...dateRange([...reviews.values(), ...waiting]),
  };
}

/** Reviews in slices, by their ids. */
function* slicesOf(reviews: Iterable<Incoming>): Generator<ReadonlyMap<string, Incoming>, void, void> {
  let slice = new Map<string, Incoming>();
  for (const review of reviews) {
    slice.set(review.prepared.externalId, review);
    if (slice.size < REVIEWS_AT_ONCE) continue;
    yield slice;
    slice = new Map();
  }
  if (slice.size > 0) yield slice;
}

/** The size of the slice's statements in characters. Of a rewritten review only the text counts. */
function sizeOf({ fresh, decision }: Slice): number {
  const sent = fresh.reduce((sum, { columns, raw }) => sum + columns.length + raw.length, 0);
  return decision.rewritten.reduce((sum, { content }) => sum + (content.text?.length ?? 0), sent);
}

function dateRange(reviews: Iterable<Incoming>): DateRange {
  return rangeOf([...reviews].map((one) => one.prepared.content.reviewDate));
}

function rangeOf(dates: readonly (string | null)[]): DateRange {
  let [newestDate, oldestDate]: [string | null, string | null] = [null, null];
  for (const date of dates) {
    if (date === null) continue;
    if (newestDate === null || date > newestDate) newestDate = date;
    if (oldestDate === null || date < oldestDate) oldestDate = date;
  }
  return { newestDate, oldestDate };
}

function combine(parts: readonly PageIntake[]): PageIntake {
  return {
    seenIds: parts.flatMap((part) => part.seenIds),
    inserted: parts.reduce((sum, part) => sum + part.inserted, 0),
    changed: parts.reduce((sum, part) => sum + part.changed, 0),
    waiting: parts.flatMap((part) => part.waiting),
    ...rangeOf(parts.flatMap((part) => [part.newestDate, part.oldestDate])),
  };
}
