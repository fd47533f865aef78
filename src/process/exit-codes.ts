/** Exit codes (contract §12.3). */
export const EXIT = { done: 0, failed: 1, usage: 2, dependency: 3, notFound: 4, partial: 5 } as const;
