/** Attempts to send deliveries. No label names a webhook or an account. */
import { counter, histogram } from '@libs/metrics';
import type { Outcome } from '../domain/outcome';

/** Steps of the ladder of attempts that are counted apart; later ones are counted together. */
const LAST_STEP = 8;

const ATTEMPTS = counter(
  {
    name: 'hrev_webhook_attempts_total',
    help: 'Attempts to send a delivery, by outcome and step of the ladder: 1 is the first attempt, 8+ the eighth and later ones.',
    labels: ['outcome', 'step'],
  },
  [
    { outcome: 'success', step: '1' },
    { outcome: 'retry', step: '1' },
    { outcome: 'failed', step: '1' },
    { outcome: 'dead_letter', step: '8+' },
  ],
);
const DURATIONS = histogram(
  {
    name: 'hrev_webhook_attempt_duration_seconds',
    help: 'Time of an attempt until the status line of the receiver or the failure, by outcome.',
    labels: ['outcome'],
  },
  [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15, 30, 60],
);
const FIRST = histogram(
  {
    name: 'hrev_webhook_first_attempt_delay_seconds',
    help: 'Time from the creation of a delivery to its first attempt, also while its webhook is paused.',
  },
  [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1_800, 3_600],
);
const LOST = counter({
  name: 'hrev_webhook_results_lost_total',
  help: 'Results of attempts that could not be stored; their deliveries are sent again.',
});

/** An attempt that was judged. `tries`: the attempts before it. */
export interface CountedAttempt {
  readonly outcome: Outcome;
  readonly tries: number;
  /** Null if there is no next attempt. */
  readonly waitMs: number | null;
  readonly durationMs: number;
}

export function countAttempt({ outcome, tries, waitMs, durationMs }: CountedAttempt): void {
  const ended = outcome === 'retry' && waitMs === null ? 'dead_letter' : outcome === 'permanent' ? 'failed' : outcome;
  ATTEMPTS.inc({ outcome: ended, step: tries + 1 < LAST_STEP ? String(tries + 1) : `${LAST_STEP}+` });
  DURATIONS.observe({ outcome: ended }, durationMs / 1_000);
}

export function countFirstAttempt(delayMs: number): void {
  FIRST.observe({}, delayMs / 1_000);
}

export function countLostResult(): void {
  LOST.inc({});
}
