"""Sends calls, and repeats those that fail for a time."""

from __future__ import annotations

import io
import json
import random
import re
import secrets
import ssl
import time
from dataclasses import dataclass
from typing import Any, Callable, Optional
from urllib.parse import urlsplit

from ._errors import NO_JSON, HrevConnectionError, HrevError, error_of, json_of
from ._exchange import Address, Exchange, Message
from ._generated.errors import ERROR_CLASSES
from ._request import Call, RequestOptions, ResponseHead, Send, query_of
from ._retry import RetryPolicy, wait_before_retry
from ._version import __version__

VISIBLE_ASCII = re.compile(r"[\x21-\x7e]+")
REPEATABLE = frozenset(("GET", "PUT", "DELETE"))


@dataclass(frozen=True)
class Settings:
    """Settings of a client; seconds."""

    address: Address
    api_key: str
    timeout: float
    policy: RetryPolicy


@dataclass(frozen=True)
class Waiting:
    """Replaced in tests."""

    pause: Callable[[float], object] = time.sleep
    random: Callable[[], float] = random.random


def settings_of(
    base_url: str,
    api_key: str,
    timeout: float = 60,
    max_retries: int = 3,
    max_retry_after: float = 60,
    ssl_context: Optional[ssl.SSLContext] = None,
) -> Settings:
    """Checks the settings of a client. Raises ValueError for those that cannot be used."""
    if not VISIBLE_ASCII.fullmatch(base_url):
        raise ValueError("base_url must be visible ASCII characters")
    parts = urlsplit(base_url)
    is_address = parts.scheme in ("http", "https") and parts.hostname is not None and parts.username is None
    if not is_address or "?" in base_url or "#" in base_url:
        raise ValueError(f"base_url must be an http or https address without query: {base_url}")
    if not VISIBLE_ASCII.fullmatch(api_key):
        raise ValueError("api_key must be a key of the account")
    if timeout <= 0:
        raise ValueError("timeout must be more than 0 seconds")
    host = parts.hostname or ""
    address = Address(parts.scheme == "https", host, parts.port, re.sub("/$", "", parts.path), ssl_context)
    return Settings(address, api_key, timeout, RetryPolicy(max_retries, max_retry_after))


def sender(settings: Settings, waiting: Waiting = Waiting()) -> Send:
    """Sends calls, and repeats those that fail for a time: connection errors, time-outs, 408, 429 and 5xx.

    Only what may be sent twice is repeated: GET, PUT, DELETE, and calls with an `Idempotency-Key`, which is the same in every attempt.
    """

    def send(call: Call, options: Optional[RequestOptions]) -> Any:
        chosen = options or RequestOptions()
        message = _message_of(call, chosen, settings)
        may_repeat = call.method in REPEATABLE or call.takes_key
        retries = settings.policy.max_retries if chosen.max_retries is None else chosen.max_retries
        policy = RetryPolicy(retries if may_repeat else 0, settings.policy.max_retry_after)
        attempt = 0
        while True:
            try:
                return _answer_to(message, call, chosen, settings)
            except (HrevError, HrevConnectionError) as error:
                wait = wait_before_retry(error, attempt, policy, waiting.random())
                if wait is None:
                    raise
            waiting.pause(wait)
            attempt += 1

    return send


def _message_of(call: Call, options: RequestOptions, settings: Settings) -> Message:
    headers = {
        "Accept": ", ".join((*call.file, "application/json")),
        "Connection": "close",
        "User-Agent": f"hrev-python/{__version__}",
        "X-API-Key": settings.api_key,
    }
    body = None
    if call.body is not None:
        headers["Content-Type"] = "application/json"
        body = json.dumps(call.body, allow_nan=False).encode()
    if call.takes_key:
        headers["Idempotency-Key"] = _checked_key(secrets.token_hex(16) if call.key is None else call.key)
    headers.update(options.headers or {})
    target = f"{settings.address.path}{call.path}{query_of(call.query)}"
    return Message(f"{call.method} {call.path}", call.method, target, headers, body)


def _checked_key(key: str) -> str:
    if VISIBLE_ASCII.fullmatch(key) and len(key) <= 255:
        return key
    raise ValueError("idempotency_key must be 1 to 255 visible ASCII characters")


def _answer_to(message: Message, call: Call, options: RequestOptions, settings: Settings) -> Any:
    timeout = settings.timeout if options.timeout is None else options.timeout
    exchange = Exchange(settings.address, message, timeout)
    is_success = 200 <= exchange.status < 300
    head = ResponseHead(exchange.status, exchange.headers)
    if is_success and _media_type(exchange) in call.file:
        body: Any = io.BufferedReader(_Download(exchange))
    else:
        text = exchange.read().decode("utf-8", "replace")
        body = None if text == "" else json_of(text)
        if not is_success or call.file or body is NO_JSON:
            raise error_of(message.name, exchange.status, exchange.headers, text, ERROR_CLASSES)
    if options.on_response is not None:
        options.on_response(head)
    return body


def _media_type(exchange: Exchange) -> str:
    return (exchange.headers.get("Content-Type") or "").split(";")[0].strip().lower()


class _Download(io.RawIOBase):
    """The bytes of a response, each part received when it is asked for. Fails with the errors of requests."""

    def __init__(self, exchange: Exchange) -> None:
        self._exchange = exchange

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        return self._exchange.read_into(buffer)

    def close(self) -> None:
        self._exchange.close()
        super().close()
