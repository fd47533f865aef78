import type { Response } from 'express';
import type { RateLimiter } from '../rate-limiter';
import type { HeldAnswers } from './held-answers';
import { refuseAboveLimit } from './rate-headers';

/**
 * Counts a request of a key, or of a session by its negative id, and writes the headers of the rate limit. Throws `rate_limited` above the
 * limit, later if the caller continues to send.
 */
export async function admitWithinLimit(
  id: number,
  response: Response,
  { limiter, answers }: { readonly limiter: RateLimiter; readonly answers: HeldAnswers },
): Promise<void> {
  let verdict = await limiter.admit(id);
  if (!verdict.allowed) {
    await answers.held(id, response);
    verdict = limiter.refusedNow(id);
  }
  refuseAboveLimit(response, verdict);
}
