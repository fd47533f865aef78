/** What an attempt came to (contract §6.5). */
export interface AttemptResult {
  /** Null where no answer came. */
  readonly statusCode: number | null;
  /** A word for a failure without an answer, or null. */
  readonly error: string | null;
  readonly durationMs: number;
}

export type Outcome = 'success' | 'retry' | 'permanent';

/**
 * Any 2xx is success; 408, 429, 5xx and everything that is no answer of HTTP is tried again; 3xx and other 4xx are
 * permanent. The body of the answer has no say.
 */
export function outcomeOf({ statusCode }: Pick<AttemptResult, 'statusCode'>): Outcome {
  if (statusCode === null || statusCode < 200 || statusCode >= 600) return 'retry';
  if (statusCode < 300) return 'success';
  if (statusCode >= 500 || statusCode === 408 || statusCode === 429) return 'retry';
  return 'permanent';
}
