/** Parsers that hang, crash, throw or exhaust memory, and some that do almost nothing. `parsing-thread.cjs` serves them. */
import { threadId } from 'node:worker_threads';
import { parser } from '../../libs/sources/parsing/parser';
import { Blocked, Temporary, Throttled } from '../../libs/sources/source-errors';
import { aCollectedReview } from './collected-review';

export const length = parser('test/length', (text) => ({ length: text.length }));

/** Returns the id of the thread that parses. */
export const threadOf = parser('test/thread', () => ({ thread: threadId }));

export const endless = parser('test/endless', (): { never: true } => {
  for (;;);
});

export const memoryEater = parser('test/memory', (): { never: true } => {
  const objects: object[] = [];
  for (;;) objects.push({ objects: objects.length });
});

/** Uses the CPU for the given milliseconds. */
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

/** Returns `count` reviews of `length` characters each. */
export const many = parser('test/many', (_text, { reviews, characters }: { reviews: number; characters: number }) => ({
  reviews: Array.from({ length: reviews }, (_, index) =>
    aCollectedReview({ externalId: `r${index}`, text: 'ж'.repeat(characters) }),
  ),
  total: reviews,
}));
