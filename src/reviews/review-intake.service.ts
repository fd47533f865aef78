import { Injectable } from '@nestjs/common';
import { Database, isUniqueViolation } from '@libs/database';
import type { CollectedReview } from '@libs/sources';
import { judgeMissing } from './domain/missing-reviews';
import { contentOf, factsOfChange, factsOfNew, mergeContent, type ReviewFact } from './domain/review-content';
import { judgeSighting } from './domain/own-reply';
import { scrubRaw, type RawPrivacy } from './domain/scrub-raw';
import { floorAbove } from './domain/seen-staircase';
import { ChangeCounterStore } from './persistence/change-counter.store';
import { contentHash, externalIdOf } from './persistence/review-identity';
import { ReviewIntakeStore, type KnownReview } from './persistence/review-intake.store';
import type { IntakeLink, PreparedReview, RewrittenReview, StoredReview } from './persistence/review-row';

export interface IntakeTarget extends IntakeLink {
  readonly runId: number;
  readonly rawPrivacy: RawPrivacy;
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

interface Incoming {
  readonly collected: CollectedReview;
  readonly prepared: PreparedReview;
}

const BATCH = 1_000;
const MOST_ATTEMPTS = 5;

/**
 * Takes collected reviews in: masks, compares, stores what changed and notes what happened, all in the caller's
 * transaction. Reviews that did not change cost one index look-up and no write.
 */
@Injectable()
export class ReviewIntakeService {
  constructor(
    private readonly store: ReviewIntakeStore,
    private readonly counter: ChangeCounterStore,
    private readonly database: Database,
  ) {}

  /** Merges one page. Reviews repeated on it count once. */
  async takePage(target: IntakeTarget, reviews: readonly CollectedReview[]): Promise<PageIntake> {
    const incoming = [...prepare(reviews).values()];
    const parts: PageIntake[] = [];
    for (let start = 0; start < incoming.length; start += BATCH) {
      parts.push(await this.takeBatchAlone(target, incoming.slice(start, start + BATCH)));
    }
    return combine(parts);
  }

  /**
   * Who collects holds the link's claim, so nobody else inserts its reviews meanwhile. Without a claim two may, and the
   * second finds the reviews of the first when it begins again; asking at every row would cost a look-up each.
   */
  private async takeBatchAlone(target: IntakeTarget, batch: readonly Incoming[]): Promise<PageIntake> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.database.transaction(() => this.takeBatch(target, batch));
      } catch (error) {
        const mayBeginAgain = !this.database.inTransaction && attempt < MOST_ATTEMPTS;
        if (!mayBeginAgain || !isUniqueViolation(error, 'review_external')) throw error;
      }
    }
  }

  /** Draws the conclusions of a pass that ended without a failure: deletions, and how far back it saw everything. */
  async finishPass(target: IntakeTarget, pass: FinishedPass): Promise<PassVerdict> {
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

  private async judge(
    target: IntakeTarget,
    pass: FinishedPass,
    from: string | null,
  ): Promise<{ deleted: number; refused: boolean }> {
    const missing = await this.store.missing(target, pass.seenIds, from);
    if (missing.length === 0) return { deleted: 0, refused: false };
    const verdict = judgeMissing(missing, {
      beganAt: pass.beganAt,
      reviewsOfLink: await this.store.liveCount(target),
      confirmAfterMs: pass.confirmAfterMs,
    });
    if (verdict.note.length > 0) await this.store.noteMissed(target, verdict.note, pass.beganAt);
    if (verdict.delete.length > 0) {
      const change = await this.counter.next(target.accountId, verdict.delete.length);
      await this.store.markDeleted(target.accountId, verdict.delete, change);
      await this.store.recordFacts(
        target.runId,
        target.objectId,
        verdict.delete.map((id) => ({ id, fact: 'deleted' as const })),
      );
    }
    return { deleted: verdict.delete.length, refused: verdict.refused };
  }

  private async takeBatch(target: IntakeTarget, batch: readonly Incoming[]): Promise<PageIntake> {
    const known = await this.store.known(
      target,
      batch.map((one) => one.prepared),
    );
    const fresh = batch.filter((one) => !known.has(one.prepared.externalId));
    const touched = batch.filter((one) => known.get(one.prepared.externalId)?.isAsStored === false);
    const changes = await this.decideChanges(target, touched, known);

    const rowsWritten = fresh.length + changes.rewritten.length;
    const insertedIds: number[] = [];
    const facts: { id: number; fact: ReviewFact }[] = [...changes.facts];
    if (rowsWritten > 0) {
      const change = await this.counter.next(target.accountId, rowsWritten);
      if (fresh.length > 0) {
        const inserted = await this.store.insert(
          target,
          fresh.map((one) => withScrubbedRaw(one, target.rawPrivacy)),
          change,
        );
        for (const { prepared } of fresh) {
          const id = inserted.get(prepared.externalId);
          if (id === undefined) continue;
          insertedIds.push(id);
          for (const fact of factsOfNew(prepared.content)) facts.push({ id, fact });
        }
      }
      if (changes.rewritten.length > 0) {
        await this.store.update(target.accountId, changes.rewritten, { ...change, seq: change.seq + fresh.length });
      }
    }
    if (changes.seenAgain.length > 0) await this.store.seenAgain(target.accountId, changes.seenAgain);
    if (changes.shown.length > 0) await this.store.ownRepliesShown(target.accountId, changes.shown);
    await this.store.recordFacts(target.runId, target.objectId, facts);
    return {
      seenIds: [...[...known.values()].map((row) => row.id), ...insertedIds],
      inserted: insertedIds.length,
      changed: changes.rewritten.length,
      ...dateRange(batch),
    };
  }

  /** Of the reviews whose hash differs or that had lapsed: which must be written, and what happened to them. */
  private async decideChanges(
    target: IntakeTarget,
    touched: readonly Incoming[],
    known: ReadonlyMap<string, KnownReview>,
  ) {
    const rewritten: RewrittenReview[] = [];
    const seenAgain: number[] = [];
    const shown: number[] = [];
    const facts: { id: number; fact: ReviewFact }[] = [];
    if (touched.length === 0) return { rewritten, seenAgain, shown, facts };
    const ids = touched.flatMap((one) => known.get(one.prepared.externalId)?.id ?? []);
    const stored = new Map((await this.store.stored(target.accountId, ids)).map((row) => [row.externalId, row]));
    for (const one of touched) {
      const before = stored.get(one.prepared.externalId);
      if (!before) continue;
      const awaitsOwnReply = before.ownReplyAgeMs !== null && !takesReply(before, one);
      const merged = mergeWith(before, one);
      const contentChanged = merged.hash !== before.hash;
      if (contentChanged || before.isDeleted) {
        const raw = scrubRaw(one.collected.raw, one.collected.author, target.rawPrivacy);
        rewritten.push({ ...merged, raw, id: before.id, awaitsOwnReply });
        facts.push(...factsOfChange(before, merged.content, contentChanged).map((fact) => ({ id: before.id, fact })));
        continue;
      }
      if (before.isMissed) seenAgain.push(before.id);
      if (before.ownReplyAgeMs !== null && !awaitsOwnReply) shown.push(before.id);
    }
    return { rewritten, seenAgain, shown, facts };
  }
}

/** Whether what the visit saw of the reply counts: it could see replies, and this is no old page of a reply we just changed. */
function takesReply(before: StoredReview, { collected, prepared }: Incoming): boolean {
  if (collected.replyKnown === false) return false;
  const { ownReplyAgeMs, content } = before;
  return judgeSighting({ ownReplyAgeMs, stored: content.replyText, seen: prepared.content.replyText }) === 'taken';
}

function prepare(reviews: readonly CollectedReview[]): Map<string, Incoming> {
  const byId = new Map<string, Incoming>();
  for (const collected of reviews) {
    const content = contentOf(collected);
    const externalId = externalIdOf(collected, content);
    if (!byId.has(externalId))
      byId.set(externalId, { collected, prepared: { externalId, content, hash: contentHash(content), raw: {} } });
  }
  return byId;
}

/** The raw record is scrubbed only for reviews that are written: most of a pass is not. */
function withScrubbedRaw(one: Incoming, privacy: RawPrivacy): PreparedReview {
  return { ...one.prepared, raw: scrubRaw(one.collected.raw, one.collected.author, privacy) };
}

function mergeWith(before: StoredReview, one: Incoming): PreparedReview {
  const content = mergeContent(before.content, one.prepared.content, { replyKnown: takesReply(before, one) });
  return { ...one.prepared, content, hash: contentHash(content) };
}

function dateRange(batch: readonly Incoming[]): DateRange {
  return rangeOf(batch.map((one) => one.prepared.content.reviewDate));
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
