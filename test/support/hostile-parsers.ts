/** Parsers that do what no parser should, and some that do almost nothing; known to `parsing-thread.cjs`. */
import { threadId } from 'node:worker_threads';
import { parser } from '../../libs/sources/parsing/parser';
import { Blocked, Temporary, Throttled } from '../../libs/sources/source-errors';
import { aCollectedReview } from './collected-review';

export const length = parser('test/length', (text) => ({ length: text.length }));

/** Which thread reads. */
export const threadOf = parser('test/thread', () => ({ thread: threadId }));

export const endless = parser('test/endless', (): { never: true } => {
  for (;;);
});

export const memoryEater = parser('test/memory', (): { never: true } => {
  const kept: object[] = [];
  for (;;) kept.push({ kept: kept.length });
});

/** Busy for so many milliseconds. */
export const busy = parser('test/busy', (_text, ms: number) => {
  const until = performance.now() + ms;
  while (performance.now() < until);
  return { busy: ms };
});

export const leaving = parser('test/leaving', (): { never: true } => process.exit(3));

export const throwing = parser('test/throwing', (kind): { never: true } => {
  if (kind === 'blocked') throw new Blocked('shows a captcha');
  if (kind === 'throttled') throw new Throttled('slow down', 1_500);
  if (kind === 'temporary') throw new Temporary('timeout', 'later');
  throw new TypeError('not a function');
});

/** So many reviews of so many characters each. */
export const many = parser('test/many', (_text, { reviews, characters }: { reviews: number; characters: number }) => ({
  reviews: Array.from({ length: reviews }, (_, index) =>
    aCollectedReview({ externalId: `r${index}`, text: 'ж'.repeat(characters) }),
  ),
  total: reviews,
}));
