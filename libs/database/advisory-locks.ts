/**
 * Every advisory lock of the project, and the only file that names PostgreSQL's functions for them
 * (`test/architecture/advisory-locks.spec.ts`). A key is a bigint: its highest byte is the space, the other seven identify the
 * lock within the space, so that locks of two spaces never share a key. BullMQ, which uses the same database, locks pairs of
 * integers, which PostgreSQL keeps apart from bigints, and single integers, which are smaller than any key here.
 */
import { createHash } from 'node:crypto';

declare const made: unique symbol;

/** The key of a lock, as the text of a bigint; created only in this file. */
export type AdvisoryLock = string & { readonly [made]: true };

/** Numbers of spaces, from 1 to 127. */
const SPACES = { single: 1, idempotencyKey: 2, replyPlace: 3, replyQuota: 4 } as const;
export type KeyedSpace = Exclude<keyof typeof SPACES, 'single'>;

const BITS_OF_LOCK = 56n;

/** Locks that exist once per database. */
export const LOCKS = {
  /** Running migrations. */
  migrations: single(1),
  /** Using the embedded server; in its database `postgres`. */
  presence: single(2),
  /** Creating the first accounts. */
  firstStart: single(3),
  /** Assigning ids to sources. */
  sources: single(4),
  /** Removing old rows of collection. */
  housekeeping: single(5),
  /** Claiming links to collect. */
  claims: single(6),
  /** Acquiring leases on webhooks. */
  webhookLeases: single(7),
  /** Removing old deliveries. */
  deliveryPurge: single(8),
  /** Deciding which encryption key is in use. */
  encryptionKey: single(9),
} as const;

/** The lock of an item in a space: equal parts give equal locks. Different parts collide with a probability of 2^-56. */
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

/** A statement about a lock: `text` takes the key as its only parameter. */
interface LockStatement {
  readonly name: string;
  readonly text: string;
  readonly values: readonly [AdvisoryLock];
}

/** Waits for the lock in exclusive mode, until the transaction ends. */
export function holding(lock: AdvisoryLock): LockStatement {
  return { name: 'hold-lock', text: 'select pg_advisory_xact_lock($1::bigint)', values: [lock] };
}

/** Waits for the lock in shared mode, until the transaction ends. */
export function sharing(lock: AdvisoryLock): LockStatement {
  return { name: 'share-lock', text: 'select pg_advisory_xact_lock_shared($1::bigint)', values: [lock] };
}

/** One row: `locked` is true where the lock was free; it is then held until the transaction ends. */
export function tryingToHold(lock: AdvisoryLock): LockStatement {
  return { name: 'try-lock', text: 'select pg_try_advisory_xact_lock($1::bigint) as locked', values: [lock] };
}

/** Statements for locks of a session, which it holds until it releases them or ends. */
export const IN_SESSION = {
  hold: 'select pg_advisory_lock($1::bigint)',
  tryToHold: 'select pg_try_advisory_lock($1::bigint) as locked',
  tryToShare: 'select pg_try_advisory_lock_shared($1::bigint) as locked',
  giveBackShared: 'select pg_advisory_unlock_shared($1::bigint)',
} as const;
