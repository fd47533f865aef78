import type { ReactNode } from 'react';

interface PageHeadProps {
  readonly title: string;
  /** A sentence about the screen. */
  readonly about: string;
  /** Controls beside the heading. */
  readonly children?: ReactNode;
}

/** The head of a screen: its title, also in the tab of the browser, and a sentence about it. */
export function PageHead({ title, about, children }: PageHeadProps) {
  return (
    <div className="head">
      <title>{title}</title>
      <div>
        <h1>{title}</h1>
        <p className="small sub">{about}</p>
      </div>
      {children}
    </div>
  );
}
