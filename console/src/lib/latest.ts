import { useCallback, useEffect, useRef } from 'react';

/** A function that stays the same and calls the latest one, for parts that are drawn again only when their properties change. */
export function useLatest<A extends readonly unknown[]>(act: (...args: A) => void): (...args: A) => void {
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  return useCallback((...args: A) => latest.current(...args), []);
}
