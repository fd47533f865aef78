/** The claims of a listener: a client takes deliveries under leases, sends them itself, and reports the result (contract §4.11). */
import { foldIdentity } from '@libs/kernel';
import { FAILURE_CLASSES, outcomeOf, waitAfter, type AttemptResult, type RetrySchedule } from '../../domain/outcome';
import { retryAfterSeconds } from '../../domain/retry-after';

/** How many deliveries of a listener may be leased at the same time. */
export const MAX_CLAIMED = 20;
/** How long a claimed delivery is kept for the client. Afterwards anyone may claim it. */
export const LEASE_MS = 60_000;
/** The longest wait of a claim for a delivery. */
export const MAX_WAIT_S = 25;

/** A listener of an account. */
export interface Listener {
  readonly accountId: number;
  readonly webhookId: number;
}

/** Why a client has no response. It cannot report what only the service knows, such as an address that the service refuses. */
export const REPORTED_FAILURES = FAILURE_CLASSES.filter((name) => name !== 'blocked_address' && name !== 'no_secret');
export type ReportedFailure = (typeof REPORTED_FAILURES)[number];

/** What a client reports of a claimed delivery. */
export interface ClaimReport {
  readonly deliveryId: number;
  readonly lease: string;
  /** Null: the delivery was not sent, and is given back. */
  readonly result: AttemptResult | null;
  /** Null if no response arrived. */
  readonly response: ReportedResponse | null;
}

export interface ReportedResponse {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What a report says of an attempt, as the wire has it. */
export interface ReportFields {
  readonly status?: number | undefined;
  readonly error?: ReportedFailure | undefined;
  readonly released?: boolean | undefined;
}

/** Why a report is refused; null if it says exactly one thing. */
export function reportProblem({ status, error, released }: ReportFields): string | null {
  if (released === false) return 'released: must be true';
  const said = [status, error, released].filter((value) => value !== undefined).length;
  return said === 1 ? null : 'exactly one of status, error and released is required';
}

/** What is decided by the result of an attempt. */
export interface Judged {
  readonly outcome: ReturnType<typeof outcomeOf>;
  /** Milliseconds until the next attempt; null if there is none. */
  readonly waitMs: number | null;
  /** Seconds that the response asked to wait; null if it did not. */
  readonly retryAfterS: number | null;
}

/** Judges an attempt that followed `tries` others. `headers`: of its response; `now` in milliseconds since 1970. */
export function judged(
  result: AttemptResult,
  tries: number,
  schedule: RetrySchedule,
  headers: Readonly<Record<string, string>>,
  now: number,
): Judged {
  const outcome = outcomeOf(result);
  const [, asked] = Object.entries(headers).find(([name]) => foldIdentity(name) === 'retry-after') ?? [];
  const retryAfterS = retryAfterSeconds(asked, now);
  const waitMs = outcome === 'retry' ? waitAfter(tries + 1, schedule, (retryAfterS ?? 0) * 1_000) : null;
  return { outcome, waitMs, retryAfterS };
}
