import { numberOf, oneOf, type Search } from '../../lib/url-state';

const JOB_QUEUES = ['collection', 'deliveries', 'replies', 'mail'] as const;
export type JobQueue = (typeof JOB_QUEUES)[number];

export interface OperatorQueuesSearch {
  readonly queue?: JobQueue;
  readonly offset?: number;
}

export function operatorQueuesSearch(search: Search): OperatorQueuesSearch {
  return { queue: oneOf(search['queue'], JOB_QUEUES), offset: numberOf(search['offset']) };
}
