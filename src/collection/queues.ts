/** Wake-up: runs were planned and wait for workers. */
export const RUNS_PLANNED = 'runs-planned';
