import { useMediaQuery } from '@mantine/hooks';
import { IconX } from '@tabler/icons-react';
import { ActionIcon } from '@mantine/core';
import { useEffect, useRef, type ReactNode } from 'react';
import { useKeys } from '../lib/keys';
import { drawerWords } from '../words/en/drawer';
import { DetailDrawer } from './drawer';
import './side-panel.css';

const WIDE = '(min-width: 1161px)';

/** The address of the row whose details are shown. */
const openRow = (): string | null => document.querySelector('a[data-row][aria-current]')?.getAttribute('href') ?? null;

/** Focuses the row with an address. The panel changes the table beside it, so the row may be another element than before. */
function focusRow(address: string | null): void {
  if (address === null) return;
  const rows = [...document.querySelectorAll<HTMLElement>('a[data-row]')];
  rows.find((row) => row.getAttribute('href') === address)?.focus({ preventScroll: true });
}

interface SidePanelProps {
  readonly title: string;
  /** Beside the title. */
  readonly head?: ReactNode;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Details of a row: beside the list where there is room, otherwise a drawer over it. Its state is in the address. */
export function SidePanel({ title, head, onClose, children }: SidePanelProps) {
  const isWide = useMediaQuery(WIDE, undefined, { getInitialValueInEffect: false });
  const closed = useRef<string | null>(null);
  const close = (): void => {
    closed.current = openRow();
    onClose();
  };
  // The change of the address removes the panel, and its focus with it.
  useEffect(() => () => void requestAnimationFrame(() => focusRow(closed.current)), []);
  if (!isWide)
    return (
      <DetailDrawer title={title} isOpen onClose={close}>
        <div className="side-head">{head}</div>
        {children}
      </DetailDrawer>
    );
  return (
    <Beside title={title} head={head} onClose={close}>
      {children}
    </Beside>
  );
}

function Beside({ title, head, onClose, children }: SidePanelProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useKeys({ Escape: onClose });
  useEffect(() => heading.current?.focus({ preventScroll: true }), [title]);
  return (
    <aside className="card side-panel" aria-label={title}>
      <header>
        <h2 ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <div className="side-head">{head}</div>
        <ActionIcon aria-label={drawerWords.close} onClick={onClose}>
          <IconX size={16} stroke={1.75} aria-hidden />
        </ActionIcon>
      </header>
      <div className="side-body">{children}</div>
    </aside>
  );
}
