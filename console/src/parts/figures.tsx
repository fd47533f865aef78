import type { ReactNode } from 'react';
import './figures.css';

/** A figure with its name and what it means. `children` is the line below it. */
export interface FigureProps {
  readonly label: string;
  /** Null: it is not known yet. */
  readonly value: string | null;
  readonly children?: ReactNode;
}

export function Figure({ label, value, children }: FigureProps) {
  return (
    <>
      <span className="figure-label">{label}</span>
      <b className="num">{value ?? '–'}</b>
      <span className="figure-note">{children}</span>
    </>
  );
}

/** Figures side by side; on narrow screens two in a row. */
export function Figures({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <section className="card figures" aria-label={label}>
      {children}
    </section>
  );
}
