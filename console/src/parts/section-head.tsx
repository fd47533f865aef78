import type { ReactNode } from 'react';
import './section-head.css';

interface SectionHeadProps {
  /** The id of the heading, which names the section. */
  readonly id: string;
  readonly title: string;
  readonly intro: ReactNode;
  /** Controls beside the heading. */
  readonly children?: ReactNode;
}

/** The head of a section: its title, a sentence about it, and its controls. */
export function SectionHead({ id, title, intro, children }: SectionHeadProps) {
  return (
    <div className="section-head">
      <div>
        <h2 id={id}>{title}</h2>
        <p className="small sub">{intro}</p>
      </div>
      {children}
    </div>
  );
}
