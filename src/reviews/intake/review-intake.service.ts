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
  /** The link has no review at all and only the caller inserts any: its reviews are not looked up. A wrong word costs a repeat. */
  readonly isEmpty?: boolean;
}

/** Review dates; null where none is dated. */
interface DateRange {
  readonly newestDate: string | null;
  readonly oldestDate: string | null;
}

/** What one page brought. */
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
  /** How far back it may judge what is missing: everything, or what is dated after `from`; null: it may not judge. */
  readonly judges: { readonly from: string | null } | null;
  readonly confirmAfterMs: number;
  /** The link had no review at all when the pass began: what is stored is what it saw, and nothing is looked for. */
  readonly beganEmpty?: boolean;
}

export interface PassVerdict {
  readonly deleted: number;
  /** Deletions were held back because they would take a fifth of the link's reviews. */
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

/** What else belongs into the transaction that writes a slice. */
export interface SliceFrame {
  /** Sent before anything else, in the same round trip; `check` gets its rows and throws where the slice must not be written. */
  readonly begin?: { readonly statements: readonly Part[]; check(rows: readonly Row[][]): void };
  /** Sent with the last statements. */
  end?(slice: SliceIntake): readonly Part[];
}

const UNCONDITIONAL: NonNullable<SliceFrame['begin']> = { statements: [], check: () => undefined };

/** What is known of a slice before anything is held. */
interface Slice {
  readonly reviews: ReadonlyMap<string, Incoming>;
  readonly knownIds: readonly number[];
  readonly fresh: readonly NewReview[];
  readonly decision: PageDecision;
}

/** What one transaction writes is at most so many reviews, and unless it is one review so many characters. */
const REVIEWS_AT_ONCE = 1_000;
const CHARACTERS_AT_ONCE = 2_000_000;
const MOST_ATTEMPTS = 5;

/**
 * Takes collected reviews in: masks, compares, stores what changed and notes what happened. What is to be written is decided
 * before anything is held; behind the account's change number only rows are written that are as they were read, and the
 * others are decided again there, where nobody else writes (ADR 0016). Reviews that did not change cost one index look-up and
 * no write.
 */
@Injectable()
export class ReviewIntakeService {
  constructor(
    private readonly store: ReviewIntakeStore,
    private readonly counter: ChangeCounterStore,
    private readonly database: Database,
  ) {}

  /**
   * Merges one page, whose reviews are gone through once. Those repeated on it count once. A page is taken in slices, each in a
   * transaction of its own and with the event loop free in between: what a page that breaks off leaves is stored and said as it
   * stands. An empty page is one slice too.
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
   * Who collects holds the link's claim, so nobody else inserts its reviews meanwhile. Without a claim two may, and the
   * second finds the reviews of the first when it begins again; asking at every row would cost a look-up each.
   */
  private async takeSlice(
    target: IntakeTarget,
    reviews: ReadonlyMap<string, Incoming>,
    place: SlicePosition,
    frame: SliceFrame,
    loop: LoopShare,
  ): Promise<PageIntake> {
    for (let attempt = 1; ; attempt += 1) {
      // Whatever is said of the link: who meets a stored review asks for all of them.
      const slice = await this.read(target, reviews, loop, target.isEmpty === true && attempt === 1);
      if (reviews.size > 1 && sizeOf(slice) > CHARACTERS_AT_ONCE)
        return this.takeHalves(target, reviews, place, frame, loop);
      try {
        return await this.database.transaction(() => this.writeSlice(target, slice, place, frame));
      } catch (error) {
        const mayBeginAgain = !this.database.inTransaction && attempt < MOST_ATTEMPTS;
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

  /** Draws the conclusions of a pass that ended without a failure: deletions, and how far back it saw everything. */
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

  /** Whether any of the account's reviews was written, by whomever, after the account's change number `change`. */
  async anyWrittenSince(accountId: number, reviewIds: readonly number[], change: number): Promise<boolean> {
    return this.store.anyWrittenSince(accountId, reviewIds, change);
  }

  /** Whether a link has reviews that are not deleted. */
  async holdsReviews(link: IntakeLink): Promise<boolean> {
    return (await this.store.liveCount(link)) > 0;
  }

  /** What is missing is looked for before the change number is held, and judged behind it, from the rows as they are then. */
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

  /** Reads what is stored of the reviews and decides; nothing is held. */
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
   * In two round trips: one for what must be held, the change number last of it; one for new reviews and the COMMIT. From the
   * change number on, others wait for one answer of the database.
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
      const said = await this.writeDecision(target, slice, { ...change, seq: change.seq + ids.length });
      facts.push(...said.facts);
      changed = said.changed;
      statements.push(...this.store.inserting(target, fresh, ids, change));
    }
    const seenIds = [...slice.knownIds, ...ids];
    const intake = { seenIds, inserted: ids.length, changed, ...dateRange(slice.reviews.values()), ...place };
    statements.push(...this.store.facts(target.runId, target.objectId, facts), ...(frame.end?.(intake) ?? []));
    await this.database.commitWith(statements);
    return intake;
  }

  /** Begins the slice and takes ids for its new reviews and the account's next change numbers; null where it writes none. */
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

  /** Writes what was decided; reviews that were written since they were read are decided again, from what stands there now. */
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

/** What is sent of it, in characters; what is rewritten is counted by its texts. */
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
