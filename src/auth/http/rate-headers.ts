import { AppError } from '@libs/kernel';
import type { Response } from 'express';
import type { Verdict } from '../rate-limiter';

/** The headers of the rate limit of every response to a valid key (contract §5.4). */
export const rateHeaders = ({ limit, remaining, resetSeconds }: Verdict): Readonly<Record<string, number>> => ({
  'RateLimit-Limit': limit,
  'RateLimit-Remaining': remaining,
  'RateLimit-Reset': resetSeconds,
});

/** Writes the headers of the rate limit. Throws `rate_limited` if the request is refused. */
export function refuseAboveLimit(response: Response, verdict: Verdict): void {
  for (const [name, value] of Object.entries(rateHeaders(verdict))) response.setHeader(name, value);
  if (!verdict.allowed) throw rateLimited(verdict);
}

/** The error of a refused request. */
export function rateLimited({ limit, resetSeconds }: Verdict): AppError {
  const detail = `More than ${limit} requests in a minute; retry in ${resetSeconds} s`;
  return new AppError('rate_limited', detail, { 'Retry-After': String(resetSeconds) });
}
