import { Drawer } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFocusReturn } from '../lib/focus-return';

interface DetailDrawerProps {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** Width in pixels, where the page is wider. */
  readonly size?: number;
  readonly children: ReactNode;
}

/** Details at the end of the page; on narrow screens the whole screen. Its state is in the address. */
export function DetailDrawer({ title, isOpen, onClose, size = 428, children }: DetailDrawerProps) {
  useFocusReturn(isOpen);
  return (
    <Drawer opened={isOpen} onClose={onClose} position="right" size={size} title={title}>
      {children}
    </Drawer>
  );
}
