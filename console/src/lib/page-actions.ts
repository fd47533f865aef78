import { useEffect, useRef } from 'react';
import { isConnected } from './connection';

/** An action of the page, for its menu and for the palette. */
export interface PageAction {
  readonly label: string;
  /** Whether it changes something on the server, so that it is not offered without a connection. */
  readonly isWrite?: boolean;
  readonly run: () => void;
}

const registered = new Set<{ readonly current: readonly PageAction[] }>();

/** Offers the actions of a screen in the palette while the screen is shown. */
export function usePageActions(actions: readonly PageAction[]): void {
  const current = useRef(actions);
  useEffect(() => {
    current.current = actions;
  });
  useEffect(() => {
    registered.add(current);
    return () => {
      registered.delete(current);
    };
  }, []);
}

/** The actions of the page that is shown and that are possible now. */
export function pageActions(): readonly PageAction[] {
  const actions = [...registered].flatMap(({ current }) => current);
  return isConnected() ? actions : actions.filter(({ isWrite = false }) => !isWrite);
}
