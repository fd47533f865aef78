// cspell:ignore smhd
/** The shipped rules with shorter durations, so that a drill of half an hour sees each alert fire and clear. Thresholds stay. */

/** A day lasts six minutes. */
const DIVISOR = 240;
/** A range needs several samples. */
const LEAST_SCRAPES = 10;
const LEAST_FOR_S = 2;
/** Counters that grow at most once in ten seconds, however often they are scraped. */
const SLOW_COUNTERS: Readonly<Record<string, number>> = { hrev_cluster_reader_failures_total: 60 };

const UNITS_S: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400 };
const secondsOf = (amount: string, unit: string): number => Number(amount) * (UNITS_S[unit] ?? NaN);
const scaled = (amount: string, unit: string, leastS: number): string =>
  `${Math.max(leastS, Math.ceil(secondsOf(amount, unit) / DIVISOR))}s`;

/**
 * The text of a file of rules whose ranges (`[5m]`) and waits (`for: 5m`) are divided by 240. Ranges are not shorter than ten scrapes, of
 * which there is one in `scrapeS` seconds, and waits not shorter than 2 s.
 */
export const scaledRules = (text: string, scrapeS = 1): string =>
  text
    .replaceAll(
      /(\w+)?(\{[^{}]*\})?\[(\d+)([smhd])\]/g,
      (_, name = '', selector = '', amount: string, unit: string) => {
        const leastS = Math.max(LEAST_SCRAPES * scrapeS, SLOW_COUNTERS[name as string] ?? 0);
        return `${name}${selector}[${scaled(amount, unit, leastS)}]`;
      },
    )
    .replaceAll(/^( +for: )(\d+)([smhd])$/gm, (_, key: string, amount: string, unit: string) => {
      return `${key}${scaled(amount, unit, LEAST_FOR_S)}`;
    });
