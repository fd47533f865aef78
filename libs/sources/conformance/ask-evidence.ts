/**
 * What a visit may conclude: a list that was refused is not an empty one, a throttled request beside the list costs nothing, the
 * order that the facts declare is the order that is read, and one visit is one visitor to the platform.
 */
import { Blocked, Changed } from '../source-errors';
import type { SandboxBehaviour } from '../sandbox';
import { NEWEST, type ConformanceBench } from './conformance-bench';
import { couldDelete } from './observed-visit';

const DAY_MS = 86_400_000;

export function describeEvidence(bench: ConformanceBench): void {
  describe('evidence (contract §10)', () => {
    askEmptiness(bench);
    askSideRequests(bench);
    askOrder(bench);
    askContexts(bench);
  });
}

function askEmptiness(bench: ConformanceBench): void {
  const behaviours: readonly SandboxBehaviour[] = ['empty', 'refused'];

  it.each(behaviours)(
    'a refused list is never empty: the list is %s, and reviews were read before',
    async (behaviour) => {
      bench.fill(5);
      bench.holdsReviews = true;
      bench.sandbox.behave(bench.slug, bench.options.key, behaviour);
      const visit = await bench.visit();
      expect(visit).toMatchObject({ reviews: [], end: null });
      expect([Blocked, Changed].some((type) => visit.error instanceof type) ? 'told' : visit.error).toBe('told');
    },
  );

  it.each(behaviours)(
    'a refused list is never empty: the list is %s, and the platform speaks of reviews',
    async (behaviour) => {
      bench.fill(5);
      bench.sandbox.behave(bench.slug, bench.options.key, behaviour);
      const visit = await bench.visit();
      expect(couldDelete(visit)).toBe(false);
      // A declared site may rate an object on a page that never shows reviews.
      if (bench.source.facts.idStability === 'weak') return;
      expect([Blocked, Changed].some((type) => visit.error instanceof type) ? 'told' : visit.error).toBe('told');
    },
  );
}

function askSideRequests(bench: ConformanceBench): void {
  it('a throttled side request costs nothing but its answer', async () => {
    bench.fill(bench.many);
    bench.sandbox.behave(bench.slug, bench.options.key, 'side_throttled');
    const visit = await bench.visit();
    expect(visit.error).toBeNull();
    expect(visit.reviews).toHaveLength(bench.many);
    expect([null, 'Orchard & Quill']).toContain(visit.object.name);
  });
}

function askOrder(bench: ConformanceBench): void {
  it('the list has the order that the facts declare, also after an old review was edited', async () => {
    if (bench.source.facts.order !== 'newest_first') return;
    bench.fill(bench.many);
    const old = bench.sandbox.listing(bench.slug, bench.options.key).reviews.at(-2);
    if (old === undefined) throw new Error('the sandbox lost a review');
    const change = { text: 'Another text now.', updatedAt: new Date(NEWEST.getTime() + DAY_MS) };
    bench.sandbox.edit(bench.slug, bench.options.key, old.id, change);
    const { reviews, error } = await bench.visit();
    expect(error).toBeNull();
    const times = reviews.map(({ listedAt, reviewDate }) => listedAt ?? reviewDate ?? 'undated');
    expect(times).toEqual([...times].sort().reverse());
  });
}

function askContexts(bench: ConformanceBench): void {
  it('a visit is one visitor: all its pages are opened in one context of the browser', async () => {
    bench.fill(bench.many);
    const visit = await bench.visit();
    expect(visit.error).toBeNull();
    expect(bench.contexts).toBe(bench.source.facts.reading === 'browser' ? 1 : 0);
  });
}
