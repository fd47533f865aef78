import { lazy, Suspense, useSyncExternalStore } from 'react';
import type { Toast } from './toast-list';

const Toasts = lazy(async () => ({ default: (await import('./toast-list')).Toasts }));

let isUsed = false;
let onUse = (): void => undefined;

/**
 * Reports a success that the screen does not show. Errors are shown beside their control and are never toasts. The list is loaded with the
 * first toast, so that no screen waits for it.
 */
export function showToast(toast: Toast): void {
  isUsed = true;
  onUse();
  void import('./toast-list').then(({ addToast }) => addToast(toast));
}

/** The place of the toasts, which is empty until the first one. The page has one place. */
export function ToastPlace() {
  const isShown = useSyncExternalStore(whenUsed, () => isUsed);
  return isShown ? (
    <Suspense>
      <Toasts />
    </Suspense>
  ) : null;
}

function whenUsed(listener: () => void): () => void {
  onUse = listener;
  return () => (onUse = () => undefined);
}
