# Written by `npm run sdk` from the OpenAPI documents.
"""Bodies of requests, responses and webhooks."""

from __future__ import annotations

from typing import Dict, List, Literal, Optional, TypedDict

__all__ = [
    "EventSummary",
    "GroupInEvent",
    "ReviewInEventV2",
    "ReviewsEventV2",
    "RunFinishedEventV2",
]


class EventSummary(TypedDict):
    """Figures of the reviews of a delivery."""

    review_count: int
    """Reviews in the delivery."""
    by_source: Dict[str, int]
    """Reviews by machine name of the platform."""
    average_rating: Optional[float]
    """Average of the rated reviews; null if there are none."""
    negative_rating_count: int
    """Ratings below 3."""


class _GroupInEvent(TypedDict):
    """What every `GroupInEvent` has."""

    group_id: int
    """The group."""
    name: str
    """Its name."""
    review_count: int
    """Number of its reviews in the delivery."""


class GroupInEvent(_GroupInEvent, total=False):
    """An object with reviews in the delivery."""

    reviews: List[ReviewInEventV2]
    """Absent if `truncated`."""


class ReviewInEventV2(TypedDict):
    """A review in a delivery."""

    id: int
    """Review id, the same as in the feed."""
    external_review_id: str
    """The platform's own id of the review, or a stable hash where it has none."""
    source: str
    """Machine name of the platform."""
    rating: Optional[float]
    """1-5, may be fractional; null without a numeric rating."""
    text: Optional[str]
    """Text of the review."""
    author: Optional[str]
    """As shown by the platform; surnames are masked."""
    review_date: Optional[str]
    """The platform's local time."""
    url: str
    """The object's page on the platform."""
    review_url: Optional[str]
    """The review itself on the platform."""
    has_images: bool
    """Whether photos are attached."""
    reply_text: Optional[str]
    """The organization's reply; null if there is none."""
    reply_date: Optional[str]
    """Date of the reply, in UTC; null if there is none."""


class _ReviewsEventV2(TypedDict):
    """What every `ReviewsEventV2` has."""

    delivery_id: int
    """Id of the delivery, the same on every retry; deduplicate by it."""
    occurred_at: str
    """When the delivery was created."""
    schema_version: Literal["2"]
    """Version of the body."""
    event: Literal["reviews.new", "replies.new"]
    """Event type."""
    groups: List[GroupInEvent]
    """Reviews by group. Every review occurs once."""
    summary: EventSummary
    """Figures over all reviews of the delivery."""
    truncated: bool
    """Whether the reviews were omitted because the body would have been too large; read them over REST. With thousands of objects, their names are empty, and only the first objects, as many as fit, are listed; `summary` counts all reviews."""


class ReviewsEventV2(_ReviewsEventV2, total=False):
    """The body of a delivery of reviews."""

    test: bool
    """true in test events, which have sample data; otherwise absent."""


class _RunFinishedEventV2(TypedDict):
    """What every `RunFinishedEventV2` has."""

    delivery_id: int
    """Id of the delivery, the same on every retry; deduplicate by it."""
    occurred_at: str
    """When the delivery was created."""
    schema_version: Literal["2"]
    """Version of the body."""
    event: Literal["scrape.run.finished"]
    """Event type."""
    finished_at: str
    """When the collection run finished."""


class RunFinishedEventV2(_RunFinishedEventV2, total=False):
    """The body of a delivery about the end of a collection run."""

    test: bool
    """true in test events, which have sample data; otherwise absent."""
