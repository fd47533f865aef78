/** Every alert of docker/chart/monitoring, and the real fault that raises it. */
import type { DrilledFault } from '../drilled-fault';
import type { Installation } from '../installation';
import { COLLECTION_FAULTS } from './collection';
import { SERVICE_FAULTS } from './service';
import { STORAGE_FAULTS } from './storage';
import { WORK_FAULTS } from './work';

export { STORAGE_FAULTS };

/** In their order; narrow ones run together, before the others. */
export const INSTALLATION_FAULTS: readonly DrilledFault<Installation>[] = [
  ...COLLECTION_FAULTS,
  ...WORK_FAULTS,
  ...SERVICE_FAULTS,
];
