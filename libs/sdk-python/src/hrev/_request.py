"""Requests before they are sent."""

from __future__ import annotations

from dataclasses import dataclass
from http.client import HTTPMessage
from typing import Any, Callable, Iterable, List, Mapping, Optional, Tuple, Union, cast
from urllib.parse import quote, urlencode


@dataclass(frozen=True)
class ResponseHead:
    """Status and headers of a success. Names of headers are compared without regard to case."""

    status: int
    headers: HTTPMessage


@dataclass(frozen=True)
class RequestOptions:
    """Settings of one request.

    timeout: Seconds for one attempt, with the reading of its response; of a file, until it begins and for each part. The default
        is that of the client.
    max_retries: How often a failed attempt is repeated. The default is that of the client.
    headers: Headers in addition, such as `If-Match` or `X-Request-Id`.
    on_response: Is called with each successful response, for its headers: `ETag`, `RateLimit-Remaining`, `X-Request-Id`.
    """

    timeout: Optional[float] = None
    max_retries: Optional[int] = None
    headers: Optional[Mapping[str, str]] = None
    on_response: Optional[Callable[[ResponseHead], object]] = None


@dataclass(frozen=True)
class Call:
    """One operation of the API."""

    method: str
    path: str
    query: Optional[Mapping[str, object]] = None
    body: object = None
    #: Whether the operation accepts an `Idempotency-Key`.
    takes_key: bool = False
    #: The key; None: a random one.
    key: Optional[str] = None
    #: The types of a response that is a file, which is returned as a stream of bytes.
    file: Tuple[str, ...] = ()


#: Sends a call and returns the body of its success: a value, a stream if it is a file, and None if it has none.
Send = Callable[[Call, Optional[RequestOptions]], Any]


def at(template: str, *values: Union[str, int]) -> str:
    """A path with the values of its parameters: `at("/v3/objects/{}", 7)`.

    Raises TypeError for what is neither a text nor an integer, and ValueError for a text with which the path would be another one:
    an empty one, `.` and `..`.
    """
    return template.format(*(_segment_of(value) for value in values))


def _segment_of(value: object) -> str:
    if isinstance(value, bool) or not isinstance(value, (str, int)):
        raise TypeError(f"{value!r} cannot be a part of a path")
    if value in ("", ".", ".."):
        raise ValueError(f"{value!r} cannot be a part of a path")
    return quote(str(value), safe="")


def query_of(query: Optional[Mapping[str, object]]) -> str:
    """A query with its `?`: lists are repeated parameters; None is left out. Empty if there are no values."""
    parts: List[Tuple[str, str]] = []
    for name, value in (query or {}).items():
        items: List[object] = [value]
        if not isinstance(value, str) and isinstance(value, Iterable):
            items = list(cast("Iterable[object]", value))
        parts.extend((name, _text_of(item)) for item in items if item is not None)
    return f"?{urlencode(parts)}" if parts else ""


def _text_of(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
