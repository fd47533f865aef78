/** Bytes of a file: from `start` up to `end`, which is excluded. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * The range that a `Range` header requests of a file of `size` bytes (RFC 9110 §14). `whole`: there is no header, or one that may be ignored:
 * of another unit, malformed, or with several ranges. `unsatisfiable`: the file has none of the bytes.
 */
export function byteRange(header: string | undefined, size: number): ByteRange | 'whole' | 'unsatisfiable' {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(header?.trim() ?? '');
  if (match === null) return 'whole';
  const [, first = '', last = ''] = match;
  if (first === '' && last === '') return 'whole';
  if (first === '') {
    const count = Math.min(Number(last), size);
    return count === 0 ? 'unsatisfiable' : { start: size - count, end: size };
  }
  const start = Number(first);
  const end = last === '' ? size : Math.min(Number(last) + 1, size);
  if (last !== '' && Number(last) < start) return 'whole';
  return start >= size ? 'unsatisfiable' : { start, end };
}
