// Written by `npm run sdk` from the OpenAPI document of v3.
/** The codes of error responses, and their statuses. */
export const ERROR_STATUS = {
  /** The request cannot be read: malformed parameters or an invalid body. */
  bad_request: 400,
  /** The request conflicts with the present state. */
  conflict: 409,
  /** The cursor was issued for another object, folder or mode. */
  cursor_mismatch: 400,
  /** A review is named twice. */
  duplicate_review_ids: 400,
  /** Folders are at most two levels deep. */
  folder_depth_exceeded: 400,
  /** An account holds at most 1000 folders. */
  folder_limit_reached: 403,
  /** The folder has subfolders. */
  folder_not_empty: 409,
  /** Folder not found. */
  folder_not_found: 404,
  /** This key may only read. */
  forbidden: 403,
  /** This Idempotency-Key was used for a different request. */
  idempotency_conflict: 409,
  /** A request with this Idempotency-Key is still running. */
  idempotency_in_progress: 409,
  /** An internal error occurred. */
  internal_error: 500,
  /** The cursor cannot be used; start again without one. */
  invalid_cursor: 400,
  /** Not found. */
  not_found: 404,
  /** Only one of object_id and folder_id may be given. */
  object_and_folder_conflict: 400,
  /** Too many objects were created in the last 30 days. */
  object_creation_budget_exhausted: 403,
  /** The plan allows no more active objects. */
  object_limit_reached: 403,
  /** One of object_id and folder_id is required. */
  object_or_folder_required: 400,
  /** Access is suspended: the trial or the payment has ended. */
  payment_required: 402,
  /** At most 30 reviews are pinned per object. */
  pinned_limit_exceeded: 400,
  /** The person must give a password or another proof again. */
  proof_required: 403,
  /** The proposal was approved, dismissed or superseded. */
  proposal_closed: 409,
  /** There are too many open proposals, or the key has proposed too many today. */
  proposal_limit_reached: 409,
  /** The file does not have these bytes. */
  range_not_satisfiable: 416,
  /** Too many requests; retry after the given time. */
  rate_limited: 429,
  /** The platform revoked the access for this link. */
  reply_access_revoked: 403,
  /** The object is not confirmed as belonging to the account. */
  reply_card_not_yours: 403,
  /** A reply cannot be deleted on this platform. */
  reply_delete_not_supported: 409,
  /** A published reply cannot be changed on this platform. */
  reply_edit_not_supported: 409,
  /** The previous reply is being published; retry in some seconds. */
  reply_in_progress: 409,
  /** There is no reply of yours on this review. */
  reply_not_found: 404,
  /** The review is not native to its platform. */
  reply_not_replyable: 409,
  /** The platform does not support publishing replies. */
  reply_not_supported: 409,
  /** Another account replies already. */
  reply_owned_by_other_account: 409,
  /** Publishing replies needs another plan. */
  reply_requires_upgrade: 402,
  /** The replies of the trial are used up for this platform. */
  reply_trial_quota_exhausted: 402,
  /** The review has a reply already. */
  review_answered: 409,
  /** The review changed since the reply was proposed, or is no longer on the platform. */
  review_changed: 409,
  /** The service is not available at the moment. */
  service_unavailable: 503,
  /** This is possible only from the account console. */
  session_required: 403,
  /** The API key is missing or not valid. */
  unauthorized: 401,
  /** limit: must be a whole number from 1 to 1000. */
  validation_error: 422,
} as const;

/** A code of an error response. */
export type ErrorCode = keyof typeof ERROR_STATUS;
