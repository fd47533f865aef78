/**
 * The sign-in of a sandbox platform: an authorization server with codes and lasting tokens (RFC 6749, RFC 7636), which behaves as
 * Google documents its own. The platform's file contains the page and the formats of the responses.
 */
import { createHash, randomBytes } from 'node:crypto';

/** What the platform's API does with valid tokens. */
export const SANDBOX_INTERFACES = ['open', 'quota_zero', 'disabled'] as const;
export type SandboxInterface = (typeof SANDBOX_INTERFACES)[number];

/** What the platform's page was asked. */
export interface SandboxAuthorization {
  readonly clientId: string;
  readonly redirectUri: string;
  readonly challenge: string;
  /** Whether a lasting token is requested. */
  readonly isOffline: boolean;
  /** Whether the page is shown again to a person who has consented before. */
  readonly asksAgain: boolean;
}

export interface SandboxExchange {
  readonly code: string;
  readonly verifier: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly redirectUri: string;
}

export type SandboxGrant =
  | { readonly error: 'invalid_grant' | 'invalid_client' | 'redirect_uri_mismatch' }
  | { readonly scope: string; readonly refreshToken: string | null };

interface IssuedCode extends SandboxAuthorization {
  readonly scope: string;
  readonly issuedAt: number;
  isUsed: boolean;
}

const CODE_LIFETIME_MS = 600_000;
const WRONG = /^wrong/;

export class SandboxConsents {
  /** The redirect addresses that clients have registered; null: every address on loopback. */
  redirectUris: readonly string[] | null = null;
  interface: SandboxInterface = 'open';
  /** Whether codes are expired when they arrive. */
  expiresCodes = false;
  /** Places per page of a list, at most; null: as requested. */
  pageSize: number | null = null;
  /** The number of accounts over which the listings are spread. */
  accounts = 1;
  private readonly codes = new Map<string, IssuedCode>();
  private readonly consented = new Set<string>();
  private readonly lasting = new Set<string>();
  private readonly revoked = new Set<string>();

  reset(): void {
    Object.assign(this, { redirectUris: null, interface: 'open', expiresCodes: false, pageSize: null, accounts: 1 });
    for (const kept of [this.codes, this.consented, this.lasting, this.revoked]) kept.clear();
  }

  knowsRedirect(redirectUri: string): boolean {
    if (this.redirectUris !== null) return this.redirectUris.includes(redirectUri);
    return /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?\//.test(redirectUri);
  }

  /** Issues the code of a consent to these scopes. */
  allow(request: SandboxAuthorization, scope: string): string {
    const code = `4/${randomBytes(16).toString('base64url')}`;
    this.codes.set(code, { ...request, scope, issuedAt: Date.now(), isUsed: false });
    return code;
  }

  /** Whether a code was issued and not exchanged. */
  isOpen(code: string): boolean {
    return this.codes.get(code)?.isUsed === false;
  }

  exchange(request: SandboxExchange): SandboxGrant {
    const { clientId, clientSecret, redirectUri } = request;
    if (WRONG.test(clientId) || WRONG.test(clientSecret)) return { error: 'invalid_client' };
    const issued = this.codes.get(request.code);
    if (issued === undefined || !this.accepts(issued, request)) return { error: 'invalid_grant' };
    if (issued.redirectUri !== redirectUri) return { error: 'redirect_uri_mismatch' };
    issued.isUsed = true;
    const isLasting = issued.isOffline && (issued.asksAgain || !this.consented.has(clientId));
    this.consented.add(clientId);
    if (!isLasting) return { scope: issued.scope, refreshToken: null };
    const refreshToken = `1//sandbox-${randomBytes(16).toString('base64url')}`;
    this.lasting.add(refreshToken);
    return { scope: issued.scope, refreshToken };
  }

  private accepts(issued: IssuedCode, { clientId, verifier }: SandboxExchange): boolean {
    const isExpired = this.expiresCodes || Date.now() - issued.issuedAt > CODE_LIFETIME_MS;
    const challenge = createHash('sha256').update(verifier).digest('base64url');
    return !issued.isUsed && !isExpired && issued.clientId === clientId && challenge === issued.challenge;
  }

  /** Revokes all lasting tokens, as a person does in the settings of the own account. */
  revokeAll(): void {
    for (const token of this.lasting) this.revoked.add(token);
    this.consented.clear();
  }

  isRevoked(refreshToken: string): boolean {
    return this.revoked.has(refreshToken);
  }
}
