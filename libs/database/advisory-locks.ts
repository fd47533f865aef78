/**
 * Every advisory lock of the project, and the only place that spells PostgreSQL's functions for them
 * (`test/architecture/advisory-locks.spec.ts`). A key is a bigint: its highest byte is the space, the other seven are the
 * lock in that space. So two locks never share a key, whatever a client puts into the parts of one. BullMQ, which works in
 * the same database, locks pairs of integers, which PostgreSQL keeps apart from a bigint, and single integers, which are
 * smaller than any key here.
 */
import { createHash } from 'node:crypto';

declare const made: unique symbol;

/** The key of one lock, as the text of a bigint; made in this file alone. */
export type AdvisoryLock = string & { readonly [made]: true };

/** Numbers of spaces, from 1 to 127. */
const SPACES = { single: 1, idempotencyKey: 2, replyPlace: 3, replyQuota: 4 } as const;
export type KeyedSpace = Exclude<keyof typeof SPACES, 'single'>;

const BITS_OF_LOCK = 56n;

/** Locks that exist once in a database. */
export const LOCKS = {
  /** Running migrations. */
  migrations: single(1),
  /** Using the embedded server; in its database `postgres`. */
  presence: single(2),
  /** Making the first accounts. */
  firstStart: single(3),
  /** Giving sources their ids. */
  sources: single(4),
  /** Removing old rows of collection. */
  housekeeping: single(5),
  /** Claiming links to collect. */
  claims: single(6),
  /** Taking turns of webhooks. */
  turns: single(7),
  /** Removing old deliveries. */
  deliveryPurge: single(8),
  /** Deciding which encryption key seals. */
  encryptionKey: single(9),
} as const;

/** The lock of one thing in a space: the same for the same parts. Different parts meet with a probability of 2^-56. */
export function lockOf(space: KeyedSpace, ...parts: readonly (string | number)[]): AdvisoryLock {
  const digest = createHash('sha256').update(JSON.stringify(parts)).digest();
  return keyIn(space, BigInt.asUintN(Number(BITS_OF_LOCK), digest.readBigUInt64BE(0)));
}

function single(number: number): AdvisoryLock {
  return keyIn('single', BigInt(number));
}

function keyIn(space: keyof typeof SPACES, lock: bigint): AdvisoryLock {
  return String((BigInt(SPACES[space]) << BITS_OF_LOCK) | lock) as AdvisoryLock;
}

/** A statement with a lock: `text` has its key as the only parameter. */
interface LockStatement {
  readonly name: string;
  readonly text: string;
  readonly values: readonly [AdvisoryLock];
}

/** Waits for the lock, which is held until the transaction ends. */
export function holding(lock: AdvisoryLock): LockStatement {
  return { name: 'hold-lock', text: 'select pg_advisory_xact_lock($1::bigint)', values: [lock] };
}

/** Waits while another transaction holds the lock alone; it is then shared until the transaction ends. */
export function sharing(lock: AdvisoryLock): LockStatement {
  return { name: 'share-lock', text: 'select pg_advisory_xact_lock_shared($1::bigint)', values: [lock] };
}

/** One row: `locked` says whether the lock was free, and is held now until the transaction ends. */
export function tryingToHold(lock: AdvisoryLock): LockStatement {
  return { name: 'try-lock', text: 'select pg_try_advisory_xact_lock($1::bigint) as locked', values: [lock] };
}

/** What a session does with locks that it holds until it gives them back or ends. */
export const IN_SESSION = {
  hold: 'select pg_advisory_lock($1::bigint)',
  tryToHold: 'select pg_try_advisory_lock($1::bigint) as locked',
  tryToShare: 'select pg_try_advisory_lock_shared($1::bigint) as locked',
  giveBackShared: 'select pg_advisory_unlock_shared($1::bigint)',
} as const;
