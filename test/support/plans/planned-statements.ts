import type { Database } from '@libs/database';
import type { PlanData } from './plan-data';

/** How a statement must read the large tables (`LARGE_TABLES`), whatever the statistics say. */
export interface Serving {
  /** The only indexes that serve it. */
  readonly by: readonly string[];
  /** The most rows that it reads, including rows that a filter removes. */
  readonly rows: number;
  /** Rows that it writes. */
  readonly writes?: number;
  /** True for a write by key that is planned for its values: one row in the statistics hides that the table has others. */
  readonly exceptOneRow?: boolean;
}

/** Work of the product, and the statements that it sends. */
export interface PlannedCase {
  readonly run: (database: Database, data: PlanData) => Promise<unknown>;
  /**
   * By name. `feed_*` are all statements whose name is a hash of their text, `unprepared` all that have no name. A statement without an
   * entry reads no large table.
   */
  readonly statements: Readonly<Record<string, Serving>>;
}

/** By what the work is for. */
export type PlannedCases = Readonly<Record<string, PlannedCase>>;

/** For blocks: an index of a large table has at most this many levels, and each row has a block. */
const BLOCKS_FOR_EACH_ROW = 5;
/** Entries of a written row in indexes, and what its triggers read. */
const BLOCKS_FOR_EACH_WRITE = 40;
/** Small tables, and the first entries of indexes. */
const OTHER_BLOCKS = 25;

/** Less than an index of a large table has, if the statement reads and writes few rows. */
export const mostBlocks = ({ rows, writes = 0 }: Serving): number =>
  BLOCKS_FOR_EACH_ROW * rows + BLOCKS_FOR_EACH_WRITE * writes + OTHER_BLOCKS;

/** Statements on small tables. */
export const ON_SMALL_TABLES: Serving = { by: [], rows: 0 };
export const WRITES_ONE_ROW: Serving = { ...ON_SMALL_TABLES, writes: 1 };

class RolledBack extends Error {}

/** Runs work in a transaction that is rolled back, so that the next run finds the same rows. */
export async function rolledBack(database: Database, work: () => Promise<unknown>): Promise<void> {
  const transaction = database.transaction(async () => {
    await work();
    throw new RolledBack();
  });
  await transaction.catch((error: unknown) => {
    if (!(error instanceof RolledBack)) throw error;
  });
}
