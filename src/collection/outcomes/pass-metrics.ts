import { counter } from '@libs/metrics';

const PASSES = counter({
  name: 'hrev_collection_passes_total',
  help: 'Attempts to collect a link by source and outcome: success, the code of a final failure, retried, resting, interrupted, dropped, lease_lost or unwritten.',
  labels: ['source', 'outcome'],
});

/** Counts how an attempt to collect a link ended. */
export function countPass(source: string, outcome: string): void {
  PASSES.inc({ source, outcome });
}
