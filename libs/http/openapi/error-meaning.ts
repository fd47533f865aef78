import type { ErrorCode } from '@libs/kernel';

/** The meaning of each code, for the API reference (contract §7). */
const ERROR_MEANING: Readonly<Record<ErrorCode, string>> = {
  bad_request: 'The request cannot be read: malformed parameters or an invalid body',
  unauthorized: 'The API key is missing or not valid',
  payment_required: 'Access is suspended: the trial or the payment has ended',
  forbidden: 'This key may only read',
  session_required: 'This is possible only from the account console',
  link_used: 'The link was used already, or a newer one has replaced it',
  proof_required: 'The person must give a password or another proof again',
  not_found: 'Not found',
  method_not_allowed: 'This method is not allowed here',
  conflict: 'The request conflicts with the present state',
  range_not_satisfiable: 'The file does not have these bytes',
  validation_error: 'limit: must be a whole number from 1 to 1000',
  rate_limited: 'Too many requests; retry after the given time',
  internal_error: 'An internal error occurred',
  service_unavailable: 'The service is not available at the moment',
  group_or_folder_required: 'One of group_id and folder_id is required',
  group_and_folder_conflict: 'Only one of group_id and folder_id may be given',
  object_or_folder_required: 'One of object_id and folder_id is required',
  object_and_folder_conflict: 'Only one of object_id and folder_id may be given',
  folder_depth_exceeded: 'Folders are at most two levels deep',
  folder_limit_reached: 'An account holds at most 1000 folders',
  folder_not_found: 'Folder not found',
  folder_not_empty: 'The folder has subfolders',
  object_limit_reached: 'The plan allows no more active objects',
  object_creation_budget_exhausted: 'Too many objects were created in the last 30 days',
  source_requires_upgrade: 'The platform is not in the plan',
  pinned_limit_exceeded: 'At most 30 reviews are pinned per object',
  duplicate_review_ids: 'A review is named twice',
  idempotency_conflict: 'This Idempotency-Key was used for a different request',
  idempotency_in_progress: 'A request with this Idempotency-Key is still running',
  invalid_cursor: 'The cursor cannot be used; start again without one',
  cursor_mismatch: 'The cursor was issued for another object, folder or mode',
  reply_requires_upgrade: 'Publishing replies needs another plan',
  reply_trial_quota_exhausted: 'The replies of the trial are used up for this platform',
  reply_card_not_yours: 'The object is not confirmed as belonging to the account',
  reply_access_revoked: 'The platform revoked the access for this link',
  reply_not_found: 'There is no reply of yours on this review',
  reply_not_supported: 'The platform does not support publishing replies',
  reply_not_replyable: 'The review is not native to its platform',
  reply_owned_by_other_account: 'Another account replies already',
  reply_in_progress: 'The previous reply is being published; retry in some seconds',
  reply_edit_not_supported: 'A published reply cannot be changed on this platform',
  reply_delete_not_supported: 'A reply cannot be deleted on this platform',
  review_answered: 'The review has a reply already',
  review_changed: 'The review changed since the reply was proposed, or is no longer on the platform',
  proposal_closed: 'The proposal was approved, dismissed or superseded',
  proposal_limit_reached: 'There are too many open proposals, or the key has proposed too many today',
};

/** The meaning of codes that differs in the API of the console. */
const IN_CONSOLE: Partial<Readonly<Record<ErrorCode, string>>> = {
  unauthorized: 'There is no session, or it has ended',
  forbidden: 'The role may not do this, or the request does not come from a page of the console',
  bad_request: 'The header X-Hrev-Account must name one account',
};

export const meaningOf = (code: ErrorCode, isOfConsole: boolean): string =>
  (isOfConsole ? IN_CONSOLE[code] : undefined) ?? ERROR_MEANING[code];
