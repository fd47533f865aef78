/**
 * All advisory locks of the project. No other file names PostgreSQL's functions for them
 * (`test/architecture/advisory-locks.spec.ts`). A key is a bigint: its highest byte is the space, and the other seven bytes
 * identify the lock within the space, so that locks of two spaces never share a key. BullMQ uses the same database and locks
 * pairs of integers, which PostgreSQL distinguishes from bigints, and single integers, which are smaller than any key here.
 */
import { createHash } from 'node:crypto';

declare const brand: unique symbol;

/** The key of a lock, as the text of a bigint; created only in this file. */
export type AdvisoryLock = string & { readonly [brand]: true };

/** Numbers of spaces, from 1 to 127. They stay the same, because processes of two versions share the locks during an upgrade. */
const SPACES = { single: 1, idempotencyKey: 2, reviewKey: 3, replyQuota: 4, inboxLists: 42, proposals: 47 } as const;
export type KeyedSpace = Exclude<keyof typeof SPACES, 'single'>;

const BITS_OF_LOCK = 56n;

/** Locks that exist once per database. Their numbers stay the same too; the order has no meaning. */
export const LOCKS = {
  /** Held while migrations run. */
  migrations: single(1),
  /** Held in shared mode by every process that uses the embedded server, in its database `postgres`. */
  presence: single(2),
  /** Held while the first accounts are created. */
  firstStart: single(3),
  /** Held while ids are assigned to sources. */
  sources: single(4),
  /** Held while old rows of `collection` are deleted. */
  housekeeping: single(5),
  /** Held while links are claimed for collection. */
  claims: single(6),
  /** Held while leases on webhooks are acquired. */
  webhookLeases: single(7),
  /** Held while old deliveries are deleted. */
  deliveryPurge: single(8),
  /** Held while the encryption key in use is selected. */
  encryptionKey: single(9),
  /** Held while rows of a closed account are erased. */
  erasure: single(45),
  /** Held while stored records are deleted because of the terms of their source. */
  contentRetention: single(51),
  /** Held while stored records without a time are dated. */
  recordDates: single(53),
  /** Held while the languages of stored reviews are detected. */
  reviewLanguages: single(61),
  /** Held while the fields of the sources are judged. */
  driftWatch: single(20),
  /** Held by the process that reports the metrics of the installation, in a session of its own. */
  clusterMetrics: single(46),
} as const;

/** The lock of an item in a space: equal parts give the same lock. Different parts collide with a probability of 2^-56. */
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

/** A statement that acquires a lock: the key is the only parameter of `text`. */
interface LockStatement {
  readonly name: string;
  readonly text: string;
  readonly values: readonly [AdvisoryLock];
}

/** Waits for the lock and holds it in exclusive mode until the transaction ends. */
export function holding(lock: AdvisoryLock): LockStatement {
  return { name: 'hold-lock', text: 'select pg_advisory_xact_lock($1::bigint)', values: [lock] };
}

/** Waits for the lock and holds it in shared mode until the transaction ends. */
export function sharing(lock: AdvisoryLock): LockStatement {
  return { name: 'share-lock', text: 'select pg_advisory_xact_lock_shared($1::bigint)', values: [lock] };
}

/** Returns one row. If the lock was free, `locked` is true, and the lock is held until the transaction ends. */
export function tryingToHold(lock: AdvisoryLock): LockStatement {
  return { name: 'try-lock', text: 'select pg_try_advisory_xact_lock($1::bigint) as locked', values: [lock] };
}

/** Statements for locks of a session. The session holds a lock until it releases it or ends. */
export const IN_SESSION = {
  tryToHold: 'select pg_try_advisory_lock($1::bigint) as locked',
  tryToShare: 'select pg_try_advisory_lock_shared($1::bigint) as locked',
  releaseShared: 'select pg_advisory_unlock_shared($1::bigint)',
} as const;
