import { HrevConnectionError, HrevTimeoutError, isHrevError } from '@libs/sdk';
import { ToolProblem } from './tool';

/** What a client can do about an error, by the code of the API. */
const ADVICE: Readonly<Record<string, string>> = {
  bad_request: 'Check the arguments of the call.',
  validation_error: 'An argument has a value that is not allowed: check it against the description of the tool.',
  not_found: 'There is no such thing in this account, or it was removed. List the things and use an id of that list.',
  folder_not_found: 'There is no such folder in this account. Call list_folders and use an id of that list.',
  object_and_folder_conflict: 'Give object_id or folder_id, not both.',
  object_or_folder_required: 'Give object_id or folder_id.',
  invalid_cursor: 'The cursor can no longer be used. Call again without a cursor.',
  cursor_mismatch: 'The cursor belongs to another object or folder. Call again without a cursor.',
  review_answered: 'The review has a reply already. Nothing was proposed.',
  reply_not_supported: 'No reply can be published on this platform. Nothing was proposed.',
  reply_not_replyable: 'This review cannot be answered. Nothing was proposed.',
  proposal_limit_reached:
    'There are too many open proposals, or too many of this key today. People must decide about them first.',
  unauthorized: 'The key is missing, revoked or expired. A person must give the server another key.',
  forbidden: 'The key may not do this. Do not repeat the call; a person can use another key or the console.',
  session_required: 'Only a person in the console can do this. Do not repeat the call.',
  payment_required: 'The account is suspended. Only its owner can change this.',
  rate_limited: 'Too many requests of this key. Wait retry_after_seconds before the next call.',
  service_unavailable: 'The service is not available at the moment. Repeat the call after a while.',
  internal_error: 'The service failed. Repeat the call once; if it fails again, report request_id to the operator.',
};

/** The result of a call that failed. */
export interface ShownError {
  readonly error: {
    readonly code: string;
    readonly status: number | null;
    readonly what_to_do: string;
    readonly retry_after_seconds: number | null;
    readonly request_id: string | null;
  };
}

/**
 * What a client is shown of an error: the code of the API and an advice of this library. The text of the API is left out, because it may
 * repeat a text of others, and so is that of a fault of a tool, which is reported.
 */
export function shownError(error: unknown, report: (fault: unknown) => void): ShownError {
  if (error instanceof ToolProblem) return problem(error.code, error.advice);
  if (isHrevError(error)) {
    const { code, status, retryAfter, requestId } = error;
    return problem(code, adviceFor(code, status), { status, retry_after_seconds: retryAfter, request_id: requestId });
  }
  if (error instanceof HrevTimeoutError)
    return problem('timeout', 'The service did not answer in time. Repeat the call with a smaller range.');
  if (error instanceof HrevConnectionError)
    return problem(
      'no_connection',
      'The service cannot be reached. Check its address, and repeat the call after a while.',
    );
  report(error);
  return problem('internal_error', adviceFor('internal_error', 500));
}

function problem(code: string, advice: string, more: Partial<ShownError['error']> = {}): ShownError {
  return { error: { code, status: null, what_to_do: advice, retry_after_seconds: null, request_id: null, ...more } };
}

function adviceFor(code: string, status: number): string {
  const known = ADVICE[code];
  if (known !== undefined) return known;
  return status >= 500 ? 'Repeat the call after a while.' : 'Do not repeat the call as it is.';
}
