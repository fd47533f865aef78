import { AppError } from '@libs/kernel';

/** Largest number of messages of an account in an hour (contract §4.12). */
export const MESSAGES_PER_HOUR = 20;

/** The messages of the last hour: their number, and the seconds until the oldest leaves the window. */
export interface MessageWindow {
  readonly used: number;
  readonly freesInSeconds: number;
}

/** Throws `rate_limited` with `Retry-After` if the limit is reached. */
export function assertMayWrite({ used, freesInSeconds }: MessageWindow): void {
  if (used < MESSAGES_PER_HOUR) return;
  const seconds = Math.max(1, Math.ceil(freesInSeconds));
  const detail = `At most ${MESSAGES_PER_HOUR} messages in an hour; retry in ${seconds} s`;
  throw new AppError('rate_limited', detail, { 'Retry-After': String(seconds) });
}
