/** The result of an attempt (contract §6.5). */
export interface AttemptResult {
  /** Null if no response arrived. */
  readonly statusCode: number | null;
  /** The class of a failure without a response, or null. */
  readonly error: string | null;
  readonly durationMs: number;
}

export type Outcome = 'success' | 'retry' | 'permanent';

/**
 * 2xx is a success. 408, 429, 5xx and a missing or invalid response are retried. 3xx and other 4xx are permanent failures. The body of
 * the response is ignored.
 */
export function outcomeOf({ statusCode }: Pick<AttemptResult, 'statusCode'>): Outcome {
  if (statusCode === null || statusCode < 200 || statusCode >= 600) return 'retry';
  if (statusCode < 300) return 'success';
  if (statusCode >= 500 || statusCode === 408 || statusCode === 429) return 'retry';
  return 'permanent';
}
