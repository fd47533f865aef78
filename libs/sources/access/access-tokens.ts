/**
 * Access tokens of OAuth 2.0 connections. A token is asked for once, however many calls want one at the same moment: it
 * is kept with the connection and, until it expires, in the memory of the process. Platforms that hand out a new refresh
 * token with every refresh, or limit how many tokens they make (Trustpilot, Booking.com), leave no other way.
 */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Credentials } from '../publisher';
import type { SourceResponse } from '../source-http';

/** Whose token it is: the connection as a visit and as a publisher hold it. */
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

/** What a platform answered. */
export type TokenAnswer = Pick<SourceResponse, 'status' | 'headers' | 'body'>;

/** How a platform hands out tokens. */
export interface TokenScheme {
  /** Of the platform; two platforms never share a token. */
  readonly slug: string;
  /** Names of the credentials that a token is made of; those not given count as empty. */
  readonly madeOf: readonly string[];
  request(credentials: Credentials): TokenRequest;
  /** The token in an answer of 2xx; null where there is none. */
  read(answer: TokenAnswer): TokenGrant | null;
}

export interface TokenGrant {
  readonly token: string;
  readonly lifetimeS: number;
  /** Where the platform replaces it. */
  readonly refreshToken: string | null;
}

/** The platform takes these credentials no more; the message is its own short word. */
export class TokenRefused extends Error {}

/** No token for now, and nothing said against the credentials. */
export class TokenDelayed extends Error {
  constructor(
    message: string,
    readonly answer: TokenAnswer,
  ) {
    super(message);
  }
}

/** Every status must come back as an answer, and no more than one request be made. */
export type AskForToken = (request: TokenRequest) => Promise<TokenAnswer>;

interface KnownToken {
  readonly token: string;
  /** Milliseconds since 1970 by the holder's clock. */
  readonly expiresAt: number;
}

interface Flight {
  readonly promise: Promise<string>;
  readonly signal: AbortSignal;
}

const TOKEN = 'access_token';
const EXPIRES = 'access_token_expires_at';
/** A token is not used in its last minute: it might expire on its way. */
const MARGIN_MS = 60_000;
const MOST_KNOWN = 1_000;
const DEFAULT_LIFETIME_S = 3_600;

export class AccessTokens {
  private readonly known = new Map<string, KnownToken>();
  private readonly flights = new Map<string, Flight>();

  constructor(private readonly scheme: TokenScheme) {}

  /**
   * A token that is good as far as anybody knows. `refused`: those that the platform has just turned down; they are not given
   * again. Throws `TokenRefused`, `TokenDelayed`, or what `ask` throws.
   */
  async token(holder: TokenHolder, ask: AskForToken, refused: ReadonlySet<string> = new Set()): Promise<string> {
    const key = this.keyOf(holder.credentials);
    const good = this.usable(key, holder, refused);
    if (good !== null) return good;
    const running = this.flights.get(key);
    if (running === undefined) return this.lead(key, holder, ask);
    try {
      return await running.promise;
    } catch (error) {
      // The one who asked for all may have been stopped for reasons of its own.
      if (running.signal.aborted && !holder.signal.aborted) return this.token(holder, ask, refused);
      throw error;
    }
  }

  private lead(key: string, holder: TokenHolder, ask: AskForToken): Promise<string> {
    const promise = this.renew(key, holder, ask).finally(() => this.flights.delete(key));
    this.flights.set(key, { promise, signal: holder.signal });
    return promise;
  }

  private async renew(key: string, holder: TokenHolder, ask: AskForToken): Promise<string> {
    const answer = await ask(this.scheme.request(holder.credentials));
    if (answer.status < 200 || answer.status > 299) throw refusalOf(answer);
    const grant = this.scheme.read(answer);
    if (grant === null) throw new TokenDelayed('the answer held no token', answer);
    const expiresAt = holder.now.getTime() + grant.lifetimeS * 1_000;
    this.remember(key, { token: grant.token, expiresAt });
    await holder.saveCredentials({
      [TOKEN]: grant.token,
      [EXPIRES]: new Date(expiresAt).toISOString(),
      ...(grant.refreshToken === null ? {} : { refresh_token: grant.refreshToken }),
    });
    return grant.token;
  }

  /** From memory, else from the connection: another process may have renewed it. */
  private usable(key: string, { credentials, now }: TokenHolder, refused: ReadonlySet<string>): string | null {
    const stored = { token: credentials[TOKEN] ?? '', expiresAt: Date.parse(credentials[EXPIRES] ?? '') };
    for (const known of [this.known.get(key), stored]) {
      if (known === undefined || known.token === '' || refused.has(known.token)) continue;
      if (known.expiresAt - MARGIN_MS > now.getTime()) return known.token;
    }
    return null;
  }

  private remember(key: string, token: KnownToken): void {
    this.known.delete(key);
    this.known.set(key, token);
    const oldest = this.known.keys().next().value;
    if (this.known.size > MOST_KNOWN && oldest !== undefined) this.known.delete(oldest);
  }

  /** A digest, so that no secret stands in the memory as a key. */
  private keyOf(credentials: Credentials): string {
    const parts = this.scheme.madeOf.map((name) => credentials[name] ?? '');
    return createHash('sha256')
      .update(JSON.stringify([this.scheme.slug, ...parts]))
      .digest('base64url');
  }
}

const refusalShape = z.object({ error: z.union([z.string(), z.object({ status: z.string() })]).nullish() });

/** 400, 401 and 403 speak about the credentials (RFC 6749 §5.2); everything else about the moment. */
function refusalOf(answer: TokenAnswer): Error {
  if (![400, 401, 403].includes(answer.status)) return new TokenDelayed(`answered ${answer.status}`, answer);
  const read = refusalShape.safeParse(jsonOf(answer.body));
  const error = read.success ? read.data.error : null;
  const code = typeof error === 'string' ? error : (error?.status ?? '');
  // Only a code of the known form is repeated: anything longer might quote what was sent.
  return new TokenRefused(/^[A-Za-z_]{3,40}$/.test(code) ? code : `status ${answer.status}`);
}

function jsonOf(body: string): unknown {
  try {
    return JSON.parse(body) as unknown;
  } catch {
    return null;
  }
}

const grantShape = z.object({
  access_token: z.string().min(1),
  // Trustpilot writes the number as text.
  expires_in: z.union([z.number(), z.string().regex(/^\d+$/).transform(Number)]).nullish(),
  refresh_token: z.string().min(1).nullish(),
});

/** The token of an answer in the form of RFC 6749 §5.1. */
export function readOAuthGrant(answer: TokenAnswer): TokenGrant | null {
  const read = grantShape.safeParse(jsonOf(answer.body));
  if (!read.success) return null;
  const { access_token: token, expires_in: lifetime, refresh_token: refreshToken } = read.data;
  return { token, lifetimeS: lifetime ?? DEFAULT_LIFETIME_S, refreshToken: refreshToken ?? null };
}

export function form(fields: Readonly<Record<string, string>>): string {
  return new URLSearchParams(fields).toString();
}

export const FORM_TYPE = 'application/x-www-form-urlencoded';
