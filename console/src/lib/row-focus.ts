import { useKeys } from './keys';

/** Moves the focus to the next (1) or previous (-1) link of a list whose links have the attribute `data-row`. */
function moveRowFocus(step: 1 | -1): void {
  const links = [...document.querySelectorAll<HTMLElement>('a[data-row]')];
  const at = links.findIndex((link) => link === document.activeElement);
  const current = links.findIndex((link) => link.getAttribute('aria-current') === 'true');
  const from = at >= 0 ? at : current;
  links[from < 0 ? 0 : Math.min(links.length - 1, Math.max(0, from + step))]?.focus();
}

/** J and K, and the arrows, move the focus in the list of the screen. */
export function useRowKeys(): void {
  const down = (): void => moveRowFocus(1);
  const up = (): void => moveRowFocus(-1);
  useKeys({ j: down, k: up, ArrowDown: down, ArrowUp: up });
}
