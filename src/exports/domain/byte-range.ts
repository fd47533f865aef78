/** Bytes of a file: from `start` up to `end`, which is excluded. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** One range: `first-`, `first-last`, or `-count` for the last bytes. */
const ONE_RANGE = /^bytes=(?:(\d{1,15})-(\d{0,15})|-(\d{1,15}))$/i;

/**
 * The range that a `Range` header requests of a file of `size` bytes (RFC 9110 §14). `whole`: there is no header, or one that may be ignored:
 * of another unit, malformed, or with several ranges. `unsatisfiable`: the file has none of the bytes.
 */
export function byteRange(header: string | undefined, size: number): ByteRange | 'whole' | 'unsatisfiable' {
  const match = ONE_RANGE.exec(header?.trim() ?? '');
  if (match === null) return 'whole';
  const [, first, last, count] = match;
  const start = first === undefined ? Math.max(0, size - Number(count)) : Number(first);
  const end = last ? Math.min(Number(last) + 1, size) : size;
  if (last && Number(last) < start) return 'whole';
  return start >= size ? 'unsatisfiable' : { start, end };
}
