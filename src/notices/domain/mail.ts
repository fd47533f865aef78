import { cleanText } from '@libs/kernel';

/**
 * Rules of outgoing mail: allowed characters, backoff after a failure, and the stored part of an error. Mail is plain text. The
 * subject is one line, and the only header with text of clients or platforms.
 */

/** A mail to send. */
export interface NewMail {
  readonly accountId: number;
  readonly recipient: string;
  /** The Reply-To address; null: no Reply-To header. */
  readonly replyTo: string | null;
  readonly subject: string;
  readonly body: string;
}

const SUBJECT_MAX = 200;
const ERROR_MAX = 300;

/** Line ends, control characters, and characters that change the direction of writing. */
const FORBIDDEN_IN_LINE = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu;
/** Control characters except line feeds and tabs. */
const FORBIDDEN_IN_BODY = /[^\P{Cc}\n\t]/gu;

/** Converts a text to one line: replaces line ends and control characters with spaces, collapses spaces, truncates to `max` code points. */
function oneLine(text: string, max: number): string {
  const line = cleanText(text).replace(FORBIDDEN_IN_LINE, ' ').replace(/ {2,}/g, ' ').trim();
  const characters = [...line];
  return characters.length <= max ? line : `${characters.slice(0, max - 1).join('')}…`;
}

/** Converts a text to a subject of one line, so that it cannot add a header. */
export function mailSubject(text: string): string {
  return oneLine(text, SUBJECT_MAX);
}

/** Converts a text to a body: line ends become line feeds, and other control characters except tabs are removed. */
export function mailBody(text: string): string {
  return cleanText(text)
    .replace(/\r\n?|\u2028|\u2029/g, '\n')
    .replace(FORBIDDEN_IN_BODY, '');
}

/** The stored text of an error: one short line with masked secrets. */
export function mailError(message: string, secrets: readonly string[]): string {
  const masked = secrets
    .filter((secret) => secret !== '')
    .reduce((text, secret) => text.replaceAll(secret, '***'), message);
  return oneLine(masked, ERROR_MAX);
}

/** Number of attempts after which a mail is given up: with the backoff below, twenty and a half hours after the first. */
export const MAIL_ATTEMPTS = 12;

const FIRST_WAIT_MS = 60_000;
const LONGEST_WAIT_MS = 6 * 3_600_000;

/** The backoff after the n-th failed attempt (n from 1): a minute, doubled each time, six hours at most. */
export function mailWaitMs(attempts: number): number {
  return Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.max(0, attempts - 1));
}
