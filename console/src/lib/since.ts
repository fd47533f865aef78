/** Periods that end now. They stay relative in an address. */
export const PERIODS = ['1h', '24h', '7d', '30d'] as const;
export type Period = (typeof PERIODS)[number];

const HOUR_MS = 3_600_000;
const HOURS: Readonly<Record<Period, number>> = { '1h': 1, '24h': 24, '7d': 168, '30d': 720 };

/** The moment at which a period begins, as the API reads it: UTC without a zone. */
export function beginningOf(period: Period, now = Date.now()): string {
  return wireOf(now - HOURS[period] * HOUR_MS);
}

/** A moment in the form of the API. */
export function wireOf(moment: number): string {
  return new Date(moment).toISOString().slice(0, 19);
}
