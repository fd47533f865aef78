import { useEffect, useState, type RefObject } from 'react';

/** The rows that are in the page, and the space of the rows before and after them. */
export interface RowWindow {
  readonly first: number;
  readonly last: number;
  readonly before: number;
  readonly after: number;
}

/** Rows outside of the screen that are in the page, so that a scroll shows no gap. */
const AROUND = 15;
const GUESS_PX = 53;

/** The rows of a long table that are near the screen. All rows have the height of the first one. */
export function rowWindow(count: number, row: number, top: number, screen: number): RowWindow {
  const first = Math.max(0, Math.floor(-top / row) - AROUND);
  const last = Math.min(count, Math.ceil((screen - top) / row) + AROUND);
  const start = Math.min(first, Math.max(0, count - AROUND));
  const end = Math.max(last, Math.min(count, AROUND));
  return { first: start, last: end, before: start * row, after: (count - end) * row };
}

/** Follows the scrolling of the page. */
export function useRowWindow(body: RefObject<HTMLElement | null>, count: number, isOn: boolean): RowWindow {
  const [seen, setSeen] = useState<RowWindow>({ first: 0, last: AROUND * 2, before: 0, after: 0 });
  useEffect(() => {
    if (!isOn) return;
    const measure = (): void => {
      if (body.current === null) return;
      const row = body.current.querySelector<HTMLElement>('tr[data-row]')?.offsetHeight ?? GUESS_PX;
      const next = rowWindow(count, row, body.current.getBoundingClientRect().top, window.innerHeight);
      setSeen((now) => (now.first === next.first && now.last === next.last && now.after === next.after ? now : next));
    };
    measure();
    window.addEventListener('scroll', measure, { passive: true });
    window.addEventListener('resize', measure);
    return () => {
      window.removeEventListener('scroll', measure);
      window.removeEventListener('resize', measure);
    };
  }, [body, count, isOn]);
  return isOn ? seen : { first: 0, last: count, before: 0, after: 0 };
}
