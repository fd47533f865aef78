/** Pages for readers without a cut: first a walk over all reviews (the snapshot), then the changes in the order of their numbers. */
import { Injectable } from '@nestjs/common';
import type { Composition } from '../domain/coverage';
import { invalidCursor, type SyncSelection, type SyncPosition } from './domain/sync-cursor';
import { SyncLogQuery, type ScopeChange, type SyncHead } from './persistence/sync-log.query';
import { SyncRowsQuery, type SyncPage, type WalkPosition } from './persistence/sync-rows.query';

/** The input of one request. The newest change number was read before the composition. */
export interface SyncScope {
  readonly page: SyncPage;
  readonly selection: SyncSelection;
  readonly composition: Composition;
  readonly head: SyncHead;
}

/** The items of a page, and the position that follows it. */
export interface SyncStep {
  /** Changes, each as JSON. */
  readonly items: readonly string[];
  readonly next: SyncPosition;
  /** Whether more changes can be read at once. */
  readonly hasNext: boolean;
}

type SnapshotPosition = Extract<SyncPosition, { phase: 'snapshot' }>;
type ChangesPosition = Extract<SyncPosition, { phase: 'changes' }>;

/** The most events that one page reads; each costs at least one query. */
const EVENTS_PER_PAGE = 16;

@Injectable()
export class SyncReader {
  constructor(
    private readonly rows: SyncRowsQuery,
    private readonly log: SyncLogQuery,
  ) {}

  /** The next page of the walk. Reviews that change during the walk are returned again afterwards, as changes. */
  async snapshot(scope: SyncScope, { start, after }: SnapshotPosition): Promise<SyncStep> {
    const { page, composition } = scope;
    const from = await positionAfter(this.rows, page.accountId, after);
    const linkIds = ascending(composition.links.map((link) => link.id));
    const read = await this.rows.walk(page, { linkIds, from, inScope: true, movedAt: null });
    if (read.items.length === page.limit) {
      return { items: read.items, next: { phase: 'snapshot', start, after: read.lastId }, hasNext: true };
    }
    const next: ChangesPosition = { phase: 'changes', seq: start, after: null };
    return { items: read.items, next, hasNext: start < scope.head.seq };
  }

  /** The next changes and events up to the newest number, in the order of numbers. */
  async changes(scope: SyncScope, from: ChangesPosition): Promise<SyncStep> {
    const page = new ChangesPage(scope, from, this.rows);
    if (from.seq < scope.head.seq || from.after !== null) {
      const events = await this.log.scopeChanges(scope.page.accountId, scope.selection, {
        from: from.after === null ? from.seq + 1 : from.seq,
        until: scope.head.seq,
        limit: EVENTS_PER_PAGE,
      });
      for (const event of events) {
        await page.readChangesTo(event.seq - 1);
        await page.readEvent(event);
      }
      if (events.length < EVENTS_PER_PAGE) await page.readChangesTo(scope.head.seq);
    }
    return page.step();
  }
}

/** A page of changes while it is filled. Once it is full, its methods read nothing. */
class ChangesPage {
  private readonly items: string[] = [];
  private remaining: number;

  constructor(
    private readonly scope: SyncScope,
    private position: ChangesPosition,
    private readonly rows: SyncRowsQuery,
  ) {
    this.remaining = scope.page.limit;
  }

  /** Adds the reviews whose change number is at most `until`. */
  async readChangesTo(until: number): Promise<void> {
    const { seq } = this.position;
    if (this.remaining <= 0 || seq >= until) return;
    const objectIds = followedObjects(this.scope);
    const read = await this.rows.changed(this.page(), { objectIds, after: seq, until });
    this.add(read.items);
    this.position = { phase: 'changes', seq: this.remaining <= 0 ? read.lastSeq : until, after: null };
  }

  /** Adds the reviews of an event, or those that the previous page did not reach. */
  async readEvent(event: ScopeChange): Promise<void> {
    if (this.remaining <= 0) return;
    if (event.hasLostReviews) throw invalidCursor();
    const { accountId } = this.scope.page;
    const isPartlyRead = event.seq === this.position.seq;
    const from = await positionAfter(this.rows, accountId, isPartlyRead ? (this.position.after ?? 0) : 0);
    const linkIds = event.linkId === null ? await this.rows.linksOf(accountId, event.objectId) : [event.linkId];
    const inScope = followedObjects(this.scope).includes(event.objectId);
    const read = await this.rows.walk(this.page(), { linkIds, from, inScope, movedAt: event.at });
    this.add(read.items);
    this.position = { phase: 'changes', seq: event.seq, after: this.remaining <= 0 ? read.lastId : null };
  }

  step(): SyncStep {
    const { seq, after } = this.position;
    return { items: this.items, next: this.position, hasNext: seq < this.scope.head.seq || after !== null };
  }

  private page(): SyncPage {
    return { ...this.scope.page, limit: this.remaining };
  }

  private add(items: readonly string[]): void {
    this.items.push(...items);
    this.remaining -= items.length;
  }
}

/** The position of a walk after this review; null for 0, the beginning. Throws `invalid_cursor` if the review was purged. */
async function positionAfter(rows: SyncRowsQuery, accountId: number, reviewId: number): Promise<WalkPosition | null> {
  if (reviewId === 0) return null;
  const position = await rows.positionOf(accountId, reviewId);
  if (position === null) throw invalidCursor();
  return position;
}

/** The objects whose changes are returned. In the sync of one object, it is included even if it is disabled or deleted. */
export function followedObjects({
  selection,
  composition,
}: Pick<SyncScope, 'selection' | 'composition'>): readonly number[] {
  return selection.kind === 'object' ? [selection.objectId] : composition.objectIds;
}

export const ascending = (ids: readonly number[]): number[] => [...ids].sort((a, b) => a - b);
