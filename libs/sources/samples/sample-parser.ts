/** Masks the beginning of a document by its shape, in a parsing thread. */
import { parser } from '../parsing/parser';
import { maskByShape } from './shape-mask';

/** Limits of a sample, in bytes of UTF-8. */
export interface SampleLimits {
  readonly maxBytes: number;
}

/** Marks the place where a sample is cut. */
export const CUT_MARK = '\n[cut]\n';

/** The beginning of a document may end within a character, and a document may be unreadable because of its bytes. */
export const shapeSample = {
  ...parser('samples/shape', (text, { maxBytes }: SampleLimits) => ({ masked: cut(maskByShape(text), maxBytes) })),
  isTolerant: true,
};

/** The beginning of a text, with a mark at the end if it is cut. A masked text is in ASCII, except white space. */
function cut(text: string, maxBytes: number): string {
  if (Buffer.byteLength(text) <= maxBytes) return text;
  let kept = text.slice(0, maxBytes - CUT_MARK.length);
  while (Buffer.byteLength(kept) > maxBytes - CUT_MARK.length) kept = kept.slice(0, -1_024);
  return kept + CUT_MARK;
}
