import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { CONFIG, type Config } from '@libs/config';
import { handleBeforeRouting, keyedRouteOf, sendError, type ApiRequest } from '@libs/http';
import { AppError } from '@libs/kernel';
import type { NextFunction, Response } from 'express';
import { AddressBuckets, networkOf } from '../domain/address-buckets';
import { KeyChecks, type CheckedKey } from '../key-checks.service';
import { RateLimiter, SessionRateLimiter, WINDOW_SECONDS, type Verdict } from '../rate-limiter';
import { countLimitDecision, countRefused } from './access-metrics';
import { clientAddress } from './client-address';
import { RefusalDelays } from './refusal-delays';

/**
 * The limits of requests (contract §5.4): of a key, of a session of the console, and of a client without either. A request beyond its limit
 * is refused with 429, and later if its caller continues to send.
 *
 * The guards count a request once they know its caller. Before that, `refuseEarly` refuses the requests of a key whose window is full until
 * a known time: without the router, a query or the body (ADR 32). Both send the same response.
 */
@Injectable()
export class RequestLimits implements OnModuleInit {
  /** Each address has `HREV_KEYLESS_RATE` tokens a minute in each process. */
  private readonly keyless: AddressBuckets;

  constructor(
    @Inject(CONFIG) config: Pick<Config, 'HREV_KEYLESS_RATE'>,
    private readonly host: HttpAdapterHost,
    private readonly checks: KeyChecks,
    private readonly keys: RateLimiter,
    private readonly sessions: SessionRateLimiter,
    private readonly delays: RefusalDelays,
  ) {
    this.keyless = new AddressBuckets(config.HREV_KEYLESS_RATE);
  }

  onModuleInit(): void {
    handleBeforeRouting(this.host, (request, response, next) => this.refuseEarly(request, response, next));
  }

  /** Counts a request of a key. Throws `rate_limited` above the limit. */
  async countKey(keyId: number, response: Response): Promise<void> {
    await this.count(this.keys, 'key', keyId, response);
  }

  /** Counts a request of a session. Throws `rate_limited` above the limit. */
  async countSession(sessionId: number, response: Response): Promise<void> {
    await this.count(this.sessions, 'session', sessionId, response);
  }

  /** Counts a request without a valid key or session, by its address. Throws `rate_limited` above the limit. */
  async countKeyless(request: ApiRequest, response: Response): Promise<void> {
    const address = clientAddress(request);
    const waitSeconds = this.keyless.take(address, performance.now());
    countLimitDecision('address', waitSeconds === 0 ? 'admitted' : 'refused');
    if (waitSeconds === 0) return;
    await this.delays.delay(networkOf(address), response);
    const detail = `Too many requests without a valid key or session from this address; retry in ${waitSeconds} s`;
    throw new AppError('rate_limited', detail, { 'Retry-After': String(waitSeconds) });
  }

  /** Refuses a request of a key that is known to be beyond its limit, or passes it on. It needs a route whose requests the guard counts. */
  private refuseEarly(request: ApiRequest, response: Response, next: NextFunction): void {
    const caller = this.callerBeyondLimit(request);
    const route = caller === null ? null : keyedRouteOf(this.host, request);
    if (caller === null || route === null) return next();
    // For the log, also if the client closes the connection before the response.
    Object.assign(request, { caller, route: { path: route } });
    response.statusCode = 429;
    countLimitDecision('key', 'refused_early');
    const { keyId } = caller;
    void this.delayedRefusal(this.keys, 'key', keyId, response).then((error) => {
      countRefused('key', error);
      request.refusal = error;
      sendError(request, response, error);
    });
  }

  /** The holder of a cached key whose window is full until a known time; null otherwise. */
  private callerBeyondLimit(request: ApiRequest): CheckedKey['caller'] | null {
    if (!this.keys.refusesAny) return null;
    const key = request.headers['x-api-key'];
    const caller = typeof key === 'string' ? this.checks.known(key)?.caller : undefined;
    return caller !== undefined && this.keys.refusal(caller.keyId) !== null ? caller : null;
  }

  private async count(limiter: RateLimiter, kind: CallerKind, id: number, response: Response): Promise<void> {
    const verdict = await limiter.admit(id);
    countLimitDecision(kind, verdict.allowed ? 'admitted' : 'refused');
    if (!verdict.allowed) throw await this.delayedRefusal(limiter, kind, id, response);
    writeHeaders(response, kind, verdict);
  }

  /** The error of a request beyond its limit, once it may be sent. Writes the headers of that time. */
  private async delayedRefusal(
    limiter: RateLimiter,
    kind: CallerKind,
    id: number,
    response: Response,
  ): Promise<AppError> {
    await this.delays.delay(`${kind} ${id}`, response);
    const verdict = limiter.refusedNow(id);
    writeHeaders(response, kind, verdict);
    const detail = `More than ${verdict.limit} requests in a minute; retry in ${verdict.resetSeconds} s`;
    return new AppError('rate_limited', detail, { 'Retry-After': String(verdict.resetSeconds) });
  }
}

/** Whose requests are counted together; also the name of the policy in the fields of the IETF draft. */
type CallerKind = 'key' | 'session';

/**
 * Writes the headers of every response to a key or a session (contract §5.4): the three of the older drafts, and the two structured fields of
 * draft-ietf-httpapi-ratelimit-headers-10, whose policies are named by Strings. `t` has the meaning of `RateLimit-Reset`.
 */
function writeHeaders(response: Response, kind: CallerKind, { limit, remaining, resetSeconds }: Verdict): void {
  response.setHeader('RateLimit-Limit', limit);
  response.setHeader('RateLimit-Remaining', remaining);
  response.setHeader('RateLimit-Reset', resetSeconds);
  response.setHeader('RateLimit-Policy', `"${kind}";q=${limit};w=${WINDOW_SECONDS}`);
  response.setHeader('RateLimit', `"${kind}";r=${remaining};t=${resetSeconds}`);
}
