"""The client."""

from __future__ import annotations

import ssl
from typing import Optional

from ._generated.resources import Resources
from ._reviews import Reviews
from ._transport import sender, settings_of


class Hrev(Resources):
    """The API of an hrev service, with a key of one account.

    Its attributes are the resources of v3, and their methods the requests. A method returns the body of the response. It raises
    `HrevError` for an error response: the class of its code in `hrev.errors`. Where there is no response it raises
    `HrevConnectionError` or `HrevTimeoutError`. Each request has a connection of its own, so threads may share a client.

    base_url: Address of the service, such as `https://reviews.example.com`, with the path below which a proxy serves it.
    api_key: A key of the account; it begins with `hrev_`. It is sent to `base_url` only: redirects are errors.
    timeout: Seconds for one attempt, with the reading of its response.
    max_retries: How often a failed attempt is repeated. 0: never.
    max_retry_after: The longest `Retry-After` that is waited for, in seconds. A longer one is raised at once, as `retry_after`
        of the error.
    ssl_context: How certificates are checked: for an own authority. By default, those of the system.

    Raises ValueError for an address or a key that cannot be used. Sends nothing.
    """

    reviews: Reviews

    def __init__(
        self,
        base_url: str,
        api_key: str,
        *,
        timeout: float = 60,
        max_retries: int = 3,
        max_retry_after: float = 60,
        ssl_context: Optional[ssl.SSLContext] = None,
    ) -> None:
        send = sender(settings_of(base_url, api_key, timeout, max_retries, max_retry_after, ssl_context))
        super().__init__(send)
        self.reviews = Reviews(send)
