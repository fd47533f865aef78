import { isHrevError } from './errors';
import type { Review, ReviewChange, ReviewChanges, SyncReviewsQuery } from './generated/v3.gen';
import { pause } from './pause';

/** The review is new or has changed: store it in this state. Reviews that are deleted or hidden have flags. */
export interface ReviewUpsert extends ReviewChange {
  op: 'upsert';
  reason: null;
  review: Review;
}

/** Remove the review from the copy, if it is there. `reason` is `link_removed`, `object_disabled`, `object_deleted` or `out_of_scope`. */
export interface ReviewRemoval extends ReviewChange {
  op: 'remove';
  reason: string;
  review: null;
}

/**
 * The service no longer knows the cursor, and the stream begins again: empty the copy. With `mode: 'snapshot'` all reviews follow.
 * With `mode: 'changes'` what changed since the cursor is not sent.
 */
export interface SyncReset {
  op: 'reset';
}

export type SyncChange = ReviewUpsert | ReviewRemoval | SyncReset;

/** Changes that belong to one cursor. */
export interface SyncPage {
  /** In the order in which they are to be applied. */
  changes: (ReviewUpsert | ReviewRemoval)[];
  /** Continues after this page. Store it in the transaction that applies the changes. */
  cursor: string;
  /** Whether the copy must be emptied before the changes are applied; see `SyncReset`. */
  isReset: boolean;
  /** Whether more changes are available now. */
  hasNext: boolean;
}

/** Where the cursor of a consumer is kept. */
export interface SyncStore {
  /** The saved cursor; null if there is none, and the stream begins with a snapshot. */
  load(): Promise<string | null>;
  /** Replaces the saved cursor. Must either succeed or leave the earlier one. */
  save(cursor: string): Promise<void>;
}

/** What is read: exactly one of `object_id` and `folder_id`. */
export interface SyncSelection extends Omit<SyncReviewsQuery, 'cursor'> {
  /** Wait this many milliseconds after the last change and read again. Without it the iteration ends there. */
  pollMs?: number | undefined;
}

/** How often a stream begins again without having reached its end, before the error is thrown. */
const MAX_RESETS = 3;

/** Reads a page of the stream. */
export type ReadChanges = (query: SyncReviewsQuery) => Promise<ReviewChanges>;

/** The pages of the change stream after a cursor; see `Reviews.syncPages`. */
export async function* syncPages(
  read: ReadChanges,
  { pollMs, ...query }: SyncSelection,
  from: string | null,
  signal?: AbortSignal,
): AsyncGenerator<SyncPage, void, undefined> {
  let cursor = from;
  let isReset = false;
  let resets = 0;
  for (;;) {
    let page: ReviewChanges;
    try {
      page = await read(cursor === null ? query : { ...query, cursor });
    } catch (error) {
      if (cursor === null || resets === MAX_RESETS || !isHrevError(error, 'invalid_cursor')) throw error;
      [cursor, isReset, resets] = [null, true, resets + 1];
      continue;
    }
    cursor = page.next_cursor;
    yield { changes: page.data as SyncPage['changes'], cursor, isReset, hasNext: page.has_next };
    isReset = false;
    if (page.has_next) continue;
    resets = 0;
    if (pollMs === undefined) return;
    await pause(pollMs, signal);
  }
}

/** The changes of the stream after the cursor of a store; see `Reviews.sync`. */
export async function* syncChanges(
  read: ReadChanges,
  { store, ...selection }: SyncSelection & { readonly store: SyncStore },
  signal?: AbortSignal,
): AsyncGenerator<SyncChange, void, undefined> {
  let saved = await store.load();
  for await (const page of syncPages(read, selection, saved, signal)) {
    if (page.isReset) yield { op: 'reset' };
    yield* page.changes;
    // Here the consumer has asked for the change after the last one of the page.
    if (page.changes.length > 0 || page.cursor !== saved) await store.save(page.cursor);
    saved = page.cursor;
  }
}
