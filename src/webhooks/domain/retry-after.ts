/** `Retry-After` of a receiver (RFC 9110, 10.2.3): a number of seconds, or a date in one of the three forms of HTTP. */

const SECONDS = /^\d+$/;
const MONTH = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)';
const TIME = '\\d{2}:\\d{2}:\\d{2}';
const IMF_DATE = new RegExp(`^[A-Z][a-z]{2}, \\d{2} ${MONTH} \\d{4} ${TIME} GMT$`);
const RFC_850_DATE = new RegExp(`^[A-Z][a-z]{5,8}, \\d{2}-${MONTH}-\\d{2} ${TIME} GMT$`);
/** Has no zone and means UTC. */
const ASCTIME_DATE = new RegExp(`^[A-Z][a-z]{2} ${MONTH} [ \\d]\\d ${TIME} \\d{4}$`);

/** The largest value that is stored. */
const MAX_SECONDS = 2_147_483_647;

/**
 * Seconds from `now` (ms since 1970) that the header asks to wait, rounded up: 0 for a date in the past, at most 2^31-1. Null if the
 * header is absent or has another form.
 */
export function retryAfterSeconds(value: string | undefined, now: number): number | null {
  const text = value?.trim() ?? '';
  const seconds = SECONDS.test(text) ? Number(text) : Math.ceil((timeOf(text) - now) / 1_000);
  return Number.isNaN(seconds) ? null : Math.min(Math.max(seconds, 0), MAX_SECONDS);
}

/** NaN for a text in another form. */
function timeOf(text: string): number {
  if (IMF_DATE.test(text) || RFC_850_DATE.test(text)) return Date.parse(text);
  return ASCTIME_DATE.test(text) ? Date.parse(`${text} GMT`) : Number.NaN;
}
