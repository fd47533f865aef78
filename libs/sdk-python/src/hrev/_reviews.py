"""Reads reviews, and keeps copies of them."""

from __future__ import annotations

import threading
from typing import Iterator, Literal, Optional

from ._generated.resources import Reviews as ReviewRequests
from ._generated.v3 import ReviewChanges
from ._request import RequestOptions
from ._sync import SyncChange, SyncPage, SyncStore, sync_changes, sync_pages


class Reviews(ReviewRequests):
    """Reads reviews, and keeps copies of them."""

    def sync(
        self,
        *,
        store: SyncStore,
        object_id: Optional[int] = None,
        folder_id: Optional[int] = None,
        mode: Optional[Literal["snapshot", "changes"]] = None,
        limit: Optional[int] = None,
        include_raw: Optional[bool] = None,
        poll_seconds: Optional[float] = None,
        stop: Optional[threading.Event] = None,
        options: Optional[RequestOptions] = None,
    ) -> Iterator[SyncChange]:
        """Yields the changes that keep a copy of the reviews of an object or a folder: first all reviews, then what changes.

        Apply each change before you ask for the next one. The cursor of a page of changes (`limit`, 500 by default) is saved when
        the next change is asked for after the last one of the page. So no change is lost, whenever the process ends. After a crash,
        an error or a `break`, the next iteration begins after the saved cursor: with the changes of the page that was in work, also
        those that were already applied, or with none if its cursor was saved. They come with the present state of their reviews, in
        which some may be missing or new. Consumers that cannot apply a change twice write their result and the cursor together:
        `FileStore` does so in a file, and `sync_pages` is for a database.

        If the service no longer knows the cursor, `{"op": "reset"}` is yielded and the stream begins again; the earlier cursor stays
        saved until the first page after it is done. A cursor of another object, folder or mode raises `CursorMismatchError`: the
        store belongs to another copy. Raises that and every other error that the retries do not remove. One process at a time may
        use a store.

        object_id, folder_id: What is read: exactly one of them.
        poll_seconds: Wait this long after the last change and read again. Without it the iteration ends there.
        stop: Ends the iteration when it is set: after the page in work, or during a wait.
        """

        def read(cursor: Optional[str]) -> ReviewChanges:
            return self.sync_page(
                object_id=object_id,
                folder_id=folder_id,
                mode=mode,
                limit=limit,
                include_raw=include_raw,
                cursor=cursor,
                options=options,
            )

        return sync_changes(read, store, poll_seconds, stop)

    def sync_pages(
        self,
        *,
        cursor: Optional[str] = None,
        object_id: Optional[int] = None,
        folder_id: Optional[int] = None,
        mode: Optional[Literal["snapshot", "changes"]] = None,
        limit: Optional[int] = None,
        include_raw: Optional[bool] = None,
        poll_seconds: Optional[float] = None,
        stop: Optional[threading.Event] = None,
        options: Optional[RequestOptions] = None,
    ) -> Iterator[SyncPage]:
        """Yields the pages of the change stream after a cursor (None: from the beginning).

        For consumers that write changes and cursor in one transaction: empty the copy if `is_reset`, apply `changes` in their order,
        and store `cursor`. A crash then neither loses a change nor applies one twice. Nothing is saved here. The other arguments are
        those of `sync`.
        """

        def read(after: Optional[str]) -> ReviewChanges:
            return self.sync_page(
                object_id=object_id,
                folder_id=folder_id,
                mode=mode,
                limit=limit,
                include_raw=include_raw,
                cursor=after,
                options=options,
            )

        return sync_pages(read, cursor, poll_seconds, stop)
