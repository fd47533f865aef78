"""The errors of requests."""

from __future__ import annotations

import email.utils
import json
import math
import re
import time
from http.client import HTTPMessage
from typing import Any, Dict, Mapping, Optional, Type, cast

MAX_TEXT = 2_000


class HrevError(Exception):
    """The response of a request that was refused or failed.

    Its class says which code it has: `except NotFoundError`. A newer service may send a code that this version does not know; its
    error is an `HrevError` without a class of its own.

    status: The status of the response.
    code: The code, which is stable. The message is for people.
    request_id: `X-Request-Id` of the response: name it when you report a problem. None if the response has none.
    retry_after: Seconds of `Retry-After`; None if the response has none.
    details: The body: `{detail, code}`, or up to 2,000 characters of a body that is no JSON.
    """

    def __init__(
        self, message: str, *, status: int, code: str, request_id: Optional[str], retry_after: Optional[float], details: Any
    ) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        self.request_id = request_id
        self.retry_after = retry_after
        self.details = details


class UnexpectedResponseError(HrevError):
    """A response that is not in the form of the API, such as the page of a proxy or a redirect. Its code is `unexpected_response`."""


class HrevConnectionError(Exception):
    """There is no complete response: the connection failed or ended early. The service may have received the request."""


class HrevTimeoutError(HrevConnectionError):
    """There was no complete response in time. The service may have received the request."""


def error_of(
    request: str, status: int, headers: HTTPMessage, text: str, classes: Mapping[str, Type[HrevError]]
) -> HrevError:
    """The error of a response: of the API if its body is `{detail, code}`, otherwise `UnexpectedResponseError`."""
    body = json_of(text)
    details: Any = text[:MAX_TEXT] if body is NO_JSON else body
    request_id = headers.get("X-Request-Id")
    retry_after = seconds_of(headers.get("Retry-After"))
    reference = "" if request_id is None else f", request {request_id}"
    answer = cast(Dict[str, Any], body) if isinstance(body, dict) else {}
    detail, code = answer.get("detail"), answer.get("code")
    if not 200 <= status < 300 and isinstance(detail, str) and isinstance(code, str):
        message = f"{request}: {detail} ({status} {code}{reference})"
        kind = classes.get(code, HrevError)
    else:
        message = f"{request}: the response is not of the API ({status}{reference})"
        code, kind = "unexpected_response", UnexpectedResponseError
    return kind(message, status=status, code=code, request_id=request_id, retry_after=retry_after, details=details)


NO_JSON = object()


def json_of(text: str) -> Any:
    """The value of a JSON text; `NO_JSON` if it is none. `NaN` and `Infinity`, which Python reads, are none."""
    try:
        return json.loads(text, parse_constant=_refuse)
    except (ValueError, RecursionError):
        return NO_JSON


def _refuse(constant: str) -> None:
    raise ValueError(f"{constant} is no JSON")


def seconds_of(value: Optional[str]) -> Optional[float]:
    """Seconds of a `Retry-After`, which is a number of seconds or a date."""
    if value is None:
        return None
    if re.fullmatch("[0-9]{1,15}", value):
        return int(value)
    try:
        date = email.utils.parsedate_to_datetime(value)
        return max(0, math.ceil(date.timestamp() - time.time()))
    except (TypeError, ValueError, OverflowError):
        return None
