/**
 * The judgment of an attempt to send a delivery (contract §6.5): whether the delivery is settled, when it is retried, and
 * for the log, at which stage the attempt failed. The status line alone decides; the body of the response is ignored.
 */
import { FAILURES } from '@libs/kernel';

/** The class of an attempt without a valid response. `no_secret`: the signing secrets could not be read, and nothing was sent. */
export type FailureClass = (typeof FAILURE_CLASSES)[number];

export const FAILURE_CLASSES = [...FAILURES, 'no_secret'] as const;

/** The result of an attempt. */
export interface AttemptResult {
  /** Null if no response arrived. */
  readonly statusCode: number | null;
  /** Null after a valid response. */
  readonly error: FailureClass | null;
  readonly durationMs: number;
}

export type Outcome = 'success' | 'retry' | 'permanent';

/**
 * 2xx is a success. 408, 429, 5xx and a missing or invalid response are retried. 3xx and other 4xx are permanent
 * failures.
 */
export function outcomeOf({ statusCode }: Pick<AttemptResult, 'statusCode'>): Outcome {
  if (statusCode === null || statusCode < 200 || statusCode >= 600) return 'retry';
  if (statusCode < 300) return 'success';
  if (statusCode >= 500 || statusCode === 408 || statusCode === 429) return 'retry';
  return 'permanent';
}

/**
 * When a delivery is retried: never early, without jitter, each wait counted from the end of the previous attempt. The
 * default is 30 attempts with 29 waits of 12 h 3 m 30 s in total.
 */
export interface RetrySchedule {
  /** Milliseconds after the first failed attempt, the second and so on; the last value repeats. At least one. */
  readonly waitsMs: readonly number[];
  /** The total number of attempts. */
  readonly attempts: number;
}

/**
 * Milliseconds from the end of the `attempt`th failed attempt (from 1) to the next one; null if it was the last. `askedMs`: how long
 * the receiver asked to wait. The wait is never shorter than that of the schedule, and never longer than the next one of the schedule.
 */
export function waitAfter(attempt: number, { waitsMs, attempts }: RetrySchedule, askedMs = 0): number | null {
  if (attempt >= attempts) return null;
  const step = (number: number): number => waitsMs[Math.min(number, waitsMs.length) - 1] ?? 0;
  return Math.max(step(attempt), Math.min(askedMs, step(attempt + 1)));
}

/**
 * The stage at which an attempt failed. `sign`: nothing was sent; `send`: no valid response arrived; `answer`: the
 * receiver refused the delivery; `settle`: the result could not be stored, so that the delivery is sent again.
 */
export type FailedStage = 'sign' | 'send' | 'answer' | 'settle';

/** The stage at which an attempt with this result failed; null after a success. */
export function failedStage(result: AttemptResult): FailedStage | null {
  if (result.error === 'no_secret') return 'sign';
  if (result.error !== null) return 'send';
  return outcomeOf(result) === 'success' ? null : 'answer';
}
