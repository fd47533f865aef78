import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Coding } from './content-coding';

/** Under it a coding saves less than a packet, and costs as much as a query (ADR 26). In bytes. */
export const LEAST_COMPRESSED = 1_024;

/** The cheaper first: Brotli at its first level takes less time than gzip at its own, and leaves fewer bytes (ADR 26). */
export const OFFERED_CODINGS: readonly Coding[] = ['br', 'gzip'];

const LEAST_CHUNK = 16_384;

/**
 * Compresses in a thread of the pool, at the cheapest level, since every byte is made for one answer. `done` gets null where that
 * failed or made nothing smaller. Large results get their room at once: each further chunk is another turn in the pool.
 */
export function compress(
  bytes: Buffer,
  coding: Exclude<Coding, 'identity'>,
  done: (smaller: Buffer | null) => void,
): void {
  const answer = (error: Error | null, smaller: Buffer): void =>
    done(error === null && smaller.length < bytes.length ? smaller : null);
  const chunkSize = Math.max(LEAST_CHUNK, Math.ceil(bytes.length / 4));
  if (coding === 'gzip') {
    gzip(bytes, { level: constants.Z_BEST_SPEED, chunkSize }, answer);
    return;
  }
  const params = { [constants.BROTLI_PARAM_QUALITY]: 1, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  brotliCompress(bytes, { params, chunkSize }, answer);
}
