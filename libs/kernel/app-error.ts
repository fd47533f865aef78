/** The error codes of the API (contract §7) and their HTTP statuses. Codes are stable. */
export const ERROR_STATUS = {
  bad_request: 400,
  unauthorized: 401,
  payment_required: 402,
  forbidden: 403,
  session_required: 403,
  proof_required: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  link_used: 409,
  range_not_satisfiable: 416,
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

  review_answered: 409,
  review_changed: 409,
  proposal_closed: 409,
  proposal_limit_reached: 409,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

/** An error that ends the request. The error filter sends it as `{detail, code}`; `detail` is for humans and may change. */
export class AppError extends Error {
  /** `headers` are those of the response (`Retry-After`, `Allow`). */
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

/** The error for a resource that does not exist or belongs to another account: the response is the same (contract §7.1). */
export const notFound = (): AppError => new AppError('not_found', 'Not found');

/** Whether an error is temporary: the database was unavailable or too slow. */
export function isUnavailable(error: unknown): boolean {
  return error instanceof AppError && error.code === 'service_unavailable';
}
