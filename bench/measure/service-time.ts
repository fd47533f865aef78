/** How long one of something takes in the product's services, without HTTP around it, several at once. */
import type { Product } from '../product';

const AT_ONCE = 4;

export type Operation = (turn: number) => Promise<unknown>;

/** Milliseconds of the clock for each, so many of them done four at once. */
export async function timeOfEach(operation: Operation, executions: number): Promise<number> {
  let next = 0;
  const client = async (): Promise<void> => {
    while (next < executions) await operation(next++);
  };
  const began = performance.now();
  await Promise.all(Array.from({ length: AT_ONCE }, client));
  return (performance.now() - began) / executions;
}

/** Milliseconds for each, over about so long a time and at least two rounds of clients. */
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

/** Who reads an account, with what its plan allows. */
export async function readerOf({ accounts }: Product, accountId: number) {
  const { entitlements } = await accounts.find(accountId);
  return { accountId, entitlements };
}

/** What a feed is asked for by nobody in particular. */
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

/** What a summary and a series are asked for where nothing is asked for. */
export const PLAIN_COUNTS = { published: {}, minRating: 1, maxRating: 5, sourceIds: [] } as const;
