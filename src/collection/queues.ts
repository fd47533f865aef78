/** Wake-up: runs were planned. */
export const RUNS_PLANNED = 'runs-planned';
