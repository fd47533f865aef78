import { Injectable } from '@nestjs/common';
import { Database, isUniqueViolation, type Part, type Row } from '@libs/database';
import type { CollectedReview } from '@libs/sources';
import { judgeMissing } from './domain/missing-reviews';
import { factsOfNew, type ReviewFact } from './domain/review-content';
import type { RawPrivacy } from './domain/scrub-raw';
import { floorAbove } from './domain/seen-staircase';
import { LoopShare } from './loop-share';
import { decide, newReviews, onceEach, type Incoming, type PageDecision } from './page-decision';
import { ChangeCounterStore, type Change } from '../persistence/change-counter.store';
import type { NewReview } from './persistence/review-copy';
import { ReviewIntakeStore } from './persistence/review-intake.store';
import type { IntakeLink } from './persistence/review-row';

export interface IntakeTarget extends IntakeLink {
  readonly runId: number;
  readonly rawPrivacy: RawPrivacy;
  /** The link has no reviews and the caller alone inserts them, so none are looked up. Where this is wrong, the slice is repeated. */
  readonly isEmpty?: boolean;
}

/** Dates of reviews; null where none is dated. */
interface DateRange {
  readonly newestDate: string | null;
  readonly oldestDate: string | null;
}

/** The result of one page. */
export interface PageIntake extends DateRange {
  /** Our ids of all reviews on the page. */
  readonly seenIds: readonly number[];
  readonly inserted: number;
  readonly changed: number;
}

/** A pass that ended without a failure. */
export interface FinishedPass {
  readonly beganAt: Date;
  readonly seenIds: readonly number[];
  /** The reviews that it may find missing: all (null `from`), or those dated after `from`; null: none. */
  readonly judges: { readonly from: string | null } | null;
  readonly confirmAfterMs: number;
  /** The link had no reviews when the pass began: all stored reviews are those of the pass, and none can be missing. */
  readonly beganEmpty?: boolean;
}

export interface PassVerdict {
  readonly deleted: number;
  /** Deletions were refused because they would be a fifth of the link's reviews. */
  readonly deletionsRefused: boolean;
  /** Everything dated from here on was seen by the pass. */
  readonly seenFloor: string;
  /** How many reviews of the link are stored and not deleted. */
  readonly held: number;
}

/** One part of a page, written in one transaction. */
export interface SliceIntake extends PageIntake {
  /** Reviews that the page showed in it, repeats included. */
  readonly read: number;
  readonly isFirst: boolean;
}

type SlicePosition = Pick<SliceIntake, 'read' | 'isFirst'>;

/** Statements of the caller in the transaction that writes a slice. */
export interface SliceFrame {
  /** Sent first, in the same round trip; `check` receives its rows and throws where the slice must not be written. */
  readonly begin?: { readonly statements: readonly Part[]; check(rows: readonly Row[][]): void };
  /** Sent with the last statements. */
  end?(slice: SliceIntake): readonly Part[];
}

const UNCONDITIONAL: NonNullable<SliceFrame['begin']> = { statements: [], check: () => undefined };

/** What is read and decided of a slice before any lock is taken. */
interface Slice {
  readonly reviews: ReadonlyMap<string, Incoming>;
  readonly knownIds: readonly number[];
  readonly fresh: readonly NewReview[];
  readonly decision: PageDecision;
}

/** A transaction writes at most this many reviews and, unless it writes a single one, this many characters. */
const REVIEWS_AT_ONCE = 1_000;
const CHARACTERS_AT_ONCE = 2_000_000;
const MAX_ATTEMPTS = 5;

/**
 * Merges collected reviews into the stored ones: masks, compares, stores changes and records facts. The decision is made before any lock
 * is taken. Under the account's change number, rows are written that have not changed since they were read; the others are read
 * and decided again there, where no other writer can change them (ADR 0016). An unchanged review costs one index look-up and no write.
 */
@Injectable()
export class ReviewIntakeService {
  constructor(
    private readonly store: ReviewIntakeStore,
    private readonly counter: ChangeCounterStore,
    private readonly database: Database,
  ) {}

  /**
   * Merges one page and iterates its reviews once. A review that the page repeats counts once. A page is merged in slices, each in its own
   * transaction, and yields to the event loop between them: where a page fails, its earlier slices stay stored. An empty page is one
   * slice.
   */
  async takePage(
    target: IntakeTarget,
    reviews: Iterable<CollectedReview>,
    frame: SliceFrame = {},
  ): Promise<PageIntake> {
    const parts: PageIntake[] = [];
    const [taken, loop] = [new Set<string>(), new LoopShare()];
    const shown = reviews[Symbol.iterator]();
    for (;;) {
      const { read, fresh } = await onceEach(shown, REVIEWS_AT_ONCE, taken, loop);
      const isFirst = parts.length === 0;
      if (isFirst || read > 0) parts.push(await this.takeSlice(target, fresh, { read, isFirst }, frame, loop));
      if (read < REVIEWS_AT_ONCE) return combine(parts);
    }
  }

  /**
   * A collection holds the link's claim, so no other inserts its reviews. Without a claim two may; the second then violates the unique index and
   * begins again. A check at every insert would cost a look-up each.
   */
  private async takeSlice(
    target: IntakeTarget,
    reviews: ReadonlyMap<string, Incoming>,
    place: SlicePosition,
    frame: SliceFrame,
    loop: LoopShare,
  ): Promise<PageIntake> {
    for (let attempt = 1; ; attempt += 1) {
      // After a violation the link is not empty, and its reviews are looked up.
      const slice = await this.read(target, reviews, loop, target.isEmpty === true && attempt === 1);
      if (reviews.size > 1 && sizeOf(slice) > CHARACTERS_AT_ONCE)
        return this.takeHalves(target, reviews, place, frame, loop);
      try {
        return await this.database.transaction(() => this.writeSlice(target, slice, place, frame));
      } catch (error) {
        const mayBeginAgain = !this.database.inTransaction && attempt < MAX_ATTEMPTS;
        if (!mayBeginAgain || !isUniqueViolation(error, 'review_external')) throw error;
      }
    }
  }

  private async takeHalves(
    target: IntakeTarget,
    reviews: ReadonlyMap<string, Incoming>,
    place: SlicePosition,
    frame: SliceFrame,
    loop: LoopShare,
  ): Promise<PageIntake> {
    const [all, half] = [[...reviews], Math.ceil(reviews.size / 2)];
    return combine([
      await this.takeSlice(target, new Map(all.slice(0, half)), place, frame, loop),
      await this.takeSlice(target, new Map(all.slice(half)), { read: 0, isFirst: false }, frame, loop),
    ]);
  }

  /** Evaluates a pass that ended without a failure: deletions, and the date from which it saw everything. */
  async finishPass(target: IntakeTarget, pass: FinishedPass): Promise<PassVerdict> {
    if (pass.beganEmpty)
      return { deleted: 0, deletionsRefused: false, seenFloor: floorAbove(null), held: pass.seenIds.length };
    return this.database.transaction(async () => {
      const { deleted, refused } =
        pass.judges === null ? { deleted: 0, refused: false } : await this.judge(target, pass, pass.judges.from);
      const newestUnseen = await this.store.newestUnseen(target, pass.seenIds);
      const held = await this.store.liveCount(target);
      return { deleted, deletionsRefused: refused, seenFloor: floorAbove(newestUnseen), held };
    });
  }

  /** Whether any of these reviews was written after the account's change number `change`, by any writer. */
  async anyWrittenSince(accountId: number, reviewIds: readonly number[], change: number): Promise<boolean> {
    return this.store.anyWrittenSince(accountId, reviewIds, change);
  }

  /** Whether a link has reviews that are not deleted. */
  async holdsReviews(link: IntakeLink): Promise<boolean> {
    return (await this.store.liveCount(link)) > 0;
  }

  /** Candidates are read before the change number is taken, and decided after it, from the rows as they are then. */
  private async judge(
    target: IntakeTarget,
    pass: FinishedPass,
    from: string | null,
  ): Promise<{ deleted: number; refused: boolean }> {
    const notSeen = await this.store.notSeen(target, pass.seenIds, from);
    if (notSeen.length === 0) return { deleted: 0, refused: false };
    const held = await this.counter.next(target.accountId, 0);
    const verdict = judgeMissing(await this.store.missing(notSeen, from, held), {
      beganAt: pass.beganAt,
      reviewsOfLink: await this.store.liveCount(target),
      confirmAfterMs: pass.confirmAfterMs,
    });
    await this.store.noteMissed(target.linkId, verdict.note, pass.beganAt, held);
    if (verdict.delete.length > 0)
      await this.store.markDeleted(verdict.delete, await this.counter.next(target.accountId, verdict.delete.length));
    const facts = verdict.delete.map((id) => ({ id, fact: 'deleted' as const }));
    await this.database.together(this.store.facts(target.runId, target.objectId, facts));
    return { deleted: verdict.delete.length, refused: verdict.refused };
  }

  /** Reads the stored reviews and decides, without locks. */
  private async read(
    target: IntakeTarget,
    reviews: ReadonlyMap<string, Incoming>,
    loop: LoopShare,
    areNew: boolean,
  ): Promise<Slice> {
    const incoming = [...reviews.values()];
    const asked = areNew ? [] : incoming;
    const known = await this.store.known(
      target,
      asked.map((one) => one.prepared),
    );
    const fresh = incoming.filter((one) => !known.has(one.prepared.externalId));
    const touched = [...known.values()].filter((row) => !row.isAsStored).map((row) => row.id);
    return {
      reviews,
      knownIds: [...known.values()].map((row) => row.id),
      fresh: await newReviews(fresh, target.rawPrivacy, loop),
      decision: await decide(await this.store.stored(target.accountId, touched), reviews, target.rawPrivacy, loop),
    };
  }

  /**
   * Two round trips: the first takes the locks, the change number last; the second sends new reviews and the COMMIT. Other writers of the
   * account are blocked for one response of the database.
   */
  private async writeSlice(
    target: IntakeTarget,
    slice: Slice,
    place: SlicePosition,
    frame: SliceFrame,
  ): Promise<SliceIntake> {
    const { fresh } = slice;
    const [ids, change] = await this.takePlace(target, slice, frame);
    const facts = ids.flatMap((id, at) => factsOfNew((fresh[at] as NewReview).content).map((fact) => ({ id, fact })));
    const statements: Part[] = [];
    let changed = 0;
    if (change !== null) {
      const written = await this.writeDecision(target, slice, { ...change, seq: change.seq + ids.length });
      facts.push(...written.facts);
      changed = written.changed;
      statements.push(...this.store.inserting(target, fresh, ids, change));
    }
    const seenIds = [...slice.knownIds, ...ids];
    const intake = { seenIds, inserted: ids.length, changed, ...dateRange(slice.reviews.values()), ...place };
    statements.push(...this.store.facts(target.runId, target.objectId, facts), ...(frame.end?.(intake) ?? []));
    await this.database.commitWith(statements);
    return intake;
  }

  /** Begins the slice, takes ids for its new reviews, and takes the account's next change numbers; null where no row is written. */
  private async takePlace(
    target: IntakeTarget,
    { fresh, decision }: Slice,
    { begin = UNCONDITIONAL }: SliceFrame,
  ): Promise<[ids: readonly number[], change: Change | null]> {
    const before = begin.statements;
    const rows = fresh.length + decision.rewritten.length;
    const writes = rows + decision.seen.length > 0;
    const statements = [
      ...before,
      ...(fresh.length > 0 ? [this.store.takingIds(target, fresh.length)] : []),
      ...(writes ? [this.counter.taking(target.accountId, rows)] : []),
    ];
    if (statements.length === 0) return [[], null];
    const answers = await this.database.together(statements);
    begin.check(answers.slice(0, before.length));
    const ids = fresh.length > 0 ? this.store.newIds(answers[before.length] ?? []) : [];
    return [ids, writes ? this.counter.taken(target.accountId, rows, answers.at(-1) ?? []) : null];
  }

  /** Writes the decision. Reviews that were written since they were read are read and decided again. */
  private async writeDecision(
    target: IntakeTarget,
    slice: Slice,
    change: Change,
  ): Promise<{ changed: number; facts: { id: number; fact: ReviewFact }[] }> {
    const facts: { id: number; fact: ReviewFact }[] = [];
    let [{ decision }, held, changed] = [slice, change, 0];
    for (;;) {
      const { rewritten, seen, facts: factsOf } = decision;
      const written = await this.store.update(rewritten, held);
      const noted = await this.store.noteSeen(seen, held);
      changed += written.size;
      for (const id of written) facts.push(...(factsOf.get(id) ?? []).map((fact) => ({ id, fact })));
      const left = [...rewritten, ...seen].filter(({ id }) => !written.has(id) && !noted.has(id)).map(({ id }) => id);
      if (left.length === 0) return { changed, facts };
      const stored = await this.store.stored(target.accountId, left);
      decision = await decide(stored, slice.reviews, target.rawPrivacy, new LoopShare());
      held = await this.counter.next(target.accountId, decision.rewritten.length);
    }
  }
}

/** The size of its statements in characters; a rewritten review counts by its text. */
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
    ...rangeOf(parts.flatMap((part) => [part.newestDate, part.oldestDate])),
  };
}
