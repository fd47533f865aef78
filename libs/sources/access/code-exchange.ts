/**
 * The authorization code grant of OAuth 2.0 with PKCE (RFC 6749 §4.1, RFC 7636): the address of the platform's page, and the exchange
 * of the code for tokens. Errors contain no secret and no part of the request.
 */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { AuthorizationServer } from '../consent';
import { NotSent } from '../publish-errors';
import type { Credentials, PublishHttp } from '../publisher';
import { jsonOrNull } from '../read-shape';
import { retryAfterMs } from '../response-status';
import { form, FORM_TYPE, storedToken } from './access-tokens';

/** The client that the operator has registered at the platform. */
export interface OAuthClient {
  readonly clientId: string;
  readonly clientSecret: string;
}

export interface AuthorizationRequest {
  readonly clientId: string;
  readonly redirectUri: string;
  readonly state: string;
  readonly verifier: string;
}

/** `origin`: the stand-in for the platform (`HREV_SOURCE_ORIGINS`), or null. */
export function authorizationUrl(
  server: AuthorizationServer,
  request: AuthorizationRequest,
  origin: string | null,
): string {
  const { pathname } = new URL(server.authorizeUrl);
  const query = new URLSearchParams({
    client_id: request.clientId,
    redirect_uri: request.redirectUri,
    response_type: 'code',
    scope: server.scope,
    ...server.parameters,
    state: request.state,
    code_challenge: createHash('sha256').update(request.verifier).digest('base64url'),
    code_challenge_method: 'S256',
  });
  return `${origin === null ? server.authorizeUrl : `${origin}${pathname}`}?${query.toString()}`;
}

/** Why an exchange gave no lasting access. */
export const EXCHANGE_REFUSALS = [
  'code_refused', // the code is expired, was used before, or belongs to another client
  'client_refused', // the client id or its secret is wrong
  'redirect_uri_refused', // the address of this installation is not registered for the client
  'scope_missing', // the person left out the permission
  'no_lasting_access', // the response has no refresh token
  'platform_error', // any other refusal
] as const;
export type ExchangeRefusal = (typeof EXCHANGE_REFUSALS)[number];

export type Exchange =
  | { readonly kind: 'granted'; readonly credentials: Credentials }
  | { readonly kind: 'refused'; readonly reason: ExchangeRefusal };

const REFUSAL_OF_ERROR: Readonly<Record<string, ExchangeRefusal>> = {
  invalid_grant: 'code_refused',
  invalid_client: 'client_refused',
  unauthorized_client: 'client_refused',
  redirect_uri_mismatch: 'redirect_uri_refused',
};

/** Exchanges a code once. Throws `NotSent` if the platform did not answer; the code may then have been used. */
export async function exchangeCode(
  server: AuthorizationServer,
  client: OAuthClient,
  { code, verifier, redirectUri }: { readonly code: string; readonly verifier: string; readonly redirectUri: string },
  { http, now }: { readonly http: PublishHttp; readonly now: Date },
): Promise<Exchange> {
  const response = await http.request(server.tokenUrl, {
    method: 'POST',
    effect: 'reads',
    headers: { 'content-type': FORM_TYPE },
    body: form({
      grant_type: 'authorization_code',
      code,
      code_verifier: verifier,
      redirect_uri: redirectUri,
      client_id: client.clientId,
      client_secret: client.clientSecret,
    }),
  });
  if (response.status === 429 || response.status >= 500)
    throw new NotSent(
      `the platform answered ${response.status}`,
      retryAfterMs(response.headers['retry-after'], Date.now()),
    );
  if (response.status < 200 || response.status > 299) return refused(refusalOf(response.body));
  const result = grantShape.safeParse(jsonOrNull(response.body));
  if (!result.success) return refused('platform_error');
  const { access_token: token, expires_in: lifetimeS, refresh_token: refreshToken, scope } = result.data;
  if (!scope.split(' ').includes(server.scope)) return refused('scope_missing');
  if (refreshToken === undefined) return refused('no_lasting_access');
  return {
    kind: 'granted',
    credentials: { refresh_token: refreshToken, ...storedToken(token, now.getTime() + lifetimeS * 1_000) },
  };
}

/** Whether the client is registered at the platform: exchanges a code that does not exist. */
export async function isKnownClient(
  server: AuthorizationServer,
  client: OAuthClient,
  redirectUri: string,
  tools: { readonly http: PublishHttp; readonly now: Date },
): Promise<boolean> {
  const attempt = { code: 'hrev-client-test', verifier: 'x'.repeat(43), redirectUri };
  const exchange = await exchangeCode(server, client, attempt, tools);
  return exchange.kind === 'granted' || exchange.reason !== 'client_refused';
}

const refused = (reason: ExchangeRefusal): Exchange => ({ kind: 'refused', reason });

function refusalOf(body: string): ExchangeRefusal {
  const result = errorShape.safeParse(jsonOrNull(body));
  return (result.success && REFUSAL_OF_ERROR[result.data.error]) || 'platform_error';
}

const errorShape = z.object({ error: z.string() });
const grantShape = z.object({
  access_token: z.string().min(1),
  expires_in: z.number().positive().default(3_600),
  refresh_token: z.string().min(1).optional(),
  scope: z.string().default(''),
});
