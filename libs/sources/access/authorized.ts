/**
 * Calls that carry a connection's token. A token that the platform turns down (401) is replaced by another one and the call
 * made again: a 401 proves that the call before did nothing. For publishers and for visits, which fail in different words.
 */
import { retryAfterMs } from '../answer-status';
import { smallText } from '../decode-text';
import { AccessRevoked, NotSent, PublishError } from '../publish-errors';
import type { PublishRequest, PublishTools, SourceConnection } from '../publisher';
import type { VisitTools } from '../source';
import { SourceError, Temporary, Throttled, Unavailable } from '../source-errors';
import type { SourceAnswer, SourceResponse } from '../source-http';
import type { AccessTokens, AskForToken, TokenHolder } from './access-tokens';
import { TokenDelayed, TokenRefused } from './access-tokens';

interface Failures {
  refused(error: TokenRefused): Error;
  delayed(message: string, retryAfter: number | null, cause: unknown): Error;
}

/** The token in memory and the stored one may both be dead, each in its own way: the third one is new. */
const MOST_RENEWALS = 2;

type Send<Answer> = (authorization: string) => Promise<Answer>;

/** One call of a publisher. Throws `AccessRevoked` and `NotSent` for the token, and what the call itself throws. */
export async function publisherCall(
  platform: string,
  tokens: AccessTokens,
  tools: PublishTools,
  call: { readonly url: string } & PublishRequest,
): Promise<SourceResponse> {
  const ask: AskForToken = (request) =>
    tools.http.request(request.url, { ...request, method: 'POST', effect: 'reads' });
  const failures: Failures = {
    refused: (error) => new AccessRevoked(`${platform} takes the connection no more (${error.message})`),
    delayed: (message, wait, cause) => new NotSent(`${platform} gave no access: ${message}`, wait, { cause }),
  };
  const send: Send<SourceResponse> = (authorization) =>
    tools.http.request(call.url, { ...call, headers: { ...call.headers, authorization } });
  return withToken(tokens, tools, ask, send, failures);
}

/** Statuses that a visit reads itself where it holds a connection. */
export const CONNECTION_STATUSES: readonly number[] = [401, 403, 404];

/** One reading call of a visit; 401, 403 and 404 come back as answers. Throws `Unavailable('credentials_rejected')`. */
export async function visitCall(
  platform: string,
  tokens: AccessTokens,
  tools: VisitTools,
  connection: SourceConnection,
  url: string,
): Promise<SourceAnswer> {
  const accept = CONNECTION_STATUSES;
  const ask: AskForToken = async (request) => {
    const answer = await tools.http.request(request.url, { ...request, method: 'POST', accept: [400, ...accept] });
    return { ...answer, body: smallText(answer.document) };
  };
  const failures: Failures = {
    refused: (error) =>
      new Unavailable('credentials_rejected', `${platform} takes the connection no more (${error.message})`),
    delayed: (message, wait, cause) =>
      wait === null
        ? new Temporary('network', `${platform} gave no access: ${message}`, { cause })
        : new Throttled(`${platform} gave no access: ${message}`, wait),
  };
  const holder: TokenHolder = {
    credentials: connection.credentials,
    saveCredentials: (changed) => connection.saveCredentials(changed),
    now: tools.now,
    signal: tools.signal,
  };
  const send: Send<SourceAnswer> = (authorization) =>
    tools.http.request(url, { accept, headers: { accept: 'application/json', authorization } });
  return withToken(tokens, holder, ask, send, failures);
}

async function withToken<Answer extends SourceAnswer | SourceResponse>(
  tokens: AccessTokens,
  holder: TokenHolder,
  ask: AskForToken,
  send: Send<Answer>,
  failures: Failures,
): Promise<Answer> {
  const refused = new Set<string>();
  for (;;) {
    const token = await tokens.token(holder, ask, refused).catch((error: unknown) => {
      throw inWordsOf(error, failures);
    });
    const answer = await send(`Bearer ${token}`);
    if (answer.status !== 401 || refused.size === MOST_RENEWALS) return answer;
    refused.add(token);
  }
}

/** A visit and a publisher may wait for the same token: what one of them failed with is put in the other's words. */
function inWordsOf(error: unknown, failures: Failures): unknown {
  if (error instanceof TokenRefused) return failures.refused(error);
  if (error instanceof TokenDelayed) {
    const wait = retryAfterMs(error.answer.headers['retry-after'], Date.now());
    return failures.delayed(error.message, wait, error);
  }
  if (error instanceof Throttled || error instanceof NotSent) {
    return failures.delayed(error.message, error.retryAfterMs, error);
  }
  if (error instanceof SourceError || error instanceof PublishError)
    return failures.delayed(error.message, null, error);
  return error;
}
