import { formatNumber, momentOf } from './format';

/** A duration of an answer: `41 ms`, from 10 s on `15.2 s`. */
export function formatMs(ms: number): string {
  return ms < 10_000 ? `${formatNumber(Math.round(ms))} ms` : `${formatNumber(Math.round(ms / 100) / 10)} s`;
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
