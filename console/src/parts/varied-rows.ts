import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import type { RowWindow } from './row-window';

/** Pixels outside of the screen in which rows are in the page, so that a scroll shows no gap. */
const AROUND_PX = 800;
const GUESS_PX = 64;

/** The rows of a long table that are near the screen. A row that was never in the page has the height `guess`. */
export function variedWindow(
  heights: readonly (number | undefined)[],
  guess: number,
  top: number,
  screen: number,
): RowWindow {
  const [from, to] = [-top - AROUND_PX, screen - top + AROUND_PX];
  let [first, last, before, after, end] = [-1, 0, 0, 0, 0];
  for (const [place, measured] of heights.entries()) {
    const height = measured ?? guess;
    const start = end;
    end += height;
    if (end < from && place < heights.length - 1) before = end;
    else if (start > to && first >= 0) after += height;
    else {
      if (first < 0) first = place;
      last = place + 1;
    }
  }
  return { first: Math.max(0, first), last, before, after };
}

/** Follows the scrolling of the page, and measures the rows that are in it. `keys` are the keys of all rows in their order. */
export function useVariedRows(body: RefObject<HTMLElement | null>, keys: readonly number[], isOn: boolean): RowWindow {
  const heights = useRef(new Map<number, number>());
  const [seen, setSeen] = useState<RowWindow>({ first: 0, last: 30, before: 0, after: 0 });
  const measure = useCallback((): void => {
    if (!isOn || body.current === null) return;
    for (const row of body.current.querySelectorAll<HTMLElement>('tr[data-row]'))
      heights.current.set(Number(row.dataset['row']), row.offsetHeight);
    const known = [...heights.current.values()];
    const mean = known.length === 0 ? GUESS_PX : known.reduce((sum, height) => sum + height, 0) / known.length;
    const all = keys.map((key) => heights.current.get(key));
    const next = variedWindow(all, mean, body.current.getBoundingClientRect().top, window.innerHeight);
    setSeen((now) => (now.first === next.first && now.last === next.last ? now : next));
  }, [body, keys, isOn]);
  useLayoutEffect(measure, [measure]);
  useEffect(() => {
    window.addEventListener('scroll', measure, { passive: true });
    window.addEventListener('resize', measure);
    return () => {
      window.removeEventListener('scroll', measure);
      window.removeEventListener('resize', measure);
    };
  }, [measure]);
  return isOn
    ? { ...seen, last: Math.min(seen.last, keys.length) }
    : { first: 0, last: keys.length, before: 0, after: 0 };
}
