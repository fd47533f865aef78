import { useMediaQuery } from '@mantine/hooks';
import { IconX } from '@tabler/icons-react';
import { ActionIcon } from '@mantine/core';
import { useEffect, useRef, type ReactNode } from 'react';
import { words } from '../words/en';
import { DetailDrawer } from './drawer';
import './side-panel.css';

const WIDE = '(min-width: 1161px)';

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
  if (!isWide)
    return (
      <DetailDrawer title={title} isOpen onClose={onClose}>
        <div className="side-head">{head}</div>
        {children}
      </DetailDrawer>
    );
  return (
    <Beside title={title} head={head} onClose={onClose}>
      {children}
    </Beside>
  );
}

function Beside({ title, head, onClose, children }: SidePanelProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), [title]);
  return (
    <aside className="card side-panel" aria-label={title}>
      <header>
        <h2 ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <div className="side-head">{head}</div>
        <ActionIcon aria-label={words.drawer.close} onClick={onClose}>
          <IconX size={16} stroke={1.75} aria-hidden />
        </ActionIcon>
      </header>
      <div className="side-body">{children}</div>
    </aside>
  );
}
