/** Errors of the Business Profile APIs. */
import { ApiClosed, type PublishError } from '../../publish-errors';
import { publishFailure, type FailureContext } from '../../publish-status';
import type { PublishResponse } from '../../source-http';
import { errorShape, PLATFORM } from './business-profile';

/** `ApiClosed` if the project of the client has no access; otherwise the error of the status. */
export function googleFailure(response: PublishResponse, requestKind: FailureContext['requestKind']): PublishError {
  const closed = closedReason(response);
  if (closed !== null) return new ApiClosed(closed);
  return publishFailure(response, { platform: PLATFORM, requestKind, detail: errorCodeOf(response) });
}

/** Google's error code (`PERMISSION_DENIED`); null if there is none. */
export function errorCodeOf({ body }: PublishResponse): string | null {
  return errorOf(body)?.status ?? null;
}

/** A project whose request for access was not approved has a quota of 0. */
function closedReason({ status, body }: PublishResponse): string | null {
  const details = errorOf(body)?.details ?? [];
  if (status === 403 && details.some(({ reason }) => reason === 'SERVICE_DISABLED'))
    return 'The Business Profile APIs are not enabled in the Google Cloud project of this installation';
  if (status === 429 && details.some(({ metadata }) => String(metadata?.quota_limit_value ?? '') === '0'))
    return 'Google has not opened the Business Profile APIs for the project of this installation: its quota is 0';
  return null;
}

function errorOf(body: string) {
  try {
    const result = errorShape.safeParse(JSON.parse(body));
    return result.success ? result.data.error : null;
  } catch {
    return null;
  }
}
