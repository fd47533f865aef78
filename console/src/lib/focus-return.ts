import { useEffect, useState } from 'react';

/**
 * Returns the focus when a dialog is closed or removed: to the element that had it when the dialog was opened, unless something else
 * has it by then. For a dialog that an entry of a menu opened, this is the button of the menu, as the entry is gone. Dialogs that are
 * removed while they are open do not return the focus themselves.
 */
export function useFocusReturn(isOpen = true): void {
  // Read while the part is rendered, before it takes the focus.
  const [before, setBefore] = useState(() => openedBy(isOpen));
  if (before.isOpen !== isOpen) setBefore(openedBy(isOpen));
  const { opener } = before;
  useEffect(() => {
    if (!isOpen) return undefined;
    return () => {
      const held = document.activeElement;
      requestAnimationFrame(() => {
        // A closed dialog keeps the focus until it has faded out.
        if (document.activeElement === held && held?.closest('[role=dialog]')) focus(opener);
        else focusIfFree(opener);
      });
    };
  }, [isOpen, opener]);
}

interface Opened {
  readonly isOpen: boolean;
  readonly opener: Element | null;
}

/** What had the focus last: a navigation shows a dialog after the menu with its entry is gone, when nothing has the focus. */
let last: Element | null = null;
if (typeof document !== 'undefined')
  document.addEventListener('focusin', ({ target }) => {
    last = target instanceof Element ? openerOf(target) : null;
  });

function openedBy(isOpen: boolean): Opened {
  const { activeElement: focused } = document;
  if (!isOpen || focused === null) return { isOpen, opener: null };
  return { isOpen, opener: focused === document.body ? last : openerOf(focused) };
}

/** The element itself; for an entry of a menu the button of the menu. */
function openerOf(element: Element): Element {
  const menu = element.closest('[role=menu]');
  return (menu && document.getElementById(menu.getAttribute('aria-labelledby') ?? '')) ?? element;
}

/** Focuses an element that is still in the page, if nothing else has the focus. */
export function focusIfFree(element: Element | null): void {
  if (document.activeElement === null || document.activeElement === document.body) focus(element);
}

function focus(element: Element | null): void {
  if (element instanceof HTMLElement && element.isConnected) element.focus({ preventScroll: true });
}
