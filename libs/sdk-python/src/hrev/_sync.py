"""The change stream of reviews."""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass
from typing import Any, Callable, Iterator, List, Literal, Optional, Protocol, TypedDict, Union, cast

from ._generated.errors import InvalidCursorError
from ._generated.v3 import Review, ReviewChanges


class ReviewUpsert(TypedDict):
    """The review is new or has changed: store it in this state. Reviews that are deleted or hidden have flags."""

    op: Literal["upsert"]
    review_id: int
    changed_at: str
    reason: None
    review: Review


class ReviewRemoval(TypedDict):
    """Remove the review from the copy, if it is there.

    `reason` is `link_removed`, `object_disabled`, `object_deleted` or `out_of_scope`.
    """

    op: Literal["remove"]
    review_id: int
    changed_at: str
    reason: str
    review: None


class SyncReset(TypedDict):
    """The service no longer knows the cursor, and the stream begins again: empty the copy.

    With mode `snapshot` all reviews follow. With mode `changes` what changed since the cursor is not sent.
    """

    op: Literal["reset"]


SyncChange = Union[ReviewUpsert, ReviewRemoval, SyncReset]


@dataclass(frozen=True)
class SyncPage:
    """Changes that belong to one cursor.

    changes: In the order in which they are to be applied.
    cursor: Continues after this page. Store it in the transaction that applies the changes.
    is_reset: Whether the copy must be emptied before the changes are applied; see `SyncReset`.
    has_next: Whether more changes are available now.
    """

    changes: List[Union[ReviewUpsert, ReviewRemoval]]
    cursor: str
    is_reset: bool
    has_next: bool


class SyncStore(Protocol):
    """Where the cursor of a consumer is kept."""

    def load(self) -> Optional[str]:
        """The saved cursor; None if there is none, and the stream begins with a snapshot."""
        ...

    def save(self, cursor: str) -> None:
        """Replaces the saved cursor. Must either succeed or leave the earlier one."""
        ...


#: How often a stream begins again without having reached its end, before the error is raised.
MAX_RESETS = 3

#: Reads a page of the stream after a cursor.
ReadChanges = Callable[[Optional[str]], ReviewChanges]


def sync_pages(
    read: ReadChanges, cursor: Optional[str], poll_seconds: Optional[float], stop: Optional[threading.Event]
) -> Iterator[SyncPage]:
    """The pages of the change stream after a cursor; see `Reviews.sync_pages`."""
    is_reset, resets = False, 0
    while stop is None or not stop.is_set():
        try:
            page = read(cursor)
        except InvalidCursorError:
            if cursor is None or resets == MAX_RESETS:
                raise
            cursor, is_reset, resets = None, True, resets + 1
            continue
        cursor = page["next_cursor"]
        yield SyncPage(cast(Any, page["data"]), cursor, is_reset, page["has_next"])
        is_reset = False
        if page["has_next"]:
            continue
        resets = 0
        if poll_seconds is None:
            return
        if stop is None:
            time.sleep(poll_seconds)
        else:
            stop.wait(poll_seconds)


def sync_changes(
    read: ReadChanges, store: SyncStore, poll_seconds: Optional[float], stop: Optional[threading.Event]
) -> Iterator[SyncChange]:
    """The changes of the stream after the cursor of a store; see `Reviews.sync`."""
    saved = store.load()
    for page in sync_pages(read, saved, poll_seconds, stop):
        if page.is_reset:
            yield {"op": "reset"}
        yield from page.changes
        # Here the consumer has asked for the change after the last one of the page.
        if page.changes or page.cursor != saved:
            store.save(page.cursor)
        saved = page.cursor
