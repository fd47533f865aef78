import type { Response } from 'express';
import type { RateLimiter } from '../rate-limiter';
import { countLimitDecision } from './access-metrics';
import type { HeldAnswers } from './held-answers';
import { refuseAboveLimit } from './rate-headers';

/**
 * Counts a request and writes the headers of the rate limit. `id` is the id of a key, or the negated id of a session: the limiter counts
 * both by one number, and the ids of keys and sessions overlap. Throws `rate_limited` above the limit, after a delay if the caller has
 * been refused repeatedly.
 */
export async function admitWithinLimit(
  id: number,
  response: Response,
  { limiter, answers }: { readonly limiter: RateLimiter; readonly answers: HeldAnswers },
): Promise<void> {
  let verdict = await limiter.admit(id);
  countLimitDecision(id > 0 ? 'key' : 'session', verdict.allowed ? 'admitted' : 'refused');
  if (!verdict.allowed) {
    await answers.held(id, response);
    verdict = limiter.refusedNow(id);
  }
  refuseAboveLimit(response, verdict);
}
