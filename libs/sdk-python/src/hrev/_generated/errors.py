# Written by `npm run sdk` from the OpenAPI document of v3.
"""The errors of the API: one class for each code."""

from __future__ import annotations

from typing import Dict, Type

from .._errors import HrevError

__all__ = [
    "ERROR_CLASSES",
    "BadRequestError",
    "ConflictError",
    "CursorMismatchError",
    "DuplicateReviewIdsError",
    "FolderDepthExceededError",
    "FolderLimitReachedError",
    "FolderNotEmptyError",
    "FolderNotFoundError",
    "ForbiddenError",
    "IdempotencyConflictError",
    "IdempotencyInProgressError",
    "InternalError",
    "InvalidCursorError",
    "NotFoundError",
    "ObjectAndFolderConflictError",
    "ObjectCreationBudgetExhaustedError",
    "ObjectLimitReachedError",
    "ObjectOrFolderRequiredError",
    "PaymentRequiredError",
    "PinnedLimitExceededError",
    "ProofRequiredError",
    "ProposalClosedError",
    "ProposalLimitReachedError",
    "RangeNotSatisfiableError",
    "RateLimitedError",
    "ReplyAccessRevokedError",
    "ReplyCardNotYoursError",
    "ReplyDeleteNotSupportedError",
    "ReplyEditNotSupportedError",
    "ReplyInProgressError",
    "ReplyNotFoundError",
    "ReplyNotReplyableError",
    "ReplyNotSupportedError",
    "ReplyOwnedByOtherAccountError",
    "ReplyRequiresUpgradeError",
    "ReplyTrialQuotaExhaustedError",
    "ReviewAnsweredError",
    "ReviewChangedError",
    "ServiceUnavailableError",
    "SessionRequiredError",
    "UnauthorizedError",
    "ValidationError",
]


class BadRequestError(HrevError):
    """400 `bad_request`: The request cannot be read: malformed parameters or an invalid body."""


class ConflictError(HrevError):
    """409 `conflict`: The request conflicts with the present state."""


class CursorMismatchError(HrevError):
    """400 `cursor_mismatch`: The cursor was issued for another object, folder or mode."""


class DuplicateReviewIdsError(HrevError):
    """400 `duplicate_review_ids`: A review is named twice."""


class FolderDepthExceededError(HrevError):
    """400 `folder_depth_exceeded`: Folders are at most two levels deep."""


class FolderLimitReachedError(HrevError):
    """403 `folder_limit_reached`: An account holds at most 1000 folders."""


class FolderNotEmptyError(HrevError):
    """409 `folder_not_empty`: The folder has subfolders."""


class FolderNotFoundError(HrevError):
    """404 `folder_not_found`: Folder not found."""


class ForbiddenError(HrevError):
    """403 `forbidden`: This key may only read."""


class IdempotencyConflictError(HrevError):
    """409 `idempotency_conflict`: This Idempotency-Key was used for a different request."""


class IdempotencyInProgressError(HrevError):
    """409 `idempotency_in_progress`: A request with this Idempotency-Key is still running."""


class InternalError(HrevError):
    """500 `internal_error`: An internal error occurred."""


class InvalidCursorError(HrevError):
    """400 `invalid_cursor`: The cursor cannot be used; start again without one."""


class NotFoundError(HrevError):
    """404 `not_found`: Not found."""


class ObjectAndFolderConflictError(HrevError):
    """400 `object_and_folder_conflict`: Only one of object_id and folder_id may be given."""


class ObjectCreationBudgetExhaustedError(HrevError):
    """403 `object_creation_budget_exhausted`: Too many objects were created in the last 30 days."""


class ObjectLimitReachedError(HrevError):
    """403 `object_limit_reached`: The plan allows no more active objects."""


class ObjectOrFolderRequiredError(HrevError):
    """400 `object_or_folder_required`: One of object_id and folder_id is required."""


class PaymentRequiredError(HrevError):
    """402 `payment_required`: Access is suspended: the trial or the payment has ended."""


class PinnedLimitExceededError(HrevError):
    """400 `pinned_limit_exceeded`: At most 30 reviews are pinned per object."""


class ProofRequiredError(HrevError):
    """403 `proof_required`: The person must give a password or another proof again."""


class ProposalClosedError(HrevError):
    """409 `proposal_closed`: The proposal was approved, dismissed or superseded."""


class ProposalLimitReachedError(HrevError):
    """409 `proposal_limit_reached`: There are too many open proposals, or the key has proposed too many today."""


class RangeNotSatisfiableError(HrevError):
    """416 `range_not_satisfiable`: The file does not have these bytes."""


class RateLimitedError(HrevError):
    """429 `rate_limited`: Too many requests; retry after the given time."""


class ReplyAccessRevokedError(HrevError):
    """403 `reply_access_revoked`: The platform revoked the access for this link."""


class ReplyCardNotYoursError(HrevError):
    """403 `reply_card_not_yours`: The object is not confirmed as belonging to the account."""


class ReplyDeleteNotSupportedError(HrevError):
    """409 `reply_delete_not_supported`: A reply cannot be deleted on this platform."""


class ReplyEditNotSupportedError(HrevError):
    """409 `reply_edit_not_supported`: A published reply cannot be changed on this platform."""


class ReplyInProgressError(HrevError):
    """409 `reply_in_progress`: The previous reply is being published; retry in some seconds."""


class ReplyNotFoundError(HrevError):
    """404 `reply_not_found`: There is no reply of yours on this review."""


class ReplyNotReplyableError(HrevError):
    """409 `reply_not_replyable`: The review is not native to its platform."""


class ReplyNotSupportedError(HrevError):
    """409 `reply_not_supported`: The platform does not support publishing replies."""


class ReplyOwnedByOtherAccountError(HrevError):
    """409 `reply_owned_by_other_account`: Another account replies already."""


class ReplyRequiresUpgradeError(HrevError):
    """402 `reply_requires_upgrade`: Publishing replies needs another plan."""


class ReplyTrialQuotaExhaustedError(HrevError):
    """402 `reply_trial_quota_exhausted`: The replies of the trial are used up for this platform."""


class ReviewAnsweredError(HrevError):
    """409 `review_answered`: The review has a reply already."""


class ReviewChangedError(HrevError):
    """409 `review_changed`: The review changed since the reply was proposed, or is no longer on the platform."""


class ServiceUnavailableError(HrevError):
    """503 `service_unavailable`: The service is not available at the moment."""


class SessionRequiredError(HrevError):
    """403 `session_required`: This is possible only from the account console."""


class UnauthorizedError(HrevError):
    """401 `unauthorized`: The API key is missing or not valid."""


class ValidationError(HrevError):
    """422 `validation_error`: limit: must be a whole number from 1 to 1000."""


#: The classes by code.
ERROR_CLASSES: Dict[str, Type[HrevError]] = {
    "bad_request": BadRequestError,
    "conflict": ConflictError,
    "cursor_mismatch": CursorMismatchError,
    "duplicate_review_ids": DuplicateReviewIdsError,
    "folder_depth_exceeded": FolderDepthExceededError,
    "folder_limit_reached": FolderLimitReachedError,
    "folder_not_empty": FolderNotEmptyError,
    "folder_not_found": FolderNotFoundError,
    "forbidden": ForbiddenError,
    "idempotency_conflict": IdempotencyConflictError,
    "idempotency_in_progress": IdempotencyInProgressError,
    "internal_error": InternalError,
    "invalid_cursor": InvalidCursorError,
    "not_found": NotFoundError,
    "object_and_folder_conflict": ObjectAndFolderConflictError,
    "object_creation_budget_exhausted": ObjectCreationBudgetExhaustedError,
    "object_limit_reached": ObjectLimitReachedError,
    "object_or_folder_required": ObjectOrFolderRequiredError,
    "payment_required": PaymentRequiredError,
    "pinned_limit_exceeded": PinnedLimitExceededError,
    "proof_required": ProofRequiredError,
    "proposal_closed": ProposalClosedError,
    "proposal_limit_reached": ProposalLimitReachedError,
    "range_not_satisfiable": RangeNotSatisfiableError,
    "rate_limited": RateLimitedError,
    "reply_access_revoked": ReplyAccessRevokedError,
    "reply_card_not_yours": ReplyCardNotYoursError,
    "reply_delete_not_supported": ReplyDeleteNotSupportedError,
    "reply_edit_not_supported": ReplyEditNotSupportedError,
    "reply_in_progress": ReplyInProgressError,
    "reply_not_found": ReplyNotFoundError,
    "reply_not_replyable": ReplyNotReplyableError,
    "reply_not_supported": ReplyNotSupportedError,
    "reply_owned_by_other_account": ReplyOwnedByOtherAccountError,
    "reply_requires_upgrade": ReplyRequiresUpgradeError,
    "reply_trial_quota_exhausted": ReplyTrialQuotaExhaustedError,
    "review_answered": ReviewAnsweredError,
    "review_changed": ReviewChangedError,
    "service_unavailable": ServiceUnavailableError,
    "session_required": SessionRequiredError,
    "unauthorized": UnauthorizedError,
    "validation_error": ValidationError,
}
