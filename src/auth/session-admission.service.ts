import { Inject, Injectable, Optional } from '@nestjs/common';
import { CONFIG, type Config } from '@libs/config';
import { type EndpointOptions, type KeyedRequest } from '@libs/http';
import { AppError, notFound } from '@libs/kernel';
import { AccountsService } from './accounts.service';
import type { Caller } from './domain/caller';
import { entitlementsOf } from './domain/entitlements';
import type { KeyScope } from './domain/key-scope';
import { suspension } from './domain/refusals';
import { SessionAccess, type PersonSession, type SessionRole } from './session-access.port';

/** The caller of a session, and the detail of the 402 if the account is suspended. */
export interface CheckedSession {
  readonly caller: Caller;
  readonly session: PersonSession;
  readonly role: SessionRole | null;
  readonly suspension: string | null;
}

const ACCOUNT_HEADER = 'x-hrev-account';
const SCOPE_OF_ROLE: Readonly<Record<SessionRole, KeyScope>> = { viewer: 'read_only', member: 'full', owner: 'full' };
const ROLES: readonly SessionRole[] = ['viewer', 'member', 'owner'];

/** Admits persons with a session of the console to the routes of /v3: for these a role counts as the scope of a key. */
@Injectable()
export class SessionAdmission {
  constructor(
    private readonly accounts: AccountsService,
    @Inject(CONFIG) private readonly config: Config,
    @Optional() @Inject(SessionAccess) private readonly sessions: SessionAccess | null = null,
  ) {}

  /**
   * The session of a request and its caller in the account of `X-Hrev-Account`; null without a valid session. Throws `bad_request`
   * without the header, and 404 for an account of which the person is not a member. An operator needs no header for the routes of
   * the operator.
   */
  async check(endpoint: EndpointOptions, request: KeyedRequest): Promise<CheckedSession | null> {
    if (this.sessions === null || request.headers.cookie === undefined) return null;
    const session = await this.sessions.find(request);
    if (session === null) return null;
    const accountId = await this.accountOf(endpoint, request, session);
    const role = await this.sessions.role(session.personId, accountId);
    if (role === null) throw notFound();
    const account = await this.accounts.find(accountId);
    const reason = suspension(account);
    const isOperating = endpoint.access === 'master' && session.isOperator;
    const caller: Caller = {
      accountId,
      keyId: null,
      personId: session.personId,
      isProven: session.isProven,
      keyScope: isOperating ? 'master' : SCOPE_OF_ROLE[role],
      accountStatus: reason === null ? 'active' : 'suspended',
      plan: account.plan,
      entitlements: entitlementsOf(account.plan, this.config),
    };
    return { caller, session, role, suspension: isOperating ? null : reason };
  }

  private async accountOf(endpoint: EndpointOptions, request: KeyedRequest, session: PersonSession): Promise<number> {
    const header = request.headers[ACCOUNT_HEADER];
    if (header === undefined && endpoint.access === 'master' && session.isOperator) {
      const first = await this.sessions?.firstAccount(session.personId);
      if (typeof first === 'number') return first;
    }
    if (header === undefined) throw new AppError('bad_request', 'The header X-Hrev-Account must name an account');
    if (typeof header !== 'string' || !/^[1-9]\d{0,14}$/.test(header)) throw notFound();
    return Number(header);
  }
}

/** Throws `forbidden` for a role that is too weak, and `proof_required` without a fresh proof where the endpoint needs one. */
export function refuseSession(endpoint: EndpointOptions, { role, session }: CheckedSession): void {
  const least = endpoint.leastRole ?? (endpoint.access === 'session' ? 'owner' : 'viewer');
  if (role === null || ROLES.indexOf(role) < ROLES.indexOf(least))
    throw new AppError('forbidden', `This needs the role ${least}`);
  if (endpoint.needsProof === true && !session.isProven)
    throw new AppError('proof_required', 'Give your password or another proof again');
}
