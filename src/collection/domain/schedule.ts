/**
 * When a link is collected (contract §10.1): once per period, at an offset that a hash of its page determines. Load is even, and the links
 * of all accounts to one page are due at the same time, so that one visit serves them.
 */
import type { ReadBy } from '@libs/sources';
import type { ListVerdict } from './pass';

const GOLDEN = 0.618_033_988_749_894_9;

/** The period of frozen links (contract §2.2). */
export const FROZEN_EVERY_MS = 7 * 24 * 3_600_000;

/** The periods of an installation. */
export interface Periods {
  /** Of links that are read from public pages, also in part. */
  readonly publicMs: number;
  /** Of links that are read from the interface for owners only. */
  readonly ownerMs: number;
}

/** What the period of a link depends on. */
export interface PeriodicLink {
  readonly frozenAt: Date | null;
  /** How its last collection read it; null before the first. */
  readonly readBy: ReadBy | null;
  /** How many of its last collections failed with a lasting error. */
  readonly lastingFailures: number;
}

/**
 * The period of a link. `floorMs`: the shortest period that its road permits. A link that fails with a lasting error has the period of
 * public pages, so that it is not frozen within hours.
 */
export function periodOf(link: PeriodicLink, floorMs: number, { publicMs, ownerMs }: Periods): number {
  if (link.frozenAt !== null) return FROZEN_EVERY_MS;
  const period = link.readBy === 'owner' ? ownerMs : publicMs;
  return Math.max(period, floorMs, link.lastingFailures > 0 ? publicMs : 0);
}

/** The next due time of a link after `now`, in milliseconds since the epoch. */
export function nextSlot(pageKey: number, now: number, periodMs: number): number {
  const offset = Math.floor(((pageKey * GOLDEN) % 1) * periodMs);
  const passed = Math.floor((now - offset) / periodMs);
  return (passed + 1) * periodMs + offset;
}

/** How long a missing review causes extra full passes. Later, only the weekly full pass can confirm its deletion. */
export const PROOF_AWAITED_MS = 3 * 24 * 3_600_000;

/** What decides whether a full pass could prove deletions. */
export interface ProofState {
  /** When the first of the missing reviews was missed; null if there is none. */
  readonly missedSince: Date | null;
  readonly warning: string | null;
  readonly lastScrapedAt: Date | null;
}

export interface ProofTimes {
  readonly confirmAfterMs: number;
  /** The period of the link. */
  readonly everyMs: number;
  /** Full passes for a proof are at least so far apart, where the period of the link is shorter. */
  readonly proofEveryMs: number;
}

/**
 * Whether a full pass that starts now could confirm that missing reviews were deleted. True from `confirmAfterMs` minus half a
 * period until `PROOF_AWAITED_MS` after they were first missed; half a period earlier, because the start of a scheduled pass varies
 * by seconds. A link with a shorter period than `proofEveryMs` gets one such pass in each `proofEveryMs` after `confirmAfterMs`: reading
 * the whole list in each of its passes would cost too much. False for a link with the warning `many_reviews_missing`, which an operator
 * must check.
 */
export function awaitsProof(
  { missedSince, warning, lastScrapedAt }: ProofState,
  now: Date,
  times: ProofTimes,
): boolean {
  if (missedSince === null || warning === 'many_reviews_missing') return false;
  const { confirmAfterMs, everyMs, proofEveryMs } = times;
  const age = now.getTime() - missedSince.getTime();
  if (age > PROOF_AWAITED_MS) return false;
  if (everyMs >= proofEveryMs) return age >= confirmAfterMs - everyMs / 2;
  if (age < confirmAfterMs) return false;
  const sinceWindow = (age - confirmAfterMs) % proofEveryMs;
  return lastScrapedAt === null || now.getTime() - lastScrapedAt.getTime() > sinceWindow;
}

/**
 * How long after a full pass the next one is due, if the platform's counter disagreed with `disputes` full passes in a row: at once
 * after one, then after two periods, four, …, at most `fullEveryMs`. A counter that is always wrong must not cause a full pass each
 * period. The result is reduced by half a period, because the start of a scheduled pass varies by seconds.
 */
export function nextFullAfterMs(disputes: number, everyMs: number, fullEveryMs: number): number {
  if (disputes <= 1) return 0;
  return Math.max(0, Math.min(fullEveryMs, everyMs * 2 ** (disputes - 1)) - everyMs / 2);
}

/** When a full pass is due for another reason than the age of the last one, and how many passes in a row were disputed. */
export interface FullPassMarks {
  readonly countDisputes: number;
  readonly fullDueAt: Date | null;
}

/**
 * The marks after a pass. After a pass with too few stored reviews, a full pass is due at once, unless earlier full
 * passes with the same result have postponed it. Only a pass that read the whole list ends a dispute, because the
 * number of stored reviews may agree by chance.
 */
export function fullPassMarks(
  before: FullPassMarks,
  pass: { readonly list: ListVerdict; readonly beganAt: Date; readonly everyMs: number; readonly fullEveryMs: number },
): FullPassMarks {
  switch (pass.list) {
    case 'proven':
      return { countDisputes: 0, fullDueAt: null };
    case 'disputed': {
      const countDisputes = before.countDisputes + 1;
      const afterMs = nextFullAfterMs(countDisputes, pass.everyMs, pass.fullEveryMs);
      return { countDisputes, fullDueAt: new Date(pass.beganAt.getTime() + afterMs) };
    }
    case 'short':
      return { countDisputes: Math.max(1, before.countDisputes), fullDueAt: before.fullDueAt ?? pass.beganAt };
    case 'undisputed':
      return { countDisputes: before.countDisputes, fullDueAt: before.fullDueAt };
  }
}

/**
 * Whether this pass must read the whole list: the list is unordered, or the pass could confirm deletions, or `fullDueAt` has passed
 * (the platform's counter disagreed, or a full pass did not end). Only without `fullDueAt`, also if it is the first pass or the last
 * full one is older than `fullEveryMs`: a counter that is always wrong postpones full passes, and the age of the last proven one would
 * cause one in each period.
 */
export function wantsFullPass(
  link: {
    readonly fullPassAt: Date | null;
    /** When a full pass is due for another reason than the age of the last one; null if there is none. */
    readonly fullDueAt: Date | null;
    readonly order: 'newest_first' | 'unordered';
    readonly awaitsProof: boolean;
  },
  now: Date,
  fullEveryMs: number,
): boolean {
  if (link.order === 'unordered' || link.awaitsProof) return true;
  if (link.fullDueAt !== null) return now.getTime() >= link.fullDueAt.getTime();
  return link.fullPassAt === null || now.getTime() - link.fullPassAt.getTime() >= fullEveryMs;
}
