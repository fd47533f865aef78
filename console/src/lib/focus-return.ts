import { useEffect, useState } from 'react';

/**
 * Returns the focus when the part is removed: to the element that had it before, unless something else has it by then. Dialogs that
 * are removed while they are open do not return it themselves.
 */
export function useFocusReturn(): void {
  // Read while the part is rendered, before it takes the focus.
  const [before] = useState(() => document.activeElement);
  useEffect(() => () => void requestAnimationFrame(() => focusIfFree(before)), [before]);
}

/** Focuses an element that is still in the page, if nothing else has the focus. */
export function focusIfFree(element: Element | null): void {
  const isFree = document.activeElement === null || document.activeElement === document.body;
  if (isFree && element instanceof HTMLElement && element.isConnected) element.focus({ preventScroll: true });
}
