import { Injectable } from '@nestjs/common';
import { isDeepStrictEqual } from 'node:util';
import { Database, isUniqueViolation } from '@libs/database';
import { Outbox } from '@libs/events';
import type { CollectedReview, KeptPart } from '@libs/sources';
import { maskedContent, rereadContent } from './domain/reread-content';
import { factsOfChange } from './domain/review-content';
import { scrubRaw, type RawPrivacy } from './domain/scrub-raw';
import { showedMore } from './domain/unmasked-author';
import { AUTHORS_MASKED, REVIEW_EVENTS } from './events';
import { ChangeCounterStore } from '../persistence/change-counter.store';
import { contentHash, derivedIdOf } from './persistence/review-identity';
import { ReviewIntakeStore, type RawRow } from './persistence/review-intake.store';
import type { IntakeLink, PreparedReview, RowVersion, StoredReview } from './persistence/review-row';
import { RereadStore, type ReplacedRecord } from './persistence/reread.store';

/** The link whose stored records are read again. */
export interface RereadTarget extends IntakeLink {
  readonly rawPrivacy: RawPrivacy;
  readonly keeps: readonly KeptPart[];
  /** Whether it is recorded under which id each road has read a review of the link. */
  readonly keepsRoads: boolean;
}

export interface RereadCounts {
  readonly read: number;
  /** Reviews of which a client sees a change. */
  readonly changed: number;
  /** Reviews of which only the stored record changed: it has less personal data. */
  readonly records: number;
  /** Records that cannot be read again. Names in them are masked. */
  readonly unread: number;
}

/** A stored review with the content that its record gives today. */
type RereadReview = PreparedReview & RowVersion & Pick<RawRow, 'raw'>;

/** The reviews of a part that are written, in one transaction. */
interface Decision {
  readonly rewritten: readonly RereadReview[];
  readonly records: readonly ReplacedRecord[];
}

/** A stored record, and the review that it gives today; null if it cannot be read. */
export interface ReadRecord extends RawRow {
  readonly collected: CollectedReview | null;
}

/** A transaction sends records and texts of about this many characters at most. */
const CHARACTERS_AT_ONCE = 2_000_000;
/** How often reviews that another writer changed meanwhile are decided again. */
const MAX_ATTEMPTS = 3;

/**
 * Stores what the parsers of today read in the stored records of reviews: as if the platform was visited again, without
 * a visit. Reviews keep their ids, their marks, their replies and their history; clients get `reviews.updated` as after a
 * pass. Names in the reviews and in their records are masked by the rules of today, also where a record cannot be read.
 */
@Injectable()
export class RereadService {
  private readonly rows: RereadStore;
  private readonly store: ReviewIntakeStore;
  private readonly counter: ChangeCounterStore;
  private readonly outbox: Outbox;

  constructor(private readonly database: Database) {
    this.rows = new RereadStore(database);
    this.store = new ReviewIntakeStore(database);
    this.counter = new ChangeCounterStore(database);
    this.outbox = new Outbox(database);
  }

  /** The ids of the link's reviews after `after` whose rows were written since `since` (null: all), in their order. */
  async reviewIds({ accountId, linkId }: IntakeLink, after: number, since: string | null): Promise<readonly number[]> {
    return this.rows.reviewIds(accountId, linkId, after, since);
  }

  /** The stored records of these reviews. */
  async records({ accountId }: IntakeLink, ids: readonly number[]): Promise<readonly RawRow[]> {
    return this.store.raws(accountId, ids);
  }

  /** Writes the reviews that records give today, where they differ from the stored ones, in transactions of bounded size. */
  async reread(target: RereadTarget, records: readonly ReadRecord[]): Promise<RereadCounts> {
    const { accountId } = target;
    const byId = new Map(records.map((record) => [record.id, record]));
    const unread = records.filter(({ collected }) => collected === null).length;
    let [changed, replaced, rest] = [0, 0, [...byId.keys()]];
    for (let attempt = 1; rest.length > 0 && attempt <= MAX_ATTEMPTS; attempt += 1) {
      const stored = new Map((await this.store.stored(accountId, rest)).map((review) => [review.id, review]));
      rest = [];
      for (const decision of decisionsOf(target, stored, byId)) {
        const written = await this.writeOrKeepIds(target, decision, stored);
        changed += written.rewritten.size;
        replaced += written.records.size;
        for (const { id } of decision.rewritten) if (!written.rewritten.has(id)) rest.push(id);
        for (const { id } of decision.records) if (!written.records.has(id)) rest.push(id);
      }
    }
    return { read: records.length, changed, records: replaced, unread };
  }

  private async writeOrKeepIds(
    target: RereadTarget,
    decision: Decision,
    stored: ReadonlyMap<number, StoredReview>,
  ): Promise<Written> {
    return this.write(target, decision, stored).catch((error: unknown) => {
      // A stored review has the id already: the two were stored twice, or a collection stores it now.
      if (!isUniqueViolation(error, 'review_external')) throw error;
      const rewritten = decision.rewritten.map((review) => ({
        ...review,
        externalId: stored.get(review.id)?.externalId ?? review.externalId,
      }));
      return this.write(target, { ...decision, rewritten }, stored);
    });
  }

  private async write(
    target: RereadTarget,
    { rewritten, records }: Decision,
    stored: ReadonlyMap<number, StoredReview>,
  ): Promise<Written> {
    return this.database.transaction(async () => {
      await this.database.waitLonger();
      const change = await this.counter.next(target.accountId, rewritten.length);
      const written = await this.store.updateUnseen(rewritten, change);
      const replaced = await this.rows.replaceRecords(target.accountId, records);
      await this.writeEvents(
        target,
        rewritten.filter(({ id }) => written.has(id)),
        stored,
      );
      return { rewritten: written, records: replaced };
    });
  }

  private async writeEvents(
    { accountId, objectId }: RereadTarget,
    written: readonly RereadReview[],
    before: ReadonlyMap<number, StoredReview>,
  ): Promise<void> {
    const isMasked = ({ id, content }: RereadReview): boolean =>
      showedMore(before.get(id)?.content.author ?? null, content.author);
    const masked = written.filter(isMasked).map(({ id }) => id);
    if (masked.length > 0) await this.outbox.write(AUTHORS_MASKED.of(accountId, { review_ids: masked }));
    if (written.length === 0 || !(await this.rows.isObjectLive(accountId, objectId))) return;
    const changedIds = written.filter((review) => isNews(review, before.get(review.id))).map(({ id }) => id);
    if (changedIds.length === 0) return;
    const payload = { run_id: null, review_ids: changedIds, object_ids: [objectId] };
    await this.outbox.write(REVIEW_EVENTS.changed.of(accountId, payload));
  }
}

interface Written {
  readonly rewritten: ReadonlySet<number>;
  readonly records: ReadonlySet<number>;
}

/** What is written, in parts of about `CHARACTERS_AT_ONCE`. */
function* decisionsOf(
  target: RereadTarget,
  stored: ReadonlyMap<number, StoredReview>,
  records: ReadonlyMap<number, ReadRecord>,
): Generator<Decision, void, void> {
  let [rewritten, replaced, characters]: [RereadReview[], Decision['records'][number][], number] = [[], [], 0];
  for (const [id, before] of stored) {
    const record = records.get(id);
    if (record === undefined) continue;
    const review = rereadReview(target, before, record);
    if (review.hash !== before.hash || review.externalId !== before.externalId) rewritten.push(review);
    else if (!isDeepStrictEqual(review.raw, record.raw))
      replaced.push({ id, version: before.version, raw: review.raw });
    else continue;
    characters += JSON.stringify(review.raw).length + (review.content.text?.length ?? 0);
    if (characters < CHARACTERS_AT_ONCE) continue;
    yield { rewritten, records: replaced };
    [rewritten, replaced, characters] = [[], [], 0];
  }
  if (rewritten.length + replaced.length > 0) yield { rewritten, records: replaced };
}

function rereadReview(
  { keeps, rawPrivacy, keepsRoads }: RereadTarget,
  before: StoredReview,
  { raw, collected }: ReadRecord,
): RereadReview {
  const { id, version } = before;
  const content = collected === null ? maskedContent(before.content) : rereadContent(before.content, collected, keeps);
  return {
    id,
    version,
    content,
    hash: contentHash(content),
    // The roads of a review are recorded under its id.
    externalId: keepsRoads ? before.externalId : newIdOf(before, content),
    raw: scrubRaw(collected?.raw ?? raw, collected?.author ?? before.content.author, rawPrivacy),
  };
}

/**
 * An id that was made of the content is made again; an id of the platform stays, and that of a further equal review of
 * its page.
 */
function newIdOf({ externalId, content: before }: StoredReview, content: StoredReview['content']): string {
  return externalId === derivedIdOf(before) ? derivedIdOf(content) : externalId;
}

/** Whether clients receive `reviews.updated`. A deleted review stays deleted. */
function isNews({ content, hash }: RereadReview, before: StoredReview | undefined): boolean {
  if (before === undefined || before.isDeleted) return false;
  return factsOfChange(before, content, hash !== before.hash).includes('changed');
}
