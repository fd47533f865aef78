import { Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { refuseEarly, type EarlyRefusal, type KeyedRequest, type RefusedRequest } from '@libs/http';
import { KeyChecks } from '../key-checks.service';
import { RateLimiter, type Verdict } from '../rate-limiter';
import { countLimitDecision, countRefused } from './access-metrics';
import { HeldAnswers } from './held-answers';
import { rateHeaders, rateLimited } from './rate-headers';

/**
 * Refuses requests of keys that have used their limit before they are routed: without a query, and without reading the body. A request is
 * refused here only if its key is cached and the window of the key is full until a known time. All others pass through `AccessGuard`,
 * whose answers to refused requests are the same.
 */
@Injectable()
export class EarlyRefusals implements OnModuleInit {
  /** Prepared 429 responses, by `resetSeconds`. */
  private readonly prepared = new Map<number, EarlyRefusal>();

  constructor(
    private readonly host: HttpAdapterHost,
    private readonly checks: KeyChecks,
    private readonly limiter: RateLimiter,
    private readonly answers: HeldAnswers,
  ) {}

  onModuleInit(): void {
    refuseEarly(this.host, (request) => this.judge(request));
  }

  private judge(request: KeyedRequest): RefusedRequest | null {
    if (!this.limiter.refusesAny) return null;
    const key = request.headers['x-api-key'];
    const caller = (typeof key === 'string' ? this.checks.known(key) : null)?.caller;
    const verdict = caller === undefined ? null : this.limiter.refusal(caller.keyId);
    if (caller === undefined || verdict === null) return null;
    const { keyId } = caller;
    const { status } = this.answerTo(verdict).error;
    return {
      caller,
      status,
      answer: (response, refuse) => {
        const { error } = this.answerTo(verdict);
        countLimitDecision('key', 'refused_early');
        countRefused('key', error);
        this.answers.hold(keyId, response, () => refuse(this.answerTo(this.limiter.refusedNow(keyId))));
      },
    };
  }

  private answerTo(verdict: Verdict): EarlyRefusal {
    const known = this.prepared.get(verdict.resetSeconds);
    if (known !== undefined) return known;
    const made = { error: rateLimited(verdict), headers: { 'Cache-Control': 'no-store', ...rateHeaders(verdict) } };
    this.prepared.set(verdict.resetSeconds, made);
    return made;
  }
}
