"""The check of the signatures of webhooks."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import re
import time
from dataclasses import dataclass
from typing import Any, Callable, Dict, Iterable, List, Literal, Mapping, Optional, Protocol, Sequence, Tuple, Union, cast

from ._errors import json_of
from ._generated.v2_webhooks import ReviewsEventV2, RunFinishedEventV2
from ._generated.v3 import ReviewsEvent, RunFinishedEvent

#: The body of a delivery. `event` and `schema_version` distinguish its forms. A newer service may send events that are not in this
#: type: ignore those.
WebhookBody = Union[ReviewsEvent, RunFinishedEvent, ReviewsEventV2, RunFinishedEventV2]

#: Why a request is not accepted as a delivery. `missing_header`: it has neither `X-Hrev-Signature` and `X-Hrev-Timestamp` nor the
#: headers of Standard Webhooks. `invalid_timestamp`: that is not a number of seconds. `no_matching_signature`: a changed body, another
#: secret, or a forgery. The signature is right, and older than the tolerance: `timestamp_too_old`, a replay or a wrong clock; in the
#: future: `timestamp_in_future`; of a body that is no event: `invalid_body`.
WebhookRefusal = Literal[
    "missing_header",
    "invalid_timestamp",
    "no_matching_signature",
    "timestamp_too_old",
    "timestamp_in_future",
    "invalid_body",
]


class WebhookVerificationError(Exception):
    """A request that is not an authentic delivery. Respond with 401, or any other 4xx, and do nothing else."""

    def __init__(self, reason: WebhookRefusal) -> None:
        super().__init__(f"the request is not a delivery of hrev: {reason}")
        self.reason: WebhookRefusal = reason


class _Items(Protocol):
    def items(self) -> Iterable[Tuple[Any, Any]]: ...


#: Names and values, as texts or bytes: a dictionary, the `headers` of `http.server`, Flask or Django, or the pairs of ASGI.
Headers = Union[_Items, Iterable[Tuple[Any, Any]]]


def verify_webhook(
    body: Union[bytes, str],
    headers: Headers,
    secret: Union[str, Sequence[str]],
    *,
    tolerance_seconds: float = 300,
    now: Optional[float] = None,
) -> WebhookBody:
    """Checks the signature of a delivery and returns its body.

    `X-Hrev-Signature` is checked if the request has it, otherwise `webhook-signature` of Standard Webhooks. Raises
    `WebhookVerificationError` with the reason, and ValueError for a secret that has not the form `whsec_…`. Deliveries are sent at
    least once: discard those whose `delivery_id` you have processed.

    body: The bytes of the body as they were received, or their text. Not parsed JSON: its bytes may differ.
    secret: `secret` or `standard_secret` of `webhooks.get_secret()`; several while a rotation is not complete everywhere.
    tolerance_seconds: How far the timestamp may be from `now`.
    now: Unix seconds; by default the clock.
    """
    content = _bytes_of(body) if isinstance(body, str) else bytes(body)
    signed = _signed_parts(_names_of(headers), content)
    if not re.fullmatch("[0-9]{1,12}", signed.timestamp):
        raise WebhookVerificationError("invalid_timestamp")
    if not signed.is_signed_with([secret] if isinstance(secret, str) else secret):
        raise WebhookVerificationError("no_matching_signature")
    age = int(time.time() if now is None else now) - int(signed.timestamp)
    if age < -tolerance_seconds:
        raise WebhookVerificationError("timestamp_in_future")
    # NaN, of a setting that is not there for example, permits nothing.
    if not age <= tolerance_seconds:
        raise WebhookVerificationError("timestamp_too_old")
    return _event_of(content)


@dataclass(frozen=True)
class _SignedParts:
    timestamp: str
    #: The bytes under the signatures.
    content: bytes
    signatures: List[bytes]
    #: The key of a secret.
    key_of: Callable[[str], bytes]

    def is_signed_with(self, secrets: Sequence[str]) -> bool:
        is_found = False
        for secret in secrets:
            expected = hmac.new(self.key_of(_secret_text(secret)), self.content, hashlib.sha256).digest()
            for signature in self.signatures:
                is_found = hmac.compare_digest(signature, expected) or is_found
        return is_found


def _signed_parts(headers: Mapping[str, str], body: bytes) -> _SignedParts:
    signature, timestamp = headers.get("x-hrev-signature"), headers.get("x-hrev-timestamp")
    if signature is not None and timestamp is not None:
        matches = (re.fullmatch("sha256=((?:[0-9a-f]{2})+)", part.strip(), re.I) for part in signature.split(","))
        values = [bytes.fromhex(match[1]) for match in matches if match]
        return _SignedParts(timestamp, _bytes_of(f"{timestamp}.") + body, values, str.encode)
    identity, time_text = headers.get("webhook-id"), headers.get("webhook-timestamp")
    standard = headers.get("webhook-signature")
    if standard is None or identity is None or time_text is None:
        raise WebhookVerificationError("missing_header")
    texts = (re.fullmatch("v1,([A-Za-z0-9+/]+)=*", part) for part in standard.split(" "))
    decoded = (_bytes_of_base64(text[1]) for text in texts if text)
    values = [value for value in decoded if value is not None]
    return _SignedParts(time_text, _bytes_of(f"{identity}.{time_text}.") + body, values, _key_of_text)


def _names_of(headers: Headers) -> Dict[str, str]:
    """The headers by their names in small letters. Headers that occur twice are joined."""
    pairs = cast(_Items, headers).items() if hasattr(headers, "items") else cast("Iterable[Tuple[Any, Any]]", headers)
    named: Dict[str, str] = {}
    for name, value in pairs:
        for item in cast(List[Any], value) if isinstance(value, (list, tuple)) else [value]:
            key, text = _text_of(name).lower(), _text_of(item)
            named[key] = f"{named[key]},{text}" if key in named else text
    return named


def _text_of(value: Any) -> str:
    return value.decode("latin-1") if isinstance(value, bytes) else str(value)


def _bytes_of(text: str) -> bytes:
    """Also of a text that is not well-formed, as some frameworks make of bytes that are no UTF-8."""
    return text.encode("utf-8", "surrogatepass")


PREFIX = "whsec_"


def _secret_text(secret: str) -> str:
    """The secret as `X-Hrev-Signature` uses it: `standard_secret` has the same bytes in base64 instead of base64url."""
    if not re.fullmatch("whsec_[A-Za-z0-9_+/-]{43}=?", secret):
        raise ValueError("the secret of webhooks is whsec_ and 43 characters")
    return secret.replace("+", "-").replace("/", "_").replace("=", "")


def _key_of_text(secret: str) -> bytes:
    return _bytes_of_base64(secret[len(PREFIX) :].replace("-", "+").replace("_", "/")) or b""


def _bytes_of_base64(text: str) -> Optional[bytes]:
    """The bytes of a text without padding; None if it is not base64."""
    try:
        return base64.b64decode(text + "=" * (-len(text) % 4), validate=True)
    except binascii.Error:
        return None


def _event_of(body: bytes) -> WebhookBody:
    event = json_of(body.decode("utf-8", "replace"))
    if isinstance(event, dict) and isinstance(cast(Dict[str, Any], event).get("event"), str):
        return cast(WebhookBody, event)
    raise WebhookVerificationError("invalid_body")
