"""The errors: one class for each code of the API, all of them `HrevError`."""

from ._errors import HrevConnectionError as HrevConnectionError
from ._errors import HrevError as HrevError
from ._errors import HrevTimeoutError as HrevTimeoutError
from ._errors import UnexpectedResponseError as UnexpectedResponseError
from ._generated.errors import *  # noqa: F403
from ._webhooks import WebhookVerificationError as WebhookVerificationError
