import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Coding } from './content-coding';

/** Minimum size in bytes. For smaller bodies, compression saves less than a packet and costs as much as a query (ADR 26). */
export const LEAST_COMPRESSED = 1_024;

/**
 * The preferred coding first. For 80 KB and more, Brotli at level 1 is faster than gzip at level 1 and its output is smaller; for 8 KB,
 * it takes somewhat longer and its output is as large (ADR 26).
 */
export const OFFERED_CODINGS: readonly Coding[] = ['br', 'gzip'];

const LEAST_CHUNK = 16_384;

/**
 * Compresses in a thread of libuv's pool, at the lowest level, because each result is sent once. Calls `done` with null if
 * compression failed or did not reduce the size. Chunks are large, because each chunk is a task for the pool.
 */
export function compress(
  bytes: Buffer,
  coding: Exclude<Coding, 'identity'>,
  done: (smaller: Buffer | null) => void,
): void {
  const finish = (error: Error | null, smaller: Buffer): void =>
    done(error === null && smaller.length < bytes.length ? smaller : null);
  const chunkSize = Math.max(LEAST_CHUNK, Math.ceil(bytes.length / 4));
  if (coding === 'gzip') {
    gzip(bytes, { level: constants.Z_BEST_SPEED, chunkSize }, finish);
    return;
  }
  const params = { [constants.BROTLI_PARAM_QUALITY]: 1, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  brotliCompress(bytes, { params, chunkSize }, finish);
}
