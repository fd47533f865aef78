import type { Toast } from './toast-list';

/**
 * Reports a success that the screen does not show. Errors are shown beside their control and are never toasts. The list is loaded
 * apart from the screens, which are shown without it.
 */
export function showToast(toast: Toast): void {
  void import('./toast-list').then(({ addToast }) => addToast(toast));
}
