import { Drawer } from '@mantine/core';
import type { ReactNode } from 'react';
import { words } from '../words/en';

interface DetailDrawerProps {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Details at the end of the page; on narrow screens the whole screen. Its state is in the address. */
export function DetailDrawer({ title, isOpen, onClose, children }: DetailDrawerProps) {
  return (
    <Drawer
      opened={isOpen}
      onClose={onClose}
      position="right"
      size={428}
      title={title}
      closeButtonProps={{ 'aria-label': words.drawer.close }}
    >
      {children}
    </Drawer>
  );
}
