import { cleanText } from '@libs/kernel';

/**
 * Rules of outgoing mail: what may stand in a head, how long a failed one waits, what of an error is kept. Mail is plain
 * text; nothing that a client or a platform wrote becomes a header but the subject, and that as one line.
 */

/** A mail as it waits to be sent. */
export interface NewMail {
  readonly accountId: number;
  readonly recipient: string;
  /** Where an answer goes; null: to the sender. */
  readonly replyTo: string | null;
  readonly subject: string;
  readonly body: string;
}

const SUBJECT_MAX = 200;
const ERROR_MAX = 300;

/** Every character that ends a line or steers a terminal, and those that turn the direction of writing. */
const NOT_IN_A_LINE = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu;
/** The same but line ends and tabs. */
const NOT_IN_A_BODY = /[^\P{Cc}\n\t]/gu;

/** One line of text: line ends and control characters are blanks, runs of blanks one; cut to `max` code points. */
function oneLine(text: string, max: number): string {
  const line = cleanText(text).replace(NOT_IN_A_LINE, ' ').replace(/ {2,}/g, ' ').trim();
  const characters = [...line];
  return characters.length <= max ? line : `${characters.slice(0, max - 1).join('')}…`;
}

/** A subject that cannot end its header. */
export function mailSubject(text: string): string {
  return oneLine(text, SUBJECT_MAX);
}

/** Text with plain line ends and no other control character but tabs. */
export function mailBody(text: string): string {
  return cleanText(text)
    .replace(/\r\n?|\u2028|\u2029/g, '\n')
    .replace(NOT_IN_A_BODY, '');
}

/** What is kept of an error: one short line, without the words of the server's address (its user and password). */
export function mailError(message: string, secrets: readonly string[]): string {
  const told = secrets
    .filter((secret) => secret !== '')
    .reduce((text, secret) => text.replaceAll(secret, '***'), message);
  return oneLine(told, ERROR_MAX);
}

/** After so many attempts a mail is given up: with the waits below, twenty and a half hours after the first. */
export const MAIL_ATTEMPTS = 12;

const FIRST_WAIT_MS = 60_000;
const LONGEST_WAIT_MS = 6 * 3_600_000;

/** How long a mail waits after its n-th failed attempt (n from 1): a minute, doubled each time, six hours at most. */
export function mailWaitMs(attempts: number): number {
  return Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.max(0, attempts - 1));
}
