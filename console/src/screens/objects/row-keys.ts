import { useEffect, useRef, type RefObject } from 'react';
import { useKeys } from '../../lib/keys';

interface RowKeys {
  readonly table: RefObject<HTMLElement | null>;
  readonly ids: readonly number[];
  /** Null: rows are not selected. */
  readonly onToggle: ((id: number) => void) | null;
  readonly selected: ReadonlySet<number>;
  readonly onSelect: (selected: ReadonlySet<number>) => void;
}

/**
 * J and K move the focus from row to row, Enter opens the row as every link, X selects it, and Shift X selects the rows from the last
 * selected one.
 */
export function useRowKeys({ table, ids, onToggle, selected, onSelect }: RowKeys): void {
  const current = useRef<number | null>(null);
  const anchor = useRef<number | null>(null);
  useEffect(() => {
    const note = (event: FocusEvent): void => {
      const row = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-row]') : null;
      if (row?.dataset['row'] !== undefined) current.current = Number(row.dataset['row']);
    };
    const element = table.current;
    element?.addEventListener('focusin', note);
    return () => element?.removeEventListener('focusin', note);
  }, [table]);
  const go = (step: 1 | -1): void => {
    const place = current.current === null ? -1 : ids.indexOf(current.current);
    const next = ids[place === -1 ? (step === 1 ? 0 : ids.length - 1) : place + step];
    const link = table.current?.querySelector<HTMLElement>(`[data-row="${next}"] a`);
    link?.focus();
    link?.closest('[data-row]')?.scrollIntoView({ block: 'nearest' });
  };
  const toggle = (): void => {
    if (onToggle === null || current.current === null) return;
    anchor.current = current.current;
    onToggle(current.current);
  };
  const range = (): void => {
    if (onToggle === null || current.current === null) return;
    const [from, to] = [ids.indexOf(anchor.current ?? current.current), ids.indexOf(current.current)];
    onSelect(new Set([...selected, ...ids.slice(Math.min(from, to), Math.max(from, to) + 1)]));
  };
  useKeys({ j: () => go(1), k: () => go(-1), x: toggle, X: range });
}
