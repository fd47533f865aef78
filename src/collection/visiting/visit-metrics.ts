import { histogram } from '@libs/metrics';

/** Visits by the source. */
export const VISIT_DURATIONS = histogram(
  {
    name: 'hrev_collection_visit_duration_seconds',
    help: 'Duration of a visit, from its claim on, with the waits between its requests.',
    labels: ['source'],
  },
  [0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600, 1_800],
);
