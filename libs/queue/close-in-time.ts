/**
 * A queue whose Redis does not answer must not keep a process from ending (F20, F31): what is left in it are wake-ups, and a
 * lost one costs a moment.
 */
import { endsInTime } from '@libs/kernel';

interface Closable {
  close(): Promise<void>;
}

const CLOSE_LIMIT_MS = 5_000;

/**
 * From now on `close()` of a queue or of its worker, which Nest calls when the process stops, resolves in five seconds at
 * most. `onLate` is called where that cut it short; the connection then ends with the process.
 */
export function closeInTime(closable: Closable, onLate: () => void): void {
  const close = closable.close.bind(closable);
  closable.close = async (): Promise<void> => {
    if (!(await endsInTime(close(), CLOSE_LIMIT_MS))) onLate();
  };
}
