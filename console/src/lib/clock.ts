import { momentOf } from './format';

/** Times of day in the zone of the browser, and durations. */
const minutes = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
const seconds = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium', hourCycle: 'h23' });
const dayAndMinutes = new Intl.DateTimeFormat(undefined, {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});
const date = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' });
const oneDigit = new Intl.NumberFormat(undefined, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const whole = new Intl.NumberFormat(undefined, { maximumFractionDigits: 0 });

const isToday = (moment: Date): boolean => moment.toDateString() === new Date().toDateString();

/** `08:31` today, otherwise with the day. */
export function formatClock(wireTime: string): string {
  const moment = momentOf(wireTime);
  return (isToday(moment) ? minutes : dayAndMinutes).format(moment);
}

/** As `formatClock`, with seconds today. */
export function formatSeconds(wireTime: string): string {
  const moment = momentOf(wireTime);
  return (isToday(moment) ? seconds : dayAndMinutes).format(moment);
}

/** The day without the year. */
export const formatDay = (wireTime: string): string => date.format(momentOf(wireTime));

/** A duration of an answer: `41 ms`, from 10 s on `15.0 s`. */
export function formatMs(ms: number): string {
  return ms < 10_000 ? `${whole.format(ms)} ms` : `${oneDigit.format(ms / 1000)} s`;
}

/** A longer duration: `4 min`, `2 h 32 min`, `3 d 4 h`. */
export function formatSpan(spanS: number): string {
  const total = Math.max(0, Math.floor(spanS / 60));
  if (total < 60) return `${total} min`;
  const hours = Math.floor(total / 60);
  if (hours < 24) return `${hours} h ${total % 60} min`;
  return `${Math.floor(hours / 24)} d ${hours % 24} h`;
}

/** Seconds from a moment of the API to now; negative if it is to come. */
export function ageOf(wireTime: string, now = Date.now()): number {
  return (now - momentOf(wireTime).getTime()) / 1000;
}
