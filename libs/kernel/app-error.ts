/**
 * The refusals a client can meet. `code` is stable and documented (contract §7); `detail` is human text and may change.
 * The table below is the only place where a code gets its HTTP status.
 */
export const ERROR_STATUS = {
  bad_request: 400,
  unauthorized: 401,
  payment_required: 402,
  forbidden: 403,
  session_required: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  validation_error: 422,
  rate_limited: 429,
  internal_error: 500,
  service_unavailable: 503,

  group_or_folder_required: 400,
  group_and_folder_conflict: 400,
  object_or_folder_required: 400,
  object_and_folder_conflict: 400,
  folder_depth_exceeded: 400,
  folder_limit_reached: 403,
  folder_not_found: 404,
  folder_not_empty: 409,
  object_limit_reached: 403,
  object_creation_budget_exhausted: 403,
  source_requires_upgrade: 402,
  pinned_limit_exceeded: 400,
  duplicate_review_ids: 400,
  idempotency_conflict: 409,
  idempotency_in_progress: 409,

  invalid_cursor: 400,
  cursor_mismatch: 400,

  reply_requires_upgrade: 402,
  reply_trial_quota_exhausted: 402,
  reply_card_not_yours: 403,
  reply_access_revoked: 403,
  reply_not_found: 404,
  reply_not_supported: 409,
  reply_not_replyable: 409,
  reply_owned_by_other_account: 409,
  reply_in_progress: 409,
  reply_edit_not_supported: 409,
  reply_delete_not_supported: 409,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

/** A refusal that ends the request. Rendered as exactly `{detail, code}` by the one error filter. */
export class AppError extends Error {
  /** `headers` are sent with the answer (`Retry-After`, `Allow`). */
  constructor(
    readonly code: ErrorCode,
    readonly detail: string,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(detail);
    this.name = 'AppError';
  }

  get status(): number {
    return ERROR_STATUS[this.code];
  }
}

/** The one answer for what does not exist and for what belongs to somebody else: the two must be byte-equal (§7.1). */
export const notFound = (): AppError => new AppError('not_found', 'Not found');

/** Whether an error is that of a fault which passes by itself: the database was not there, or not in time. */
export function isUnavailable(error: unknown): boolean {
  return error instanceof AppError && error.code === 'service_unavailable';
}
