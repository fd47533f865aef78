/** Verdicts on ratios, by the thresholds in `thresholds.json`. */
import thresholds from '../thresholds.json';
import type { Interval } from './statistics';

/**
 * `unsettled`: the median misses "must" and its interval reaches it; the result needs more rounds or a quieter machine. `void`:
 * the responses of the two sides differed. `not judged`: it misses "must" on less data than the threshold was set for.
 */
export type Verdict = 'stretch' | 'pass' | 'unsettled' | 'fail' | 'void' | 'not judged';

export type ThresholdId = keyof typeof thresholds;

export interface Threshold {
  readonly what: string;
  readonly better: string;
  readonly must: number;
  readonly stretch: number;
  /** Minimum number of reviews for a failure: the cost of the other side grows with the data. */
  readonly from?: number;
}

export interface EvaluatedRatio extends Threshold, Interval {
  readonly id: ThresholdId;
  readonly verdict: Verdict;
  readonly note: string | null;
  /** The same ratio in CPU time of server and database, which a busy machine distorts less; reported without a verdict. */
  readonly cpu: number | null;
}

export const THRESHOLDS: Readonly<Record<ThresholdId, Threshold>> = thresholds;

/** A ratio fails only if its whole interval misses "must". */
export function verdictOf(interval: Pick<Interval, 'value' | 'lo' | 'hi'>, threshold: Threshold): Verdict {
  const sign = threshold.better === 'higher' ? 1 : -1;
  const best = threshold.better === 'higher' ? interval.hi : interval.lo;
  if (sign * interval.value >= sign * threshold.stretch) return 'stretch';
  if (sign * interval.value >= sign * threshold.must) return 'pass';
  return sign * best >= sign * threshold.must ? 'unsettled' : 'fail';
}

export interface Circumstances {
  /** Why the two sides are not comparable; null if they are. */
  readonly unequal?: string | null;
  readonly cpu?: number;
  /** Number of reviews it was measured on; absent: enough. */
  readonly reviews?: number;
}

/** On less data than a threshold was set for, a ratio can pass it and cannot fail it. */
export function evaluate(id: ThresholdId, interval: Interval, circumstances: Circumstances = {}): EvaluatedRatio {
  const { unequal = null, cpu = null, reviews = Number.POSITIVE_INFINITY } = circumstances;
  const threshold = THRESHOLDS[id];
  const { from = 0 } = threshold;
  const found = unequal === null ? verdictOf(interval, threshold) : 'void';
  const isMissed = found === 'fail' || found === 'unsettled';
  const [verdict, note]: [Verdict, string | null] =
    isMissed && reviews < from ? ['not judged', `not judged below ${withSeparators(from)} reviews`] : [found, unequal];
  return { id, ...threshold, ...interval, verdict, note, cpu };
}

const withSeparators = (value: number): string => value.toLocaleString('en-US');

export interface Control {
  readonly aa: number;
  readonly verdict: 'ok' | 'inconclusive';
}

const STEADY = { from: 0.9, to: 1.1 };

/** The same server, started twice, must be as fast as itself. */
export function evaluateControl(aa: number): Control {
  return { aa, verdict: aa >= STEADY.from && aa <= STEADY.to ? 'ok' : 'inconclusive' };
}

export const EXIT = { pass: 0, fail: 1, inconclusive: 2 } as const;

/** The input of the exit code. */
interface Outcome {
  readonly control: Control | null;
  readonly ratios: readonly Pick<EvaluatedRatio, 'verdict'>[];
  readonly failures: readonly unknown[];
}

/** Returns the exit code of a run. A run whose control failed is inconclusive, regardless of its ratios. */
export function exitCodeOf({ control, ratios, failures }: Outcome): number {
  if (control?.verdict === 'inconclusive') return EXIT.inconclusive;
  if (ratios.some((ratio) => ratio.verdict === 'fail')) return EXIT.fail;
  const isIncomplete = failures.length > 0 || ratios.some((ratio) => ratio.verdict === 'void');
  return isIncomplete ? EXIT.inconclusive : EXIT.pass;
}
