"""The types of the bodies of requests, responses and webhooks: dictionaries with known keys."""

from ._generated.v2_webhooks import ReviewsEventV2 as ReviewsEventV2
from ._generated.v2_webhooks import RunFinishedEventV2 as RunFinishedEventV2
from ._generated.v3 import *  # noqa: F403
