/** What became of a run, in the words of an object's collection (contract §2.1), and one for a run that nothing is left of. */
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

/** The status of links that are collected together. Those that were switched off or deleted meanwhile are not counted. */
export function runStatus({ links, open, untouched, succeeded, failed }: RunOutcomes): RunStatus {
  if (open > 0) return untouched === links ? 'pending' : 'in_progress';
  if (succeeded > 0) return failed > 0 ? 'partial' : 'success';
  return failed > 0 ? 'failed' : 'dropped';
}
