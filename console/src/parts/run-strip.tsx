import { useState, type KeyboardEvent, type MouseEvent } from 'react';
import './run-strip.css';

/** How a run ended for a link. */
export type CellKind = 'new' | 'full' | 'part' | 'refused' | 'open' | 'none';

export interface StripCell {
  readonly key: number;
  readonly kind: CellKind;
  /** What the run did, as a text. */
  readonly text: string;
}

interface RunStripProps {
  readonly label: string;
  readonly cells: readonly StripCell[];
  /** Called when a cell is chosen. Cells of the kind `none` cannot be chosen. */
  readonly onOpen: (key: number) => void;
}

/**
 * Runs as cells, oldest first. The strip is one tab stop: the arrow keys, Home and End move inside and speak the run, Enter opens it.
 */
export function RunStrip({ label, cells, onOpen }: RunStripProps) {
  const runs = cells.filter(({ kind }) => kind !== 'none');
  const [chosen, setChosen] = useState<number | null>(null);
  const found = runs.findIndex(({ key }) => key === chosen);
  const place = found === -1 ? runs.length - 1 : found;
  const current = runs[place];
  const onKeyDown = (event: KeyboardEvent): void => {
    const forth = document.dir === 'rtl' ? -1 : 1;
    const places: Readonly<Record<string, number>> = {
      ArrowLeft: place - forth,
      ArrowRight: place + forth,
      ArrowUp: place + 1,
      ArrowDown: place - 1,
      Home: 0,
      End: runs.length - 1,
    };
    const next = places[event.key];
    if (event.key === 'Enter' && current !== undefined) onOpen(current.key);
    else if (next !== undefined) setChosen(runs[Math.min(Math.max(next, 0), runs.length - 1)]?.key ?? null);
    else return;
    event.preventDefault();
  };
  const onClick = (event: MouseEvent<HTMLElement>): void => {
    const key = event.target instanceof HTMLElement ? event.target.dataset['run'] : undefined;
    if (key !== undefined) onOpen(Number(key));
  };
  if (current === undefined)
    return (
      <div className="run-strip" role="img" aria-label={label}>
        <Cells cells={cells} />
      </div>
    );
  return (
    <div
      className="run-strip"
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={1}
      aria-valuemax={runs.length}
      aria-valuenow={place + 1}
      aria-valuetext={current.text}
      onKeyDown={onKeyDown}
      onClick={onClick}
    >
      <Cells cells={cells} chosen={chosen === null ? null : current.key} />
    </div>
  );
}

function Cells({ cells, chosen = null }: { readonly cells: readonly StripCell[]; readonly chosen?: number | null }) {
  return cells.map(({ key, kind, text }) => (
    <i
      key={key}
      className={key === chosen ? `kind-${kind} chosen` : `kind-${kind}`}
      title={kind === 'none' ? undefined : text}
      data-run={kind === 'none' ? undefined : key}
    />
  ));
}
