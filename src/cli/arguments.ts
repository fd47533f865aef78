import { isMailAddress, isOneLine, parseInstant } from '@libs/kernel';
import { InvalidArgumentError } from 'commander';

/** Parses an id from the command line: a whole number from 1 to 2^53-1. Another text is an `InvalidArgumentError`, like below. */
export function readId(text: string): number {
  const id = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : NaN;
  if (Number.isSafeInteger(id)) return id;
  throw new InvalidArgumentError('An id is a whole number from 1 up.');
}

/** Parses a date and time from the command line; returns UTC text. */
export function readInstant(text: string): string {
  const instant = parseInstant(text);
  if (instant !== null) return instant;
  throw new InvalidArgumentError('A time is a date and time such as 2099-12-31T00:00:00 (UTC).');
}

/** Parses a calendar date from the command line. */
export function readDate(text: string): string {
  const date = /^\d{4}-\d\d-\d\d$/.test(text) ? parseInstant(`${text}T00:00:00`) : null;
  if (date !== null) return text;
  throw new InvalidArgumentError('A date is a calendar date such as 2026-01-31.');
}

/** Parses a rating in stars from the command line. */
export function readRating(text: string): number {
  const stars = /^\d(\.\d{1,2})?$/.test(text) ? Number(text) : NaN;
  if (stars <= 5) return stars;
  throw new InvalidArgumentError('A rating is a number from 0 to 5.');
}

/** Parses a TCP port from the command line; 0 means any free port. */
export function readPort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : NaN;
  if (port <= 65_535) return port;
  throw new InvalidArgumentError('A port is a whole number from 0 to 65535.');
}

/** Parses a limit of rows from the command line. */
export function readCount(text: string): number {
  const count = /^[1-9]\d{0,6}$/.test(text) ? Number(text) : NaN;
  if (count <= 1_000_000) return count;
  throw new InvalidArgumentError('A count is a whole number from 1 to 1000000.');
}

/** An option that is a plain e-mail address. */
export function readMailAddress(text: string): string {
  if (isMailAddress(text)) return text;
  throw new InvalidArgumentError('It must be a plain e-mail address such as owner@example.com.');
}

/** Reads a name from the command line. */
export function readName(text: string): string {
  if (isOneLine(text)) return text;
  throw new InvalidArgumentError('A name is one line without control characters.');
}

/** Reads the name of an object or a namespace of Kubernetes: a label of RFC 1123. */
export function readKubernetesName(text: string): string {
  if (/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/.test(text)) return text;
  throw new InvalidArgumentError('A name has at most 63 lower-case letters, digits and hyphens.');
}
