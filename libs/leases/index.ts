/** Leases on rows: the exclusive right of a worker to a row, until it is released or expires. */
export { HeldLease } from './held-lease';
export { countLeaseLosses, LeasedTable, LeaseLost, msFromNow, type Held } from './leased-table';
