import { AsyncLocalStorage } from 'node:async_hooks';

/** What is known of the flow of control that a statement is sent from. `T` is the transaction in it. */
export interface Flow<T> {
  /** Whose request it is; null before that is known, and for the service's own work. */
  accountId: number | null;
  readonly transaction: T | null;
}

/** One storage for all that follows a flow: each of them costs every promise of the process something. */
export const flows = new AsyncLocalStorage<Flow<unknown>>();

/** Runs the work of one request: what it asks of the database is nobody's until `actFor` says whose. */
export function asRequest<T>(work: () => T): T {
  return flows.run({ accountId: null, transaction: null }, work);
}

/** From now on what this request asks of the database is asked for that account (decisions §11). */
export function actFor(accountId: number): void {
  const flow = flows.getStore();
  if (flow !== undefined) flow.accountId = accountId;
}
