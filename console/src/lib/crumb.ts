import { useEffect, useSyncExternalStore } from 'react';

/** The name of what the page shows inside its place, such as an object; null for the place itself. */
let current: string | null = null;
const listeners = new Set<() => void>();

/** Names what the page shows, for the bar above it, while the page is shown. */
export function useCrumb(name: string | undefined): void {
  useEffect(() => {
    show(name ?? null);
    return () => show(null);
  }, [name]);
}

export const useShownCrumb = (): string | null => useSyncExternalStore(subscribe, () => current);

function show(name: string | null): void {
  current = name;
  listeners.forEach((listener) => listener());
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
