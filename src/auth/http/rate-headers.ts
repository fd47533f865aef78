import { AppError } from '@libs/kernel';
import type { Response } from 'express';
import type { Verdict } from '../rate-limiter';

/** Writes the headers of the rate limit (contract §5.4). Throws `rate_limited` if the request is refused. */
export function refuseAboveLimit(response: Response, verdict: Verdict): void {
  response.setHeader('RateLimit-Limit', verdict.limit);
  response.setHeader('RateLimit-Remaining', verdict.remaining);
  response.setHeader('RateLimit-Reset', verdict.resetSeconds);
  if (verdict.allowed) return;
  const detail = `More than ${verdict.limit} requests in a minute; retry in ${verdict.resetSeconds} s`;
  throw new AppError('rate_limited', detail, { 'Retry-After': String(verdict.resetSeconds) });
}
