/** The state of a source, from the visits of a day, pauses, rests and alarms. */
import type { AccountVisits, SourceHour } from '@src/collection';

export const SOURCE_STATES = ['paused', 'resting', 'failing', 'drift', 'reading', 'idle'] as const;
export type SourceStateName = (typeof SOURCE_STATES)[number];

export interface HourOfVisits {
  readonly hour: Date;
  /** Visits that say something about the source. */
  readonly visits: number;
  readonly succeeded: number;
}

export interface Trouble {
  readonly code: string;
  readonly visits: number;
  /** Of all visits of the day. */
  readonly share: number;
  /** Whether it says something about the links alone: their pages do not exist, or their owners gave no access. */
  readonly isOfLinks: boolean;
}

export interface VisitsOfDay {
  readonly visits: number;
  /** Visits that say something about the source: without those that failed because of their link. */
  readonly judged: number;
  readonly succeeded: number;
  readonly onTime: number;
  readonly newReviews: number;
  /** 24 hours, oldest first, with the current one. */
  readonly hours: readonly HourOfVisits[];
  /** Most frequent first. */
  readonly troubles: readonly Trouble[];
}

const HOUR_MS = 3_600_000;
const SUCCESS = 'success';
const RESTING = 'resting';
const FAILING_BELOW = 0.5;
const LEAST_VISITS = 5;

/** The figures of 24 hours. A link that was not visited because its source rests counts as no visit. */
export function visitsOfDay(rows: readonly SourceHour[], now: Date): VisitsOfDay {
  const visited = rows.filter(({ outcome }) => outcome !== RESTING);
  const sum = (of: readonly SourceHour[], value: (row: SourceHour) => number): number =>
    of.reduce((all, row) => all + value(row), 0);
  const judged = visited.filter(({ isOfLink }) => !isOfLink);
  const total = sum(visited, ({ visits }) => visits);
  const currentHour = Math.floor(now.getTime() / HOUR_MS) * HOUR_MS;
  const hours = Array.from({ length: 24 }, (_, index) => {
    const hour = new Date(currentHour - (23 - index) * HOUR_MS);
    const ofHour = judged.filter((row) => row.hour.getTime() === hour.getTime());
    return {
      hour,
      visits: sum(ofHour, ({ visits }) => visits),
      succeeded: sum(
        ofHour.filter(({ outcome }) => outcome === SUCCESS),
        ({ visits }) => visits,
      ),
    };
  });
  const byCode = new Map<string, { visits: number; readonly isOfLinks: boolean }>();
  for (const { outcome, visits, isOfLink } of visited) {
    if (outcome === SUCCESS) continue;
    const known = byCode.get(outcome);
    if (known === undefined) byCode.set(outcome, { visits, isOfLinks: isOfLink });
    else known.visits += visits;
  }
  return {
    visits: total,
    judged: sum(judged, ({ visits }) => visits),
    succeeded: hours.reduce((all, { succeeded }) => all + succeeded, 0),
    onTime: sum(visited, ({ onTime }) => onTime),
    newReviews: sum(visited, ({ newReviews }) => newReviews),
    hours,
    troubles: [...byCode]
      .map(([code, { visits, isOfLinks }]) => ({ code, visits, share: visits / total, isOfLinks }))
      .sort((a, b) => b.visits - a.visits || a.code.localeCompare(b.code)),
  };
}

export interface SourceFacts {
  readonly isPaused: boolean;
  readonly isResting: boolean;
  readonly hasAlarm: boolean;
  readonly day: VisitsOfDay;
  /** The visits of the last three hours, by account. */
  readonly recent: readonly AccountVisits[];
  /** Whether more than one account has links at the source. */
  readonly isShared: boolean;
}

/** The state of a source. It fails if most visits of the last three hours did that say something about it. */
export function stateOf(facts: SourceFacts): SourceStateName {
  if (facts.isPaused) return 'paused';
  if (facts.isResting) return 'resting';
  if (isFailing(facts)) return 'failing';
  if (facts.hasAlarm) return 'drift';
  return facts.day.visits > 0 ? 'reading' : 'idle';
}

/** Over how many hours a source is judged. */
export const RECENT_HOURS = 3;

/** Where several accounts have links, the visits of one count at most as those of all others together. */
function isFailing({ recent, isShared }: SourceFacts): boolean {
  const total = recent.reduce((all, { visits }) => all + visits, 0);
  const weightOf = ({ visits }: AccountVisits): number => (isShared ? Math.min(visits, total - visits) : visits);
  const weight = recent.reduce((all, account) => all + weightOf(account), 0);
  if (weight < LEAST_VISITS) return false;
  const succeeded = recent.reduce((all, account) => all + (account.succeeded / account.visits) * weightOf(account), 0);
  return succeeded < weight * FAILING_BELOW;
}
