/**
 * Calls with a connection's access token. If the platform rejects the token (401), the call is repeated with another token: a 401
 * proves that the call was not processed. Publishers and visits use different error classes.
 */
import { retryAfterMs } from '../response-status';
import { decodeSmallText } from '../decode-text';
import { AccessRevoked, NotSent, PublishError } from '../publish-errors';
import type { PublishRequest, PublishTools } from '../publisher';
import type { OwnerVisitTools } from '../source';
import { SourceError, Temporary, Throttled } from '../source-errors';
import type { SourceResponse, PublishResponse } from '../source-http';
import type { AccessTokens, SendTokenRequest, TokenHolder } from './access-tokens';
import { TokenDelayed, TokenRefused } from './access-tokens';
import { connectionRejected } from './owner-key';

interface Failures {
  refusalError(error: TokenRefused): Error;
  delayError(message: string, delayMs: number | null, cause: unknown): Error;
}

/** The cached token and the stored token may both be invalid; the third token is new. */
const MAX_REJECTED_TOKENS = 2;

type Send<AnyResponse> = (authorization: string) => Promise<AnyResponse>;

/** Sends a publisher's request. Throws `AccessRevoked` or `NotSent` if there is no token, and the errors of the request. */
export async function publisherCall(
  platform: string,
  tokens: AccessTokens,
  tools: PublishTools,
  call: { readonly url: string } & PublishRequest,
): Promise<PublishResponse> {
  const requestToken: SendTokenRequest = (request) =>
    tools.http.request(request.url, { ...request, method: 'POST', effect: 'reads' });
  const failures: Failures = {
    refusalError: (error) => new AccessRevoked(`${platform} no longer accepts the connection (${error.message})`),
    delayError: (message, delayMs, cause) =>
      new NotSent(`${platform} issued no access token: ${message}`, delayMs, { cause }),
  };
  const send: Send<PublishResponse> = (authorization) =>
    tools.http.request(call.url, { ...call, headers: { ...call.headers, authorization } });
  return withToken(tokens, tools, requestToken, send, failures);
}

/** Statuses that a visit with a connection handles itself. */
export const CONNECTION_STATUSES: readonly number[] = [401, 403, 404];

/**
 * Sends a visit's read request and returns responses with status 401, 403 and 404, too. Throws
 * `Unavailable('credentials_rejected')` if the platform no longer accepts the credentials.
 */
export async function visitCall(
  platform: string,
  tokens: AccessTokens,
  tools: OwnerVisitTools,
  url: string,
): Promise<SourceResponse> {
  const accept = CONNECTION_STATUSES;
  const requestToken: SendTokenRequest = async (request) => {
    const response = await tools.http.request(request.url, { ...request, method: 'POST', accept: [400, ...accept] });
    return { ...response, body: decodeSmallText(response.document) };
  };
  const failures: Failures = {
    refusalError: (error) => connectionRejected(platform, error.message),
    delayError: (message, delayMs, cause) =>
      delayMs === null
        ? new Temporary('network', `${platform} issued no access token: ${message}`, { cause })
        : new Throttled(`${platform} issued no access token: ${message}`, delayMs),
  };
  const { connection } = tools;
  const holder: TokenHolder = {
    credentials: connection.credentials,
    saveCredentials: (changed) => connection.saveCredentials(changed),
    now: tools.now,
    signal: tools.signal,
  };
  const send: Send<SourceResponse> = (authorization) =>
    tools.http.request(url, { accept, headers: { accept: 'application/json', authorization } });
  return withToken(tokens, holder, requestToken, send, failures);
}

async function withToken<AnyResponse extends SourceResponse | PublishResponse>(
  tokens: AccessTokens,
  holder: TokenHolder,
  requestToken: SendTokenRequest,
  send: Send<AnyResponse>,
  failures: Failures,
): Promise<AnyResponse> {
  const rejectedTokens = new Set<string>();
  for (;;) {
    const token = await tokens.token(holder, requestToken, rejectedTokens).catch((error: unknown) => {
      throw asCallerError(error, failures);
    });
    const response = await send(`Bearer ${token}`);
    if (response.status !== 401 || rejectedTokens.size === MAX_REJECTED_TOKENS) return response;
    rejectedTokens.add(token);
  }
}

/**
 * Converts an error of a token request to the caller's error classes. A visit and a publisher may share one token request, so the
 * error may have a class of either.
 */
function asCallerError(error: unknown, failures: Failures): unknown {
  if (error instanceof TokenRefused) return failures.refusalError(error);
  if (error instanceof TokenDelayed) {
    const delayMs = retryAfterMs(error.response.headers['retry-after'], Date.now());
    return failures.delayError(error.message, delayMs, error);
  }
  if (error instanceof Throttled || error instanceof NotSent) {
    return failures.delayError(error.message, error.retryAfterMs, error);
  }
  if (error instanceof SourceError || error instanceof PublishError)
    return failures.delayError(error.message, null, error);
  return error;
}
