"""When a failed attempt is repeated."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Optional

from ._errors import HrevConnectionError, HrevError

FIRST_WAIT = 0.5
LONGEST_WAIT = 8.0
RETRIED_STATUSES = frozenset((408, 429, 500, 502, 503, 504))


@dataclass(frozen=True)
class RetryPolicy:
    max_retries: int
    #: The longest `Retry-After` that is waited for, in seconds.
    max_retry_after: float


def wait_before_retry(error: Exception, attempt: int, policy: RetryPolicy, random: float) -> Optional[float]:
    """Seconds until the next attempt, or None if there is none.

    `Retry-After` is a lower bound. Without it the waits double from half a second to 8 seconds. `random` (0 to 1) spreads the
    attempts of several clients: over the second half of a wait, and over a tenth after a `Retry-After`.

    attempt: Number of attempts before this one, from 0.
    """
    if attempt >= policy.max_retries or not _is_temporary(error):
        return None
    retry_after = error.retry_after if isinstance(error, HrevError) else None
    if retry_after is None:
        # The exponent has a bound, so that a large number of retries does not overflow.
        return min(LONGEST_WAIT, FIRST_WAIT * 2.0 ** min(attempt, 10)) * (0.5 + random / 2)
    return None if retry_after > policy.max_retry_after else retry_after * (1 + random / 10)


def _is_temporary(error: Exception) -> bool:
    """Whether the same request may succeed later. A request whose first attempt still runs is `idempotency_in_progress`."""
    if isinstance(error, HrevConnectionError):
        return True
    if not isinstance(error, HrevError):
        return False
    return error.status in RETRIED_STATUSES or error.code == "idempotency_in_progress"
