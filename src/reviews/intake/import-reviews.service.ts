import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import { AppError } from '@libs/kernel';
import { ChangeCounterStore } from '../persistence/change-counter.store';
import {
  type FileOfLink,
  type ImportDecisions,
  type ImportLine,
  type ImportStores,
  type OutcomeOfReview,
  type ReviewOfFile,
} from './import-plan';
import { ImportedReviewStore, type ChangedImport } from './persistence/imported-review.store';
import { contentHash } from './persistence/review-identity';
import { ReviewIntakeStore } from './persistence/review-intake.store';
import { ReviewRoadStore } from './persistence/review-road.store';
import type { IntakeLink } from './persistence/review-row';
import { UnseenReviewStore } from './persistence/unseen-review.store';

/** The record of an import, which the transaction that writes its reviews locks and counts. */
export interface ImportRecord {
  /** Locks it, and creates it before the first review; its id. */
  lock(): Promise<number>;
  count(created: number, updated: number): Promise<void>;
}

/** How often what was decided is given up because a review of the link was written meanwhile. The last time, no other writer can. */
const ATTEMPTS_WITHOUT_LOCK = 3;

/** One outcome per review, and the import that stored them; null if it changed nothing. */
export interface TakenReviews {
  readonly outcomes: readonly OutcomeOfReview[];
  readonly importId: number | null;
}

/** What was decided and written. */
interface Taken {
  readonly decisions: ImportDecisions;
  /** The ids of the new rows, by external id. */
  readonly ids: ReadonlyMap<string, number>;
  readonly importId: number | null;
}

/** A review of the link was written since the decision. */
class WrittenMeanwhile extends Error {}

/**
 * Stores the reviews of files (contract §4.22): those that are not stored, and changes of those that only imports have brought. A review that
 * a collection found stays as it is. No event is written, because nothing that an import brings is announced. It decides before the change
 * number is locked, and writes only if no review of the link was written since (ADR 0037).
 */
@Injectable()
export class ImportReviewsService {
  private readonly rows: ImportedReviewStore;
  private readonly stores: ImportStores;

  constructor(
    private readonly database: Database,
    store: ReviewIntakeStore,
    roads: ReviewRoadStore,
    private readonly counter: ChangeCounterStore,
  ) {
    this.rows = new ImportedReviewStore(database);
    this.stores = { store, roads, rows: this.rows, unseen: new UnseenReviewStore(database) };
  }

  /** What `take` would do with these reviews; one outcome each. Writes nothing. */
  async try(file: FileOfLink, reviews: readonly ReviewOfFile[]): Promise<readonly OutcomeOfReview[]> {
    const { lines, idOfEach } = await file.linesOf(reviews);
    file.finish(lines, await file.decide(lines, this.stores), new Map());
    return outcomes(file, lines, idOfEach);
  }

  /**
   * Stores at most 1,000 reviews in one transaction; one outcome each. Throws what the record throws, and 404 if the link was removed; then
   * nothing is written.
   */
  async take(file: FileOfLink, reviews: readonly ReviewOfFile[], record: ImportRecord): Promise<TakenReviews> {
    const { lines, idOfEach } = await file.linesOf(reviews);
    let taken: Taken | null = null;
    for (let attempt = 1; taken === null; attempt += 1)
      taken = await this.taken(file, lines, record, attempt <= ATTEMPTS_WITHOUT_LOCK);
    file.finish(lines, taken.decisions, taken.ids);
    return { outcomes: outcomes(file, lines, idOfEach), importId: taken.importId };
  }

  /** Removes reviews of an import, at most 1,000, in the caller's transaction, which has locked the record. Returns how many. */
  async remove(accountId: number, importId: number): Promise<number> {
    const ids = await this.rows.ofImport(importId, await this.counter.next(accountId, 0));
    if (ids.length > 0) await this.rows.remove(ids, await this.counter.next(accountId, ids.length));
    return ids.length;
  }

  /** Decides, before or after the lock, and writes. Null if a review of the link was written meanwhile. */
  private async taken(
    file: FileOfLink,
    lines: readonly ImportLine[],
    record: ImportRecord,
    decidesFirst: boolean,
  ): Promise<Taken | null> {
    const since = await this.rows.newestOfAccount(file.link.accountId);
    const early = decidesFirst ? await file.decide(lines, this.stores) : null;
    if (early !== null && writtenOf(early).count === 0) return { decisions: early, ids: new Map(), importId: null };
    try {
      return await this.database.transaction(async () => {
        await this.database.waitLonger();
        await this.holdLink(file.link);
        const importId = await record.lock();
        const locked = await this.counter.next(file.link.accountId, 0);
        if (early !== null && (await this.rows.isWrittenSince(file.link, since, locked))) throw new WrittenMeanwhile();
        const decisions = early ?? (await file.decide(lines, this.stores));
        return { decisions, ids: await this.write(file.link, lines, decisions, importId, record), importId };
      });
    } catch (error) {
      if (error instanceof WrittenMeanwhile) return null;
      throw error;
    }
  }

  /** Returns the ids of the new rows, by external id. */
  private async write(
    link: IntakeLink,
    lines: readonly ImportLine[],
    decisions: ImportDecisions,
    importId: number,
    record: ImportRecord,
  ): Promise<ReadonlyMap<string, number>> {
    const fresh = lines.filter(({ externalId }) => decisions.get(externalId)?.kind === 'create');
    const changed = lines.flatMap((line): readonly ChangedImport[] => {
      const decision = decisions.get(line.externalId);
      if (decision?.kind !== 'rewrite') return [];
      const { stored, content, externalId, isRestored } = decision;
      const row = { id: stored.id, version: stored.version, externalId, content, hash: contentHash(content) };
      return [{ ...row, raw: null, origin: line.origin, importId: isRestored ? importId : null }];
    });
    const ids = await this.rows.insert(link, importId, fresh, await this.counter.next(link.accountId, fresh.length));
    await this.rows.update(changed, await this.counter.next(link.accountId, changed.length));
    const { created, updated } = writtenOf(decisions);
    await record.count(created, updated);
    return ids;
  }

  /** Locks the link against a purge, as intake does. */
  private async holdLink(link: IntakeLink): Promise<void> {
    const found = await this.database.query(
      'select from link_view where account_id = $1 and object_id = $2 and id = $3 and deleted_at is null for key share',
      [link.accountId, link.objectId, link.linkId],
    );
    if (found.length === 0) throw new AppError('not_found', 'The link was removed meanwhile');
  }
}

function writtenOf(decisions: ImportDecisions): {
  readonly created: number;
  readonly updated: number;
  readonly count: number;
} {
  let [created, updated] = [0, 0];
  for (const decision of decisions.values()) {
    if (decision.kind === 'create' || (decision.kind === 'rewrite' && decision.isRestored)) created += 1;
    else if (decision.kind === 'rewrite') updated += 1;
  }
  return { created, updated, count: created + updated };
}

/** One outcome per review of a part. A review that the part or the file has twice is present the second time. */
function outcomes(
  file: FileOfLink,
  lines: readonly ImportLine[],
  idOfEach: readonly string[],
): readonly OutcomeOfReview[] {
  const first = new Set(lines.map(({ externalId }) => externalId));
  return idOfEach.map((externalId) => {
    const done = file.done.get(externalId) ?? { outcome: 'present', reviewId: null };
    const isFirst = first.delete(externalId);
    return isFirst || done.outcome === 'ambiguous' ? done : { ...done, outcome: 'present' };
  });
}
