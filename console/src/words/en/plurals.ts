import { formatNumber } from '../../lib/format';

const plurals = new Intl.PluralRules('en');

/** Numbers in the locale of the person, as the other numbers of a screen. */
export const numbers = { format: formatNumber };

/** "1 review", "2 reviews". */
export function count(n: number, one: string, other: string): string {
  return `${numbers.format(n)} ${plurals.select(n) === 'one' ? one : other}`;
}

/** A wait in seconds, as minutes from 90 seconds on. */
export function duration(seconds: number): string {
  return seconds < 90
    ? count(Math.max(1, Math.ceil(seconds)), 'second', 'seconds')
    : count(Math.ceil(seconds / 60), 'minute', 'minutes');
}
