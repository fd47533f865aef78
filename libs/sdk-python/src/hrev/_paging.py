"""Lists in pages."""

from __future__ import annotations

from typing import Any, Callable, Iterator


def items_of(read: Callable[[int], Any], start: int) -> Iterator[Any]:
    """The items of all pages from an offset on, one request per page.

    An item that moves while the pages are read may be skipped or returned twice; `reviews.sync` misses no review.
    """
    offset, has_next = start, True
    while has_next:
        page = read(offset)
        yield from page["data"]
        offset += len(page["data"])
        has_next = page["has_next"] and len(page["data"]) > 0
