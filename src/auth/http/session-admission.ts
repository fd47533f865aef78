import { Inject, Injectable, Optional } from '@nestjs/common';
import { CONFIG, type Config } from '@libs/config';
import { actFor } from '@libs/database';
import { type EndpointOptions, type ApiRequest } from '@libs/http';
import { AppError, notFound } from '@libs/kernel';
import type { Response } from 'express';
import { AccountsService } from '../accounts.service';
import type { Caller } from '../domain/caller';
import { entitlementsOf } from '../domain/entitlements';
import type { KeyScope } from '../domain/key-scope';
import { suspension } from '../domain/refusals';
import { clientAddress } from './client-address';
import { RequestLimits } from './request-limits';
import { SessionAccess, type PersonSession, type SessionRole } from '../session-access.port';

/** A person who was admitted to an account. */
export interface AdmittedPerson {
  readonly caller: Caller;
  readonly session: PersonSession;
  readonly role: SessionRole;
}

interface CheckedSession extends AdmittedPerson {
  /** The detail of the 402; null if the account has access. */
  readonly suspension: string | null;
}

/** What a route needs of a session. */
export type SessionNeeds = Pick<EndpointOptions, 'access' | 'leastRole' | 'evenWhenSuspended'> & {
  readonly needsProof?: boolean;
  /** Where a request names its account. Browsers cannot send the header with streams, downloads and images. */
  readonly accountIn?: 'header' | 'query';
};

const ACCOUNT_HEADER = 'x-hrev-account';
const ACCOUNT_PARAMETER = 'account_id';
const SCOPE_OF_ROLE: Readonly<Record<SessionRole, KeyScope>> = { viewer: 'read_only', member: 'full', owner: 'full' };
const ROLES: readonly SessionRole[] = ['viewer', 'member', 'owner'];

/** Admits persons with a session of the console: on the routes of /v3 a role counts as the scope of a key. */
@Injectable()
export class SessionAdmission {
  constructor(
    private readonly accounts: AccountsService,
    private readonly limits: RequestLimits,
    @Inject(CONFIG) private readonly config: Config,
    @Optional() @Inject(SessionAccess) private readonly sessions: SessionAccess | null = null,
  ) {}

  /**
   * Admits the person of a request to the account that the request names, and sets the caller and the actor; null without a valid
   * session. Throws in this order: `rate_limited`, `bad_request` if no account is named, 404 for an account of which the person is not a
   * member, `payment_required`, `forbidden` for a role that is too weak, `proof_required`. Every request of a session counts, so that
   * ids of accounts cannot be tried without a limit. An operator names no account on the routes of the operator.
   */
  async admit(needs: SessionNeeds, request: ApiRequest, response: Response): Promise<AdmittedPerson | null> {
    const checked = await this.check(needs, request, response);
    if (checked === null) return null;
    const { caller, session } = checked;
    const { accountId } = caller;
    request.caller = caller;
    actFor({ kind: 'person', accountId, personId: session.personId, address: clientAddress(request) });
    if (checked.suspension !== null && needs.evenWhenSuspended !== true)
      throw new AppError('payment_required', checked.suspension);
    refuse(needs, checked);
    return checked;
  }

  private async check(needs: SessionNeeds, request: ApiRequest, response: Response): Promise<CheckedSession | null> {
    if (this.sessions === null || request.headers.cookie === undefined) return null;
    const session = await this.sessions.find(request);
    if (session === null) return null;
    await this.limits.countSession(session.id, response);
    const accountId = await this.accountOf(needs, request, session);
    const role = await this.sessions.role(session.personId, accountId);
    if (role === null) throw notFound();
    const account = await this.accounts.find(accountId);
    const reason = suspension(account);
    const isOperating = needs.access === 'master' && session.isOperator;
    const caller: Caller = {
      accountId,
      keyId: null,
      personId: session.personId,
      sessionId: session.id,
      isProven: session.isProven,
      keyScope: isOperating ? 'master' : SCOPE_OF_ROLE[role],
      accountStatus: reason === null ? 'active' : 'suspended',
      plan: account.plan,
      entitlements: entitlementsOf(account.plan, this.config),
    };
    return { caller, session, role, suspension: isOperating ? null : reason };
  }

  private async accountOf(needs: SessionNeeds, request: ApiRequest, session: PersonSession): Promise<number> {
    const named = namedAccount(needs, request);
    if (named === undefined && needs.access === 'master' && session.isOperator) {
      const first = await this.sessions?.firstAccount(session.personId);
      if (typeof first === 'number') return first;
    }
    if (named === undefined) {
      const place = needs.accountIn === 'query' ? `parameter ${ACCOUNT_PARAMETER}` : 'header X-Hrev-Account';
      throw new AppError('bad_request', `The ${place} must name one account`);
    }
    if (!/^[1-9]\d{0,14}$/.test(named)) throw notFound();
    return Number(named);
  }
}

/** The account that a request names; undefined if it names none, or several. */
function namedAccount({ accountIn }: SessionNeeds, request: ApiRequest): string | undefined {
  if (accountIn !== 'query') {
    const header = request.headers[ACCOUNT_HEADER];
    return typeof header === 'string' ? header : undefined;
  }
  const values = (request.query as Readonly<Record<string, readonly string[]>>)[ACCOUNT_PARAMETER] ?? [];
  return values.length === 1 ? values[0] : undefined;
}

function refuse(needs: SessionNeeds, { role, session }: AdmittedPerson): void {
  const least = needs.leastRole ?? (needs.access === 'session' ? 'owner' : 'viewer');
  if (ROLES.indexOf(role) < ROLES.indexOf(least)) throw new AppError('forbidden', `This needs the role ${least}`);
  if (needs.needsProof === true && !session.isProven)
    throw new AppError('proof_required', 'Give your password or another proof again');
}
