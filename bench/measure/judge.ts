/** What a ratio is worth: measured against the thresholds that stand in `thresholds.json`. */
import thresholds from '../thresholds.json';
import type { Interval } from './statistics';

/**
 * `unsettled`: the median misses "must" and its interval reaches it, which more rounds or a quieter machine would decide.
 * `void`: the two sides did not answer the same.
 */
export type Verdict = 'stretch' | 'pass' | 'unsettled' | 'fail' | 'void';

export type ThresholdId = keyof typeof thresholds;

export interface Threshold {
  readonly what: string;
  readonly better: string;
  readonly must: number;
  readonly stretch: number;
}

export interface JudgedRatio extends Threshold, Interval {
  readonly id: ThresholdId;
  readonly verdict: Verdict;
  readonly note: string | null;
  /** The same ratio in CPU time of server and database, which a busy machine distorts less; it is shown and not judged. */
  readonly cpu: number | null;
}

export const THRESHOLDS: Readonly<Record<ThresholdId, Threshold>> = thresholds;

/** A ratio fails only when its whole interval lies on the wrong side of "must". */
export function verdictOf(interval: Pick<Interval, 'value' | 'lo' | 'hi'>, threshold: Threshold): Verdict {
  const sign = threshold.better === 'higher' ? 1 : -1;
  const best = threshold.better === 'higher' ? interval.hi : interval.lo;
  if (sign * interval.value >= sign * threshold.stretch) return 'stretch';
  if (sign * interval.value >= sign * threshold.must) return 'pass';
  return sign * best >= sign * threshold.must ? 'unsettled' : 'fail';
}

export interface Circumstances {
  /** Why the two sides are not comparable; null where they are. */
  readonly unequal?: string | null;
  readonly cpu?: number;
}

export function judge(id: ThresholdId, interval: Interval, { unequal = null, cpu }: Circumstances = {}): JudgedRatio {
  const threshold = THRESHOLDS[id];
  const verdict = unequal === null ? verdictOf(interval, threshold) : 'void';
  return { id, ...threshold, ...interval, verdict, note: unequal, cpu: cpu ?? null };
}

export interface Control {
  readonly aa: number;
  readonly verdict: 'ok' | 'inconclusive';
}

const STEADY = { from: 0.9, to: 1.1 };

/** The same server started twice must be as fast as itself. */
export function judgeControl(aa: number): Control {
  return { aa, verdict: aa >= STEADY.from && aa <= STEADY.to ? 'ok' : 'inconclusive' };
}

export const EXIT = { pass: 0, fail: 1, inconclusive: 2 } as const;

/** A failed ratio on a machine that cannot tell a server from itself proves nothing. */
export function exitCodeOf(control: Control | null, ratios: readonly Pick<JudgedRatio, 'verdict'>[]): number {
  if (control?.verdict === 'inconclusive') return EXIT.inconclusive;
  if (ratios.some((ratio) => ratio.verdict === 'fail')) return EXIT.fail;
  return ratios.some((ratio) => ratio.verdict === 'void') ? EXIT.inconclusive : EXIT.pass;
}
