import { useSyncExternalStore } from 'react';

const ASK_EVERY_MS = 3_000;

/** Whether hrev is reachable, by the events of the browser and the results of requests. */
let lostAt: Date | null = null;
let question: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

/** A request got no response. Until one does, the page asks for a response, because buttons that write wait for it. */
export function noteLost(): void {
  if (lostAt !== null) return;
  lostAt = new Date();
  listeners.forEach((listener) => listener());
  askAgain();
}

function askAgain(): void {
  // One question at a time, also if the connection comes and goes.
  clearTimeout(question);
  question = setTimeout(() => {
    if (lostAt === null) return;
    // The browser says when it is online again.
    if (!navigator.onLine) return askAgain();
    const sentAt = Date.now();
    void fetch('/health', { cache: 'no-store' }).then(() => noteReached(sentAt), askAgain);
  }, ASK_EVERY_MS);
}

/** A response arrived. It says nothing of a connection that was lost after `sentAt`, when the request was sent. */
export function noteReached(sentAt: number): void {
  if (lostAt !== null && sentAt > lostAt.getTime()) found();
}

function found(): void {
  if (lostAt === null) return;
  lostAt = null;
  listeners.forEach((listener) => listener());
}

export const isConnected = (): boolean => lostAt === null;

/** When the connection was lost; null while there is one. */
export function useLostAt(): Date | null {
  return useSyncExternalStore(subscribe, () => lostAt);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

window.addEventListener('offline', noteLost);
window.addEventListener('online', found);
