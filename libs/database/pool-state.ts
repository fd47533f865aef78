/** How busy the connection pools of this process are. */
import type { FairSlots } from '@libs/kernel';
import { Instances, readGauge } from '@libs/metrics';

/** The pools of this process; the service has one. */
export const POOLS = new Instances<FairSlots>();

const stateGauge = (name: string, help: string, figure: (pool: FairSlots) => number): void =>
  readGauge({ name, help }, () => [{ labels: {}, value: POOLS.sum(figure) }]);

stateGauge(
  'hrev_database_pool_connections',
  'Database connections that this process may have in use at the same time.',
  ({ size }) => size,
);
stateGauge('hrev_database_pool_in_use', 'Database connections of this process in use.', ({ inUse }) => inUse);
stateGauge(
  'hrev_database_pool_waiting',
  'Work of this process that waits for a database connection.',
  ({ waiting }) => waiting,
);
