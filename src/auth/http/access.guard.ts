import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { actFor } from '@libs/database';
import {
  announceDeprecation,
  endpointOf,
  noteKeyedRoute,
  proofNeeded,
  type ApiRequest,
  type EndpointOptions,
} from '@libs/http';
import { AppError } from '@libs/kernel';
import type { Response } from 'express';
import type { Caller } from '../domain/caller';
import { unauthorized } from '../domain/refusals';
import { scopeOpens } from '../domain/key-scope';
import { countAdmitted, countRefused, type Credential } from './access-metrics';
import { clientAddress } from './client-address';
import { KeyChecks, type CheckedKey } from '../key-checks.service';
import { LastUse } from '../last-use.service';
import { challengeOf, presentedKey } from './presented-key';
import { RequestLimits } from './request-limits';
import { SessionAdmission } from './session-admission';

/**
 * Decides whether a request is admitted, in the order of contract §1.3: 401, 429, 402, 403. `Endpoint` declares the access that a
 * handler requires. A request to a handler without a declaration throws.
 */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(
    private readonly checks: KeyChecks,
    private readonly limits: RequestLimits,
    private readonly lastUse: LastUse,
    private readonly sessions: SessionAdmission,
    private readonly host: HttpAdapterHost,
  ) {}

  canActivate(context: ExecutionContext): true | Promise<true> {
    const endpoint = endpointOf(context.getHandler());
    if (endpoint === undefined)
      throw new Error(`${context.getClass().name}.${context.getHandler().name} is not declared with Endpoint`);
    const http = context.switchToHttp();
    const [request, response] = [http.getRequest<ApiRequest>(), http.getResponse<Response>()];
    // Here, so that a refusal says it too.
    if (endpoint.deprecation !== undefined) announceDeprecation(endpoint.deprecation, request, response);
    if (endpoint.access === 'public') return true;
    return this.decide(endpoint, request, response);
  }

  /** Admits a request or throws its refusal, and counts the decision. */
  private async decide(endpoint: EndpointOptions, request: ApiRequest, response: Response): Promise<true> {
    try {
      await this.admit(endpoint, request, response);
      countAdmitted(credentialOf(endpoint, request));
      return true;
    } catch (error) {
      countRefused(credentialOf(endpoint, request), error);
      throw error;
    }
  }

  private async admit(endpoint: EndpointOptions, request: ApiRequest, response: Response): Promise<void> {
    const key = presentedKey(endpoint, request);
    // A key counts alone: the cookie of the same browser is ignored.
    if (key === undefined && (await this.admitSession(endpoint, request, response))) return;
    const checked = key === undefined ? null : await this.checks.check(key);
    if (checked === null) {
      await this.limits.countKeyless(request, response);
      throw unauthorized(challengeOf(endpoint));
    }
    request.caller = checked.caller;
    const { accountId, keyId } = checked.caller;
    const address = clientAddress(request);
    actFor({ kind: 'key', accountId, keyId, address });
    noteKeyedRoute(this.host, request);
    await this.limits.countKey(keyId, response);
    this.lastUse.note(keyId, address);
    refuseSuspended(endpoint, checked);
    refuseScope(endpoint, checked.caller);
  }

  /** Admits a person with a session of the console; returns false without one. */
  private async admitSession(endpoint: EndpointOptions, request: ApiRequest, response: Response): Promise<boolean> {
    if (endpoint.credentials === 'key') return false;
    const needs = { ...endpoint, needsProof: proofNeeded(endpoint, request.method) };
    const admitted = await this.sessions.admit(needs, request, response);
    if (admitted === null) return false;
    if (endpoint.access !== 'session') refuseScope(endpoint, admitted.caller);
    return true;
  }
}

/** A cookie without a session counts as none. */
function credentialOf(endpoint: EndpointOptions, request: ApiRequest): Credential {
  if (presentedKey(endpoint, request) !== undefined) return 'key';
  return request.caller === undefined ? 'none' : 'session';
}

function refuseSuspended(endpoint: EndpointOptions, checked: Pick<CheckedKey, 'suspension'>): void {
  if (checked.suspension !== null && !endpoint.evenWhenSuspended)
    throw new AppError('payment_required', checked.suspension);
}

function refuseScope(endpoint: EndpointOptions, caller: Caller): void {
  if (endpoint.access === 'session')
    throw new AppError('session_required', 'This is possible only from the account console');
  if (scopeOpens(caller.keyScope, endpoint.access)) return;
  throw new AppError('forbidden', forbiddenDetail(endpoint, caller));
}

function forbiddenDetail({ access }: EndpointOptions, { keyScope }: Caller): string {
  if (access === 'master') return 'This needs a key of scope master';
  return keyScope === 'propose' ? 'This key may only read and propose replies' : 'This key may only read';
}
