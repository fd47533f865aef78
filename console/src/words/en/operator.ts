import { count } from './plurals';

/** The frame of the operator area. */
export const operatorWords = {
  area: 'Operator area',
  name: 'Operator',
  all: (n: number) => `All ${count(n, 'account', 'accounts')}`,
  sources: 'Sources',
  queues: 'Queues and workers',
  queuesShort: 'Queues',
  accounts: 'Accounts',
  messages: 'Messages',
  system: 'System checks',
  systemShort: 'System',
  leave: 'Leave',
  ownAccount: 'Your own account',
  trouble: (n: number) => count(n, 'source needs you', 'sources need you'),
  running: (apis: number, workers: number) =>
    `${count(apis, 'API process', 'API processes')}, ${count(workers, 'worker', 'workers')}`,
  notSeen: (n: number) => `${count(n, 'process', 'processes')} without a sign of life for half a minute`,
} as const;
