/**
 * Hides and pins reviews of one object (contract §3.3, §4.10). A reader may hide and pin the reviews that it may read. These are
 * reviews of live links; on trial, only those inside the cut. Deleted reviews are included, because the feed can return them. A disabled
 * object is treated as an object without reviews. Counts include all hidden or pinned reviews of the object. Lists include only those
 * that the reader may read.
 */
import { Inject, Injectable, Optional } from '@nestjs/common';
import { Database } from '@libs/database';
import { AppError, notFound } from '@libs/kernel';
import { AuditTrail, type AuditAction } from '@src/audit';
import { SessionAccess, type Caller } from '@src/auth';
import { ObjectDirectory } from '@src/objects';
import { CoverageService } from '../coverage.service';
import { coverageOf, coversNothing, type Coverage } from '../domain/coverage';
import { assertPinnable, fitsOrder, orderTag, pinChange, withoutPins, withPins, type Pin } from './domain/curation';
import { ChangeCounterStore } from '../persistence/change-counter.store';
import { CurationQuery, type CurationList } from './persistence/curation.query';
import { CurationStore, type CurationRow } from './persistence/curation.store';
import type { ReviewFormat } from '../persistence/review-json.sql';
import type { Reader } from '../reader';

const NO_FILTER = { linkIds: [], sourceIds: [] };

/** The account that hides and pins, and the person if it is one. */
export type Curator = Reader & Partial<Pick<Caller, 'personId'>>;

@Injectable()
export class ReviewCurationService {
  constructor(
    private readonly database: Database,
    private readonly objects: ObjectDirectory,
    private readonly coverages: CoverageService,
    private readonly marks: CurationStore,
    private readonly reviews: CurationQuery,
    private readonly changes: ChangeCounterStore,
    private readonly trail: AuditTrail,
    @Optional() @Inject(SessionAccess) private readonly persons: SessionAccess | null = null,
  ) {}

  /** The envelope `{data}` as JSON text; 404 for an object of another account. */
  async list(reader: Reader, objectId: number, list: CurationList, format: ReviewFormat): Promise<string> {
    const coverage = await this.coverage(reader, objectId);
    if (coversNothing(coverage)) return '{"data":[]}';
    const { visibleReviewsPerLink } = reader.entitlements;
    return `{"data":[${await this.reviews.list(list, coverage, visibleReviewsPerLink, { ...format, showsCuration: true })}]}`;
  }

  /**
   * The tag of the current order of all pinned reviews of the object. A client that reads the list after it never has the tag of a
   * later order than that of its list.
   */
  async orderTag(reader: Reader, objectId: number): Promise<string> {
    return orderTag((await this.marks.pins(reader.accountId, objectId)).map(idOf));
  }

  /** Hides reviews and removes their pins; the other pins move up. Returns how many reviews of the object are hidden afterwards. */
  async hide(reader: Curator, objectId: number, reviewIds: readonly number[]): Promise<number> {
    const ids = [...new Set(reviewIds)];
    return this.withLockedObject(reader, objectId, ids, reader.entitlements.visibleReviewsPerLink, async () => {
      const hidden = new Set(await this.marks.hiddenAmong(reader.accountId, ids));
      const pins = await this.marks.pins(reader.accountId, objectId);
      const remaining = withoutPins(pins.map(idOf), ids);
      const rows = ids.filter((id) => !hidden.has(id)).map((id) => ({ id, isHidden: true, position: null }));
      await this.write(reader.accountId, [...rows, ...shifted(pins, remaining)]);
      if (remaining.length < pins.length) await this.notePinner(reader, objectId);
      await this.record('reviews.hidden', reader.accountId, objectId, idsOf(rows));
      return this.marks.countHidden(reader.accountId, objectId);
    });
  }

  /** Unhides reviews; those that are not hidden do not change. Returns how many reviews of the object are hidden afterwards. */
  async unhide(reader: Curator, objectId: number, reviewIds: readonly number[]): Promise<number> {
    return this.withLockedObject(reader, objectId, reviewIds, null, async () => {
      const hidden = await this.marks.hiddenAmong(reader.accountId, reviewIds);
      await this.write(
        reader.accountId,
        hidden.map((id) => ({ id, isHidden: false, position: null })),
      );
      await this.record('reviews.unhidden', reader.accountId, objectId, hidden);
      return this.marks.countHidden(reader.accountId, objectId);
    });
  }

  /** Pins reviews after those that are already pinned. Returns how many reviews of the object are pinned afterwards. */
  async pin(reader: Curator, objectId: number, reviewIds: readonly number[]): Promise<number> {
    assertPinnable(reviewIds);
    return this.changePins(reader, objectId, reviewIds, (pinned) => withPins(pinned, reviewIds));
  }

  /**
   * Replaces the pinned reviews by these, in this order. Returns how many are pinned afterwards. With `ifMatch`, throws `conflict`
   * unless it fits the present order; the text of the error names the person who changed the order.
   */
  async replacePins(
    reader: Curator,
    objectId: number,
    reviewIds: readonly number[],
    ifMatch: string | null = null,
  ): Promise<number> {
    assertPinnable(reviewIds);
    return this.changePins(reader, objectId, reviewIds, () => reviewIds, ifMatch);
  }

  /** Unpins reviews; the other pins move up. Returns how many reviews of the object are pinned afterwards. */
  async unpin(reader: Curator, objectId: number, reviewIds: readonly number[]): Promise<number> {
    return this.withLockedObject(reader, objectId, reviewIds, null, () =>
      this.writePins(reader, objectId, (pinned) => withoutPins(pinned, reviewIds)),
    );
  }

  private async changePins(
    reader: Curator,
    objectId: number,
    ids: readonly number[],
    order: (pinned: readonly number[]) => readonly number[],
    ifMatch: string | null = null,
  ): Promise<number> {
    return this.withLockedObject(reader, objectId, ids, reader.entitlements.visibleReviewsPerLink, async () => {
      if (ifMatch !== null) await this.requireOrder(reader.accountId, objectId, ifMatch);
      const hidden = await this.marks.hiddenAmong(reader.accountId, ids);
      if (hidden.length > 0) throw new AppError('conflict', `Review ${hidden[0]} is hidden: it cannot be pinned`);
      return this.writePins(reader, objectId, order);
    });
  }

  private async requireOrder(accountId: number, objectId: number, ifMatch: string): Promise<void> {
    const pins = await this.marks.pins(accountId, objectId);
    if (fitsOrder(ifMatch, pins.map(idOf))) return;
    const personId = await this.objects.pinnedBy(accountId, objectId);
    const names = personId === null ? null : await this.persons?.names([personId]);
    const name = names?.get(personId ?? 0);
    throw new AppError('conflict', name === undefined ? 'The order was changed' : `${name} changed the order`);
  }

  private async writePins(
    reader: Curator,
    objectId: number,
    order: (pinned: readonly number[]) => readonly number[],
  ): Promise<number> {
    const pins = await this.marks.pins(reader.accountId, objectId);
    const wanted = order(pins.map(idOf));
    const removedPins = pinChange(pins, wanted).removedIds.map((id) => ({ id, isHidden: false, position: null }));
    const rows = [...shifted(pins, wanted), ...removedPins];
    await this.write(reader.accountId, rows);
    if (rows.length > 0) {
      await this.notePinner(reader, objectId);
      await this.record('pins.changed', reader.accountId, objectId, wanted);
    }
    return wanted.length;
  }

  private async record(
    action: AuditAction,
    accountId: number,
    objectId: number,
    ids: readonly number[],
  ): Promise<void> {
    if (ids.length === 0 && action !== 'pins.changed') return;
    const target = { type: 'object', id: objectId } as const;
    await this.trail.recordOfPerson({ action, accountId, target, after: { review_ids: ids } });
  }

  private notePinner({ accountId, personId }: Curator, objectId: number): Promise<void> {
    return this.objects.setPinnedBy(accountId, objectId, personId ?? null);
  }

  /**
   * Runs `work` with the object locked, so that only one request curates it at a time. Throws 404 if the reader may not read one of the
   * reviews, or if one belongs to another object.
   */
  private async withLockedObject(
    reader: Reader,
    objectId: number,
    ids: readonly number[],
    visiblePerLink: number | null,
    work: () => Promise<number>,
  ): Promise<number> {
    return this.database.transaction(async () => {
      await this.objects.requireOwnedLocked(reader.accountId, objectId);
      const coverage = await this.coverage(reader, objectId);
      const requested = [...new Set(ids)];
      if (requested.length > 0 && !(await this.covers(coverage, visiblePerLink, requested))) throw notFound();
      return work();
    });
  }

  private async covers(coverage: Coverage, visiblePerLink: number | null, ids: readonly number[]): Promise<boolean> {
    return !coversNothing(coverage) && (await this.reviews.countCovered(coverage, visiblePerLink, ids)) === ids.length;
  }

  private async coverage(reader: Reader, objectId: number): Promise<Coverage> {
    const { mode, composition } = await this.coverages.resolve(reader.accountId, { kind: 'object', objectId });
    return coverageOf(reader.accountId, mode, composition, NO_FILTER);
  }

  private async write(accountId: number, rows: readonly CurationRow[]): Promise<void> {
    if (rows.length === 0) return;
    await this.marks.write(rows, await this.changes.next(accountId, rows.length));
  }
}

const idOf = ({ id }: Pin): number => id;
const idsOf = (rows: readonly CurationRow[]): readonly number[] => rows.map(({ id }) => id);

/** The reviews whose position changes. */
function shifted(pins: readonly Pin[], wanted: readonly number[]): readonly CurationRow[] {
  return pinChange(pins, wanted).newPositions.map(({ id, position }) => ({ id, isHidden: false, position }));
}
