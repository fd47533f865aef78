import { isOnFor } from '@src/switches';

/** SQL: the operator has not switched off the collection of the source, or tries the link of the run. Both are parameters or columns. */
export const mayVisit = (source: string, run: string): string =>
  `(${isOnFor('collection', source)} or (select p.trial_run_id from source_pace p where p.source_id = ${source}) = ${run}) is true`;
