/**
 * Misbehaving pages (contract §10). Each misbehaviour, from the first or the second page on, must end the visit with the matching
 * error, or end it without an error in a way that causes no deletion.
 */
import type { SandboxBehaviour } from '../sandbox';
import { Blocked, Changed, Gone, SourceError, Temporary, Throttled } from '../source-errors';
import type { ConformanceFixture } from './conformance-fixture';
import { couldDelete, type ObservedVisit } from './observed-visit';

interface Expected {
  readonly behaviour: Exclude<SandboxBehaviour, 'normal' | 'refused' | 'side_throttled'>;
  readonly errors: readonly (abstract new (...parameters: never[]) => SourceError)[];
  /** When a visit may also end without an error, provided that it deletes nothing. */
  readonly harmlessEnd: 'never' | 'after the first page' | 'always';
}

const EXPECTED: readonly Expected[] = [
  { behaviour: 'blocked', errors: [Blocked], harmlessEnd: 'never' },
  { behaviour: 'captcha', errors: [Blocked], harmlessEnd: 'never' },
  { behaviour: 'throttled', errors: [Throttled], harmlessEnd: 'never' },
  { behaviour: 'gone', errors: [Gone], harmlessEnd: 'after the first page' },
  { behaviour: 'error', errors: [Temporary], harmlessEnd: 'never' },
  { behaviour: 'broken', errors: [Changed], harmlessEnd: 'never' },
  { behaviour: 'changed', errors: [Changed], harmlessEnd: 'never' },
  { behaviour: 'loop', errors: [Changed], harmlessEnd: 'always' },
  { behaviour: 'short', errors: [Changed], harmlessEnd: 'always' },
  { behaviour: 'empty', errors: [Changed, Blocked], harmlessEnd: 'always' },
];

export function describeMisbehaviour(fixture: ConformanceFixture): void {
  const { options } = fixture;
  const cases = EXPECTED.flatMap((expected) =>
    pagesOf(expected, fixture).map((fromPage) => ({ ...expected, fromPage })),
  );

  describe('misbehaving pages (contract §10)', () => {
    it.each(cases)(
      'deletes nothing when pages show "$behaviour" from page $fromPage on',
      async ({ behaviour, fromPage, errors, harmlessEnd }) => {
        fixture.addReviews(fixture.multiPageCount);
        fixture.sandbox.behave(fixture.slug, options.key, behaviour, fromPage);
        const visit = await fixture.visit();
        const harmless = harmlessEnd === 'always' || (harmlessEnd === 'after the first page' && fromPage > 1);
        expectEnd(visit, errors, harmless);
        if (fromPage > 1) expect(visit.reviews.length).toBeGreaterThanOrEqual(options.pageSize);
        if (behaviour === 'throttled') expect(visit.error).toMatchObject({ retryAfterMs: 1000 });
        // A loop is detected before any limit is reached.
        expect(fixture.sandbox.requests.length).toBeLessThan(20);
      },
    );

    it('throws Gone for an object that does not exist', async () => {
      const address = fixture.platform.pageUrl(options.key);
      expect(fixture.source.match(new URL(address))).toEqual({ kind: 'page', canonicalUrl: options.canonicalUrl });
      fixture.sandbox.removeListing(fixture.slug, options.key);
      const visit = await fixture.visit();
      expect(visit.error).toBeInstanceOf(Gone);
    });
  });
}

/** The pages from which a misbehaviour is tested. A list in one response has no second page and cannot repeat. */
function pagesOf({ behaviour }: Expected, { options, isSinglePage }: ConformanceFixture): readonly number[] {
  if (behaviour === 'short' && options.hasNoCounter === true) return [];
  if (!isSinglePage) return [1, 2];
  return behaviour === 'loop' && options.isOneResponse === true ? [] : [1];
}

function expectEnd(visit: ObservedVisit, errors: Expected['errors'], harmlessEnd: boolean): void {
  if (visit.error === null) {
    expect({ harmlessEnd, couldDelete: couldDelete(visit) }).toEqual({ harmlessEnd: true, couldDelete: false });
    return;
  }
  const name = visit.error instanceof Error ? `${visit.error.name}: ${visit.error.message}` : 'not an Error';
  expect(errors.some((type) => visit.error instanceof type) ? 'as expected' : name).toBe('as expected');
  // The message is shown to clients (contract §4.6).
  expect(name).not.toMatch(/\n\s+at |127\.0\.0\.1|node_modules|\/libs\//);
}
