/**
 * Access tokens of OAuth 2.0 connections. Concurrent callers share one token request; the token is stored with the connection and
 * cached in the process until it expires. This is required by platforms that replace the refresh token with every refresh, or
 * limit the number of tokens (Trustpilot, Booking.com).
 */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Credentials } from '../publisher';
import { jsonOrNull } from '../read-shape';
import type { PublishResponse } from '../source-http';

/** The parts of a connection that token requests need; visits and publishers have them. */
export interface TokenHolder {
  readonly credentials: Credentials;
  saveCredentials(changed: Credentials): Promise<void>;
  readonly now: Date;
  readonly signal: AbortSignal;
}

export interface TokenRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The response to a token request. */
export type TokenResponse = Pick<PublishResponse, 'status' | 'headers' | 'body'>;

/** How a platform issues tokens. */
export interface TokenScheme {
  /** Slug of the platform; platforms never share a token. */
  readonly slug: string;
  /** Names of the credentials that identify a token; a missing credential counts as empty. */
  readonly credentialNames: readonly string[];
  request(credentials: Credentials): TokenRequest;
  /** Reads the token of a 2xx response; null if there is none. */
  read(response: TokenResponse): TokenGrant | null;
}

export interface TokenGrant {
  readonly token: string;
  readonly lifetimeS: number;
  /** The new refresh token, if the platform replaces it. */
  readonly refreshToken: string | null;
}

/** The platform no longer accepts these credentials. The message is the platform's error code. */
export class TokenRefused extends Error {}

/** The platform issues no token at the moment; the credentials are not rejected. */
export class TokenDelayed extends Error {
  constructor(
    message: string,
    readonly response: TokenResponse,
  ) {
    super(message);
  }
}

/** Sends one request and returns its response with any status. */
export type SendTokenRequest = (request: TokenRequest) => Promise<TokenResponse>;

interface CachedToken {
  readonly token: string;
  /** Milliseconds since 1970, on the holder's clock. */
  readonly expiresAt: number;
}

interface PendingRefresh {
  readonly promise: Promise<string>;
  readonly signal: AbortSignal;
}

const TOKEN = 'access_token';
const EXPIRES = 'access_token_expires_at';
/** A token is not used in its last minute, because it could expire in transit. */
const MARGIN_MS = 60_000;
const MAX_CACHED = 1_000;
const DEFAULT_LIFETIME_S = 3_600;

/** The form in which a token is stored with the connection; `expiresAt` in milliseconds since 1970. */
export function storedToken(token: string, expiresAt: number): Credentials {
  return { [TOKEN]: token, [EXPIRES]: new Date(expiresAt).toISOString() };
}

export class AccessTokens {
  private readonly cachedTokens = new Map<string, CachedToken>();
  private readonly pendingRefreshes = new Map<string, PendingRefresh>();

  constructor(private readonly scheme: TokenScheme) {}

  /**
   * Returns a token that has not expired and is not one of `rejectedTokens`, which the platform has rejected. Throws `TokenRefused`,
   * `TokenDelayed`, or the errors of `send`.
   */
  async token(
    holder: TokenHolder,
    send: SendTokenRequest,
    rejectedTokens: ReadonlySet<string> = new Set(),
  ): Promise<string> {
    const key = this.keyOf(holder.credentials);
    const valid = this.validToken(key, holder, rejectedTokens);
    if (valid !== null) return valid;
    const running = this.pendingRefreshes.get(key);
    if (running === undefined) return this.startRefresh(key, holder, send);
    try {
      return await running.promise;
    } catch (error) {
      // If the caller that sent the shared request was aborted, send another request.
      if (running.signal.aborted && !holder.signal.aborted) return this.token(holder, send, rejectedTokens);
      throw error;
    }
  }

  private startRefresh(key: string, holder: TokenHolder, send: SendTokenRequest): Promise<string> {
    const promise = this.refresh(key, holder, send).finally(() => this.pendingRefreshes.delete(key));
    this.pendingRefreshes.set(key, { promise, signal: holder.signal });
    return promise;
  }

  private async refresh(key: string, holder: TokenHolder, send: SendTokenRequest): Promise<string> {
    const response = await send(this.scheme.request(holder.credentials));
    if (response.status < 200 || response.status > 299) throw tokenError(response);
    const grant = this.scheme.read(response);
    if (grant === null) throw new TokenDelayed('the response has no token', response);
    const expiresAt = holder.now.getTime() + grant.lifetimeS * 1_000;
    this.remember(key, { token: grant.token, expiresAt });
    await holder.saveCredentials({
      ...storedToken(grant.token, expiresAt),
      ...(grant.refreshToken === null ? {} : { refresh_token: grant.refreshToken }),
    });
    return grant.token;
  }

  /** Returns a valid token from memory, else from the connection, whose token another process may have refreshed. */
  private validToken(
    key: string,
    { credentials, now }: TokenHolder,
    rejectedTokens: ReadonlySet<string>,
  ): string | null {
    const stored = { token: credentials[TOKEN] ?? '', expiresAt: Date.parse(credentials[EXPIRES] ?? '') };
    for (const cached of [this.cachedTokens.get(key), stored]) {
      if (cached === undefined || cached.token === '' || rejectedTokens.has(cached.token)) continue;
      if (cached.expiresAt - MARGIN_MS > now.getTime()) return cached.token;
    }
    return null;
  }

  private remember(key: string, token: CachedToken): void {
    this.cachedTokens.delete(key);
    this.cachedTokens.set(key, token);
    const oldest = this.cachedTokens.keys().next().value;
    if (this.cachedTokens.size > MAX_CACHED && oldest !== undefined) this.cachedTokens.delete(oldest);
  }

  /** The key is a digest, so the map's keys contain no secrets. */
  private keyOf(credentials: Credentials): string {
    const parts = this.scheme.credentialNames.map((name) => credentials[name] ?? '');
    return createHash('sha256')
      .update(JSON.stringify([this.scheme.slug, ...parts]))
      .digest('base64url');
  }
}

const refusalShape = z.object({ error: z.union([z.string(), z.object({ status: z.string() })]).nullish() });

/** 400, 401 and 403 reject the credentials (RFC 6749 §5.2); every other status is temporary. */
function tokenError(response: TokenResponse): Error {
  if (![400, 401, 403].includes(response.status)) return new TokenDelayed(`answered ${response.status}`, response);
  const result = refusalShape.safeParse(jsonOrNull(response.body));
  const error = result.success ? result.data.error : null;
  const code = typeof error === 'string' ? error : (error?.status ?? '');
  // Only a short code is passed on: a longer text might quote the request.
  return new TokenRefused(/^[A-Za-z_]{3,40}$/.test(code) ? code : `status ${response.status}`);
}

const grantShape = z.object({
  access_token: z.string().min(1),
  // Trustpilot returns the number as text.
  expires_in: z.union([z.number(), z.string().regex(/^\d+$/).transform(Number)]).nullish(),
  refresh_token: z.string().min(1).nullish(),
});

/** Reads a token response in the format of RFC 6749 §5.1. */
export function readOAuthGrant(response: TokenResponse): TokenGrant | null {
  const result = grantShape.safeParse(jsonOrNull(response.body));
  if (!result.success) return null;
  const { access_token: token, expires_in: lifetime, refresh_token: refreshToken } = result.data;
  return { token, lifetimeS: lifetime ?? DEFAULT_LIFETIME_S, refreshToken: refreshToken ?? null };
}

export function form(fields: Readonly<Record<string, string>>): string {
  return new URLSearchParams(fields).toString();
}

export const FORM_TYPE = 'application/x-www-form-urlencoded';
