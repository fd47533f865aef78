/** The status of a run: those of an object (contract §2.1), and `dropped` for a run without remaining links. */
export const RUN_STATUSES = ['pending', 'in_progress', 'success', 'partial', 'failed', 'dropped'] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];

export interface RunOutcomes {
  readonly links: number;
  /** Not ended; of those, never begun. */
  readonly open: number;
  readonly untouched: number;
  readonly succeeded: number;
  readonly failed: number;
}

/** The status of a run's links. Links that were switched off or deleted meanwhile do not count. */
export function runStatus({ links, open, untouched, succeeded, failed }: RunOutcomes): RunStatus {
  if (open > 0) return untouched === links ? 'pending' : 'in_progress';
  if (succeeded > 0) return failed > 0 ? 'partial' : 'success';
  return failed > 0 ? 'failed' : 'dropped';
}
