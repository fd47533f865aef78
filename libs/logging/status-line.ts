import { forTerminal } from '@libs/kernel';

const CLEAR_LINE = '\r\u001b[K';
const DEFAULT_COLUMNS = 80;

/** The text in the last line of the terminal; null for none. */
let current: string | null = null;

/**
 * Shows the current activity in the last line of the terminal, in place of the previous text; null clears it. Writes to standard
 * error, and only if that is a terminal.
 */
export function showStatus(text: string | null): void {
  if (!process.stderr.isTTY) return;
  current = text;
  process.stderr.write(CLEAR_LINE + statusText());
}

/** Runs `write`, which writes whole lines to the terminal, above the status. */
export function aboveStatus(write: () => void): void {
  if (current === null) return write();
  process.stderr.write(CLEAR_LINE);
  write();
  process.stderr.write(statusText());
}

function statusText(): string {
  return current === null ? '' : forTerminal(current).slice(0, (process.stderr.columns || DEFAULT_COLUMNS) - 1);
}
