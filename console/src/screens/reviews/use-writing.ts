import { useEffect, useRef, type RefObject } from 'react';
import { noteWriting } from '../../api/queries/replies';

/** A note lasts for a minute, so it is renewed earlier. */
const EVERY_MS = 30_000;

/** Notes for other persons that the person is writing, while the text of the focused field changes. The note has no text. */
export function useWriting(
  accountId: number,
  reviewId: number,
  text: string,
  field: RefObject<HTMLTextAreaElement | null>,
): void {
  const sentAt = useRef(0);
  const isFirst = useRef(true);
  useEffect(() => {
    if (isFirst.current) {
      isFirst.current = false;
      return;
    }
    if (document.activeElement !== field.current || Date.now() - sentAt.current < EVERY_MS) return;
    sentAt.current = Date.now();
    // A failure has no consequence: the next note is sent in half a minute.
    noteWriting(accountId, reviewId).catch(() => undefined);
  }, [accountId, reviewId, text, field]);
}
