import type { Part, Row } from '@libs/database';

/** Statements that the caller adds at the beginning of a transaction, in a round trip with its first ones. */
export interface FirstStatements {
  readonly statements: readonly Part[];
  /** Receives the rows, and throws if nothing must be written. */
  check(rows: readonly Row[][]): void;
}

export const UNCONDITIONAL: FirstStatements = { statements: [], check: () => undefined };
