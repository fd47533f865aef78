/**
 * A queue whose Redis does not respond must not keep a process from ending (F20, F31). The queue contains only wake-ups, and a lost
 * wake-up delays work by a second.
 */
import { endsInTime } from '@libs/kernel';

interface Closable {
  close(): Promise<void>;
}

const CLOSE_LIMIT_MS = 5_000;

/**
 * Limits `close()` of a queue or its worker, which Nest calls when the process stops, to five seconds. Calls `onLate` if the
 * limit is exceeded; the connection then ends with the process.
 */
export function closeInTime(closable: Closable, onLate: () => void): void {
  const close = closable.close.bind(closable);
  closable.close = async (): Promise<void> => {
    if (!(await endsInTime(close(), CLOSE_LIMIT_MS))) onLate();
  };
}
