import { useRouterState } from '@tanstack/react-router';
import { useEffect, useRef, type ReactNode } from 'react';

/** The space that stays beside the current tab, so that a part of the next one is seen. */
const BESIDE = 20;

interface TabsProps {
  /** The name that is spoken. */
  readonly label: string;
  readonly className?: string;
  /** Links; the current one has `aria-current`. */
  readonly children: ReactNode;
}

/** Links to the parts of a screen in one row. The current one is scrolled into the row if there is no space for all. */
export function Tabs({ label, className = '', children }: TabsProps) {
  const row = useRef<HTMLElement>(null);
  const address = useRouterState({ select: ({ location }) => location.href });
  useEffect(() => {
    const current = row.current?.querySelector('[aria-current]');
    if (row.current === null || !current) return;
    const space = row.current.getBoundingClientRect();
    const place = current.getBoundingClientRect();
    row.current.scrollLeft +=
      Math.max(0, place.right + BESIDE - space.right) - Math.max(0, space.left - (place.left - BESIDE));
  }, [address]);
  return (
    <nav ref={row} className={`tabs ${className}`} aria-label={label}>
      {children}
    </nav>
  );
}
