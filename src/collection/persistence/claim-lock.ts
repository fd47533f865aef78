import type { PreparedStatement, Row } from '@libs/database';
import { NotCollected } from '../domain/failure';
import type { ClaimedLink, RunLeaseStore } from './run-lease.store';

/** The first statements of a transaction that writes for a claim. */
export interface ClaimLock {
  readonly statements: readonly PreparedStatement[];
  /**
   * Receives their rows; rows of other statements may follow. Throws `LeaseLost`, or `NotCollected` if the link was
   * disabled or deleted.
   */
  check(rows: readonly Row[][]): void;
}

/** Locks the claim by its token, so that a worker that lost its lease writes nothing. */
export const claimLock = (leases: RunLeaseStore, claim: ClaimedLink): ClaimLock => ({
  statements: leases.lockStatements(claim),
  check: (rows) => {
    if (!leases.isCollectable(rows)) throw new NotCollected();
  },
});
