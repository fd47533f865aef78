/** Duration of one operation of the product's services, without HTTP, several at once. */
import type { Product } from '../product';

const AT_ONCE = 4;

export type Operation = (turn: number) => Promise<unknown>;

/** Milliseconds of wall-clock time per execution, four at once. */
export async function timeOfEach(operation: Operation, executions: number): Promise<number> {
  let next = 0;
  const client = async (): Promise<void> => {
    while (next < executions) await operation(next++);
  };
  const began = performance.now();
  await Promise.all(Array.from({ length: AT_ONCE }, client));
  return (performance.now() - began) / executions;
}

/** Milliseconds per execution, measured for about `durationMs` and at least two rounds of clients. */
export async function timeWithin(operation: Operation, durationMs: number): Promise<number> {
  const began = performance.now();
  let done = 0;
  const client = async (): Promise<void> => {
    do await operation(done++);
    while (performance.now() - began < durationMs);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, client));
  return (performance.now() - began) / done;
}

/** The reader of an account, with the entitlements of its plan. */
export async function readerOf({ accounts }: Product, accountId: number) {
  const { entitlements } = await accounts.find(accountId);
  return { accountId, entitlements };
}

/** A feed request without filters. */
export const PLAIN_FEED = {
  linkIds: [],
  sourceIds: [],
  sortBy: 'date',
  sortOrder: 'desc',
  includeDeleted: false,
  onlyDeleted: false,
  showHidden: false,
  showPinned: false,
} as const;

export const PLAIN_FORMAT = { version: 'v3', includeRaw: false, separatePosNeg: false } as const;

/** The request of a summary and a series without filters. */
export const PLAIN_COUNTS = { published: {}, minRating: 1, maxRating: 5, sourceIds: [] } as const;
