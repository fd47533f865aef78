/**
 * Misbehaving pages (contract §10): each behaviour at the first page and in the middle ends with the error that says what
 * to do about it, or with an end that cannot delete anything. Never with a quiet `all`.
 */
import type { SandboxBehaviour } from '../sandbox';
import { Blocked, Changed, Gone, SourceError, Temporary, Throttled } from '../source-errors';
import type { ConformanceBench } from './conformance-bench';
import { couldDelete, type ObservedVisit } from './observed-visit';

interface Expected {
  readonly behaviour: Exclude<SandboxBehaviour, 'normal' | 'refused' | 'side_throttled'>;
  readonly errors: readonly (abstract new (...given: never[]) => SourceError)[];
  /** An end without an error is right as well, as long as it deletes nothing; for some only after a page was read. */
  readonly harmlessEnd: 'never' | 'in the middle' | 'always';
}

const EXPECTED: readonly Expected[] = [
  { behaviour: 'blocked', errors: [Blocked], harmlessEnd: 'never' },
  { behaviour: 'captcha', errors: [Blocked], harmlessEnd: 'never' },
  { behaviour: 'throttled', errors: [Throttled], harmlessEnd: 'never' },
  { behaviour: 'gone', errors: [Gone], harmlessEnd: 'in the middle' },
  { behaviour: 'error', errors: [Temporary], harmlessEnd: 'never' },
  { behaviour: 'broken', errors: [Changed], harmlessEnd: 'never' },
  { behaviour: 'changed', errors: [Changed], harmlessEnd: 'never' },
  { behaviour: 'loop', errors: [Changed], harmlessEnd: 'always' },
  { behaviour: 'short', errors: [Changed], harmlessEnd: 'always' },
  { behaviour: 'empty', errors: [Changed, Blocked], harmlessEnd: 'always' },
];

export function describeMisbehaviour(bench: ConformanceBench): void {
  const { options } = bench;
  const cases = EXPECTED.flatMap((expected) => [1, 2].map((fromPage) => ({ ...expected, fromPage })));

  describe('misbehaving pages (contract §10)', () => {
    it.each(cases)('$behaviour from page $fromPage on', async ({ behaviour, fromPage, errors, harmlessEnd }) => {
      bench.fill(bench.many);
      bench.sandbox.behave(bench.slug, options.key, behaviour, fromPage);
      const visit = await bench.visit();
      const harmless = harmlessEnd === 'always' || (harmlessEnd === 'in the middle' && fromPage > 1);
      expectRightEnd(visit, errors, harmless);
      if (fromPage > 1) expect(visit.reviews.length).toBeGreaterThanOrEqual(options.pageSize);
      if (behaviour === 'throttled') expect(visit.error).toMatchObject({ retryAfterMs: 1000 });
      // A loop is noticed, not walked until a limit is hit.
      expect(bench.sandbox.requests.length).toBeLessThan(20);
    });

    it('an object that nobody made is Gone', async () => {
      const address = bench.platform.pageUrl(options.key);
      expect(bench.source.match(new URL(address))).toEqual({ kind: 'page', canonicalUrl: options.canonicalUrl });
      bench.sandbox.forget(bench.slug, options.key);
      const visit = await bench.visit();
      expect(visit.error).toBeInstanceOf(Gone);
    });
  });
}

function expectRightEnd(visit: ObservedVisit, errors: Expected['errors'], harmlessEnd: boolean): void {
  if (visit.error === null) {
    expect({ harmlessEnd, couldDelete: couldDelete(visit) }).toEqual({ harmlessEnd: true, couldDelete: false });
    return;
  }
  const name =
    visit.error instanceof Error ? `${visit.error.name}: ${visit.error.message}` : 'something that is no Error';
  expect(errors.some((type) => visit.error instanceof type) ? 'as expected' : name).toBe('as expected');
  // The message is shown to clients (contract §4.6).
  expect(name).not.toMatch(/\n\s+at |127\.0\.0\.1|node_modules|\/libs\//);
}
