"""The client of the hrev API. `Hrev` sends requests, `verify_webhook` checks what the service sends; see the README."""

from ._client import Hrev
from ._errors import HrevConnectionError, HrevError, HrevTimeoutError, UnexpectedResponseError
from ._file_store import FileStore
from ._request import RequestOptions, ResponseHead
from ._reviews import Reviews
from ._sync import ReviewRemoval, ReviewUpsert, SyncChange, SyncPage, SyncReset, SyncStore
from ._version import __version__
from ._webhooks import WebhookBody, WebhookRefusal, WebhookVerificationError, verify_webhook

__all__ = [
    "FileStore",
    "Hrev",
    "HrevConnectionError",
    "HrevError",
    "HrevTimeoutError",
    "RequestOptions",
    "ResponseHead",
    "ReviewRemoval",
    "ReviewUpsert",
    "Reviews",
    "SyncChange",
    "SyncPage",
    "SyncReset",
    "SyncStore",
    "UnexpectedResponseError",
    "WebhookBody",
    "WebhookRefusal",
    "WebhookVerificationError",
    "__version__",
    "verify_webhook",
]
