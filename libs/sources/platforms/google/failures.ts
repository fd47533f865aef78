/** Errors of the Business Profile APIs and of the Places API. */
import { AccessRevoked, ApiClosed, publishFailure, type FailureContext, type PublishError } from '../../publish-errors';
import { jsonOrNull } from '../../read-shape';
import type { PublishResponse } from '../../source-http';
import { errorShape, PLATFORM } from './business-profile';

/** `ApiClosed` if the project of the client has no access; otherwise the error of the status. */
export function googleFailure(response: PublishResponse, requestKind: FailureContext['requestKind']): PublishError {
  const closed = closedReason(response);
  if (closed !== null) return new ApiClosed(closed);
  return publishFailure(response, { platform: PLATFORM, requestKind, detail: errorCodeOf(response) });
}

/** The error of a refused request to the Places API. Google refuses an invalid key with 400, and a project without the API with 403. */
export function placesFailure(response: PublishResponse): PublishError {
  const { status, body } = response;
  if (isInvalidKey(body)) return new AccessRevoked('Google does not accept the key of the Places API');
  if (status === 401 || status === 403)
    return new AccessRevoked(
      'Google does not let the key read places: its project needs the Places API (New) and billing, and the key must allow this API',
    );
  return publishFailure(response, { platform: PLATFORM, requestKind: 'read', detail: errorCodeOf(response) });
}

/** Whether an error of Google states that the API key is invalid. */
export function isInvalidKey(body: string): boolean {
  return (errorOf(body)?.details ?? []).some(({ reason }) => reason === 'API_KEY_INVALID');
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

const errorOf = (body: string) => errorShape.safeParse(jsonOrNull(body)).data?.error ?? null;
