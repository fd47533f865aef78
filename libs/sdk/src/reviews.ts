import { Reviews as ReviewRequests } from './generated/resources.gen';
import type { RequestOptions } from './request';
import { syncChanges, syncPages, type SyncChange, type SyncPage, type SyncSelection, type SyncStore } from './sync';

/** Reads reviews, and keeps copies of them. */
export class Reviews extends ReviewRequests {
  /**
   * Yields the changes that keep a copy of the reviews of an object or a folder: first all reviews, then what changes. Apply each change
   * before you ask for the next one, and await what you do with it.
   *
   * The cursor of a page of changes (`limit`, 500 by default) is saved when the next change is asked for after the last one of the page.
   * So no change is lost, whenever the process ends. After a crash, an error or a `break`, the next iteration begins after the saved
   * cursor: with the changes of the page that was in work, also those that were already applied, or with none if its cursor was saved.
   * They come with the present state of their reviews, in which some may be missing or new. Consumers that cannot apply a change twice
   * write their result and the cursor together: `FileStore` of `@hrev/sdk/node` does so in a file, and `syncPages` is for a database.
   *
   * If the service no longer knows the cursor, `{op: 'reset'}` is yielded and the stream begins again; the earlier cursor stays saved
   * until the first page after it is done. A cursor of another object, folder or mode is `cursor_mismatch`: the store belongs to
   * another copy. Throws that and every other error that the retries do not remove. One process at a time may use a store.
   */
  sync(
    selection: SyncSelection & { readonly store: SyncStore },
    options?: RequestOptions,
  ): AsyncGenerator<SyncChange, void, undefined> {
    return syncChanges((query) => this.syncPage(query, options), selection, options?.signal);
  }

  /**
   * Yields the pages of the change stream after a cursor (null: from the beginning), for consumers that write changes and cursor in one
   * transaction: empty the copy if `isReset`, apply `changes` in their order, and store `cursor`. A crash then neither loses a change nor
   * applies one twice. Nothing is saved here.
   */
  syncPages(
    { cursor = null, ...selection }: SyncSelection & { readonly cursor?: string | null | undefined },
    options?: RequestOptions,
  ): AsyncGenerator<SyncPage, void, undefined> {
    return syncPages((query) => this.syncPage(query, options), selection, cursor, options?.signal);
  }
}
