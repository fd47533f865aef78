/**
 * Hiding and pinning the reviews of one object (contract §3.3, §4.10). What may be hidden or pinned is
 * what the reader may see of the object: its live links, a trial's cut; deleted reviews too, since the feed can show them.
 * A disabled object answers like an empty one. The counts are of everything that is marked, the lists of what the
 * reader may see.
 */
import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import { AppError, notFound } from '@libs/kernel';
import { ObjectDirectory } from '@src/objects';
import { CoverageService } from '../coverage.service';
import { coverageOf, coversNothing, type Coverage } from '../domain/coverage';
import { assertPinnable, pinChange, withoutPins, withPins, type Pin } from './domain/curation';
import { ChangeCounterStore } from '../persistence/change-counter.store';
import { CurationQuery, type CurationList } from './persistence/curation.query';
import { CurationStore, type CurationRow } from './persistence/curation.store';
import type { ReviewFormat } from '../persistence/review-json.sql';
import type { Reader } from '../reader';

const EVERYTHING = { linkIds: [], sourceIds: [] };

@Injectable()
export class ReviewCurationService {
  constructor(
    private readonly database: Database,
    private readonly objects: ObjectDirectory,
    private readonly coverages: CoverageService,
    private readonly marks: CurationStore,
    private readonly reviews: CurationQuery,
    private readonly changes: ChangeCounterStore,
  ) {}

  /** The envelope `{data}` as JSON text; 404 for an object that is not the reader's. */
  async list(reader: Reader, objectId: number, list: CurationList, format: ReviewFormat): Promise<string> {
    const coverage = await this.coverage(reader, objectId);
    if (coversNothing(coverage)) return '{"data":[]}';
    const { visibleReviewsPerLink } = reader.entitlements;
    return `{"data":[${await this.reviews.list(list, coverage, visibleReviewsPerLink, { ...format, showsCuration: true })}]}`;
  }

  /** Hides. Returns how many are hidden then. A hidden review loses its pin, and the others shift up. */
  async hide(reader: Reader, objectId: number, reviewIds: readonly number[]): Promise<number> {
    const ids = [...new Set(reviewIds)];
    return this.holding(reader, objectId, ids, reader.entitlements.visibleReviewsPerLink, async () => {
      const hidden = new Set(await this.marks.hiddenAmong(reader.accountId, ids));
      const pins = await this.marks.pins(reader.accountId, objectId);
      const left = withoutPins(pins.map(idOf), ids);
      const rows = ids.filter((id) => !hidden.has(id)).map((id) => ({ id, isHidden: true, position: null }));
      await this.write(reader.accountId, [...rows, ...shifted(pins, left)]);
      return this.marks.countHidden(reader.accountId, objectId);
    });
  }

  /** Unhides. Returns how many are hidden then. Reviews that are not hidden stay as they are, pins included. */
  async unhide(reader: Reader, objectId: number, reviewIds: readonly number[]): Promise<number> {
    return this.holding(reader, objectId, reviewIds, null, async () => {
      const hidden = await this.marks.hiddenAmong(reader.accountId, reviewIds);
      await this.write(
        reader.accountId,
        hidden.map((id) => ({ id, isHidden: false, position: null })),
      );
      return this.marks.countHidden(reader.accountId, objectId);
    });
  }

  /** Pins after those that are pinned. Returns how many are pinned then. */
  async pin(reader: Reader, objectId: number, reviewIds: readonly number[]): Promise<number> {
    assertPinnable(reviewIds);
    return this.pinning(reader, objectId, reviewIds, (pinned) => withPins(pinned, reviewIds));
  }

  /** Makes these the pinned reviews, in this order. */
  async replacePins(reader: Reader, objectId: number, reviewIds: readonly number[]): Promise<number> {
    assertPinnable(reviewIds);
    return this.pinning(reader, objectId, reviewIds, () => reviewIds);
  }

  /** Unpins; the others shift up. Reviews that are not pinned stay as they are. */
  async unpin(reader: Reader, objectId: number, reviewIds: readonly number[]): Promise<number> {
    return this.holding(reader, objectId, reviewIds, null, () =>
      this.arrange(reader.accountId, objectId, (pinned) => withoutPins(pinned, reviewIds)),
    );
  }

  private async pinning(
    reader: Reader,
    objectId: number,
    ids: readonly number[],
    order: (pinned: readonly number[]) => readonly number[],
  ): Promise<number> {
    return this.holding(reader, objectId, ids, reader.entitlements.visibleReviewsPerLink, async () => {
      const hidden = await this.marks.hiddenAmong(reader.accountId, ids);
      if (hidden.length > 0) throw new AppError('conflict', `Review ${hidden[0]} is hidden: it cannot be pinned`);
      return this.arrange(reader.accountId, objectId, order);
    });
  }

  private async arrange(
    accountId: number,
    objectId: number,
    order: (pinned: readonly number[]) => readonly number[],
  ): Promise<number> {
    const pins = await this.marks.pins(accountId, objectId);
    const wanted = order(pins.map(idOf));
    const dropped = pinChange(pins, wanted).dropped.map((id) => ({ id, isHidden: false, position: null }));
    await this.write(accountId, [...shifted(pins, wanted), ...dropped]);
    return wanted.length;
  }

  /** Locks the object, so that one request curates it at a time. All reviews must be the object's: otherwise 404, and nothing is written. */
  private async holding(
    reader: Reader,
    objectId: number,
    ids: readonly number[],
    visiblePerLink: number | null,
    act: () => Promise<number>,
  ): Promise<number> {
    return this.database.transaction(async () => {
      await this.objects.requireOwnedLocked(reader.accountId, objectId);
      const coverage = await this.coverage(reader, objectId);
      const asked = new Set(ids);
      if (asked.size > 0 && !(await this.holds(coverage, visiblePerLink, [...asked]))) throw notFound();
      return act();
    });
  }

  private async holds(coverage: Coverage, visiblePerLink: number | null, ids: readonly number[]): Promise<boolean> {
    return !coversNothing(coverage) && (await this.reviews.countCovered(coverage, visiblePerLink, ids)) === ids.length;
  }

  private async coverage(reader: Reader, objectId: number): Promise<Coverage> {
    const { mode, composition } = await this.coverages.resolve(reader.accountId, { kind: 'object', objectId });
    return coverageOf(reader.accountId, mode, composition, EVERYTHING);
  }

  private async write(accountId: number, rows: readonly CurationRow[]): Promise<void> {
    if (rows.length === 0) return;
    await this.marks.write(rows, await this.changes.next(accountId, rows.length));
  }
}

const idOf = ({ id }: Pin): number => id;

/** The reviews whose position changes. */
function shifted(pins: readonly Pin[], wanted: readonly number[]): readonly CurationRow[] {
  return pinChange(pins, wanted).placed.map(({ id, position }) => ({ id, isHidden: false, position }));
}
