/** The state of a source, from the visits of a day, pauses, rests and alarms. */
import type { SourceHour } from '@src/collection';

export const SOURCE_STATES = ['paused', 'resting', 'failing', 'drift', 'reading', 'idle'] as const;
export type SourceStateName = (typeof SOURCE_STATES)[number];

export interface HourOfVisits {
  readonly hour: Date;
  readonly visits: number;
  readonly succeeded: number;
}

export interface Trouble {
  readonly code: string;
  readonly visits: number;
  /** Of all visits of the day. */
  readonly share: number;
}

export interface VisitsOfDay {
  readonly visits: number;
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
  const total = sum(visited, ({ visits }) => visits);
  const currentHour = Math.floor(now.getTime() / HOUR_MS) * HOUR_MS;
  const hours = Array.from({ length: 24 }, (_, index) => {
    const hour = new Date(currentHour - (23 - index) * HOUR_MS);
    const ofHour = visited.filter((row) => row.hour.getTime() === hour.getTime());
    return {
      hour,
      visits: sum(ofHour, ({ visits }) => visits),
      succeeded: sum(
        ofHour.filter(({ outcome }) => outcome === SUCCESS),
        ({ visits }) => visits,
      ),
    };
  });
  const byCode = new Map<string, number>();
  for (const { outcome, visits } of visited)
    if (outcome !== SUCCESS) byCode.set(outcome, (byCode.get(outcome) ?? 0) + visits);
  return {
    visits: total,
    succeeded: hours.reduce((all, { succeeded }) => all + succeeded, 0),
    onTime: sum(visited, ({ onTime }) => onTime),
    newReviews: sum(visited, ({ newReviews }) => newReviews),
    hours,
    troubles: [...byCode]
      .map(([code, visits]) => ({ code, visits, share: visits / total }))
      .sort((a, b) => b.visits - a.visits || a.code.localeCompare(b.code)),
  };
}

/** The state of a source. It fails if most visits of the last three hours did. */
export function stateOf(facts: {
  readonly isPaused: boolean;
  readonly isResting: boolean;
  readonly hasAlarm: boolean;
  readonly day: VisitsOfDay;
}): SourceStateName {
  if (facts.isPaused) return 'paused';
  if (facts.isResting) return 'resting';
  const recent = facts.day.hours.slice(-3);
  const visits = recent.reduce((all, hour) => all + hour.visits, 0);
  const succeeded = recent.reduce((all, hour) => all + hour.succeeded, 0);
  if (visits >= LEAST_VISITS && succeeded < visits * FAILING_BELOW) return 'failing';
  if (facts.hasAlarm) return 'drift';
  return facts.day.visits > 0 ? 'reading' : 'idle';
}
