/**
 * The judgment of an attempt to send a delivery (contract §6.5): why no valid response arrived, whether the delivery is
 * settled, when it is retried, and for the log, at which stage the attempt failed. The status line alone decides; the
 * body of the response is ignored.
 */

/**
 * The class of an attempt without a valid response. No text of the receiver is stored. `refused`: the receiver refused
 * the connection; `blocked_address`: the service does not connect to the address; `no_secret`: the signing secrets
 * could not be read, and nothing was sent.
 */
export type FailureClass = (typeof FAILURE_CLASSES)[number];

export const FAILURE_CLASSES = [
  'timeout',
  'dns',
  'tls',
  'refused',
  'unreachable',
  'reset',
  'blocked_address',
  'bad_answer',
  'aborted',
  'no_secret',
] as const;

/** The result of an attempt. */
export interface AttemptResult {
  /** Null if no response arrived. */
  readonly statusCode: number | null;
  /** Null after a valid response. */
  readonly error: FailureClass | null;
  readonly durationMs: number;
}

/** A failure of the guarded client. */
export interface Failure {
  /**
   * The kind of `EgressError`. Here `refused` means that the client does not connect to the address: class
   * `blocked_address`.
   */
  readonly kind: 'refused' | 'timeout' | 'network' | 'too_large' | 'aborted' | 'withheld';
  /** `ECONNRESET`, `HPE_INVALID_CONSTANT`, …; the name of the error if it has no code. */
  readonly code: string;
}

const BY_CODE: readonly (readonly [RegExp, FailureClass])[] = [
  [/^(ENOTFOUND|ENODATA|ESERVFAIL|EREFUSED|EBADNAME|EFORMERR|EBADRESP|ENONAME|EAI_\w+|EBADQUERY|ENOTIMP)$/, 'dns'],
  [/^ECONNREFUSED$/, 'refused'],
  [/^(EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENETDOWN|EADDRNOTAVAIL|EINVAL|EACCES|EPERM)$/, 'unreachable'],
  [/^ETIMEDOUT$/, 'timeout'],
  [/^(ERR_TLS_|ERR_SSL_|ERR_OSSL_|CERT_|EPROTO$|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/, 'tls'],
  [/^(HPE_|UND_ERR_HEADERS_OVERFLOW|UND_ERR_INFO|UND_ERR_RES|HTTPParserError)/, 'bad_answer'],
];

/** The class of a failure; an unknown code is `reset`. */
export function failureClass({ kind, code }: Failure): FailureClass {
  if (kind === 'refused') return 'blocked_address';
  if (kind === 'timeout' || kind === 'aborted') return kind;
  if (kind === 'withheld') return 'aborted';
  return BY_CODE.find(([pattern]) => pattern.test(code))?.[1] ?? 'reset';
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
