/** The statuses of a run: those of an object (contract §2.1), and `dropped` for a run whose links were all dropped. */
export const RUN_STATUSES = ['pending', 'in_progress', 'success', 'partial', 'failed', 'dropped'] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];

export interface RunOutcomes {
  readonly links: number;
  /** Links that have not ended. */
  readonly open: number;
  /** Links of `open` that no worker has claimed yet. */
  readonly notStarted: number;
  readonly succeeded: number;
  readonly failed: number;
}

/** The status of a run with these outcomes. Links that were disabled or deleted before they were collected do not count. */
export function runStatus({ links, open, notStarted, succeeded, failed }: RunOutcomes): RunStatus {
  if (open > 0) return notStarted === links ? 'pending' : 'in_progress';
  if (succeeded > 0) return failed > 0 ? 'partial' : 'success';
  return failed > 0 ? 'failed' : 'dropped';
}
