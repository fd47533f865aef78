import { forTerminal } from '@libs/kernel';

const CLEARED = '\r\u001b[K';
const USUAL_COLUMNS = 80;

/** The text that stands at the foot of the terminal; null where there is none. */
let shown: string | null = null;

/**
 * Says at the foot of the terminal what is being done at the moment, in place of what stood there; null takes it away. Written
 * to standard error, and only where that is a terminal.
 */
export function showStatus(text: string | null): void {
  if (!process.stderr.isTTY) return;
  shown = text;
  process.stderr.write(CLEARED + drawn());
}

/** Runs `write`, which writes whole lines to the terminal, above the status. */
export function aboveStatus(write: () => void): void {
  if (shown === null) return write();
  process.stderr.write(CLEARED);
  write();
  process.stderr.write(drawn());
}

function drawn(): string {
  return shown === null ? '' : forTerminal(shown).slice(0, (process.stderr.columns || USUAL_COLUMNS) - 1);
}
