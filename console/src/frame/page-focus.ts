import { useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

/** The index of the screen among the matches of the router: root, account, screen. */
const SCREEN = 2;
/** A field of a dialog that was opened while the screen was loaded, such as the palette. */
const TYPING = '[role=dialog] :is(input, textarea)';

/**
 * Moves the focus to the heading of a screen after a navigation to it, so that its name is spoken and Tab continues from there. The
 * focus stays where it is inside the content, and after changes of filters or of an open row.
 */
export function usePageFocus(): void {
  const screen = useRouterState({ select: ({ matches }) => matches[SCREEN]?.pathname });
  const last = useRef(screen);
  useEffect(() => {
    if (last.current === screen) return;
    last.current = screen;
    const main = document.getElementById('main');
    if (main === null || main.contains(document.activeElement)) return;
    if (document.activeElement?.matches(TYPING)) return;
    window.scrollTo(0, 0);
    const heading = main.querySelector<HTMLElement>('h1') ?? main;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }, [screen]);
}
